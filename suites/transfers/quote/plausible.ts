import {
  fail,
  failAt,
  findingAt,
  inWords,
  momentOf,
  openSuite,
  parseUtcTimestamp,
  pass,
  wants,
  type Answer,
  type Finding,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { isNew } from '../reserve/isNew.js'
import { aheadByHold } from '../vocabulary/targetAhead.js'

const suite: Suite = openSuite()
const { course, sweep } = suite

sweep({
  id: 'transfers.created-not-after-expires',
  clause: '2.1/created-not-after-expires',
  title: 'a transfer does not expire before it was created',
  of: ['transfers'],
  judge: (answer) => {
    if (!answer.accepted) return null
    const [created, expires] = [answer.at('/utcCreatedAt'), answer.at('/utcExpiresAt')]
    const [from, until] = [instant(created), instant(expires)]
    if (from === undefined || until === undefined) return null
    if (from <= until) return pass
    return failAt(answer, '/utcExpiresAt', {
      message: `the transfer expires at ${inWords(expires)}, before it was created, at ${inWords(created)}`,
      ...wants.atLeast(created, `not before ${inWords(created)}`),
    })
  },
})

// In the scenarios that hold something as well: the end of a hold tells what time it is for the target.
course({
  id: 'transfers.not-created-in-the-future',
  clause: '2.1/created-not-in-the-future',
  title: 'no transfer was created later than it was answered',
  of: ['transfers'],
  ofOwnRun: true,
  judge: (answers) => {
    const ahead = aheadBy(answers)
    const created = answers.flatMap((answer) => {
      const at =
        answer.accepted && answer.exchange.purpose === 'transfers' ? instant(answer.at('/utcCreatedAt')) : undefined
      return at === undefined ? [] : [{ answer, at: at / 60_000 }]
    })
    if (ahead === null || created.length === 0) return null
    const late = created.filter(({ answer, at }) => at > momentOf(answer).latest + ahead + tolerance)
    if (late.length === 0) return pass
    return fail(
      ...late.slice(0, 3).map(({ answer, at }) =>
        findingAt(answer, '/utcCreatedAt', {
          message: `the transfer was created ${Math.round(at - momentOf(answer).latest - ahead)} min after it was answered, by the clock that its holds run by: is it the wall time of some place?`,
          expected: 'a time in UTC that has passed',
        }),
      ),
    )
  },
})

// By its own stamps alone: a test clock may move holds, and leave quotes at the time of the day.
course({
  id: 'transfers.not-expired-when-answered',
  clause: '2.1/not-expired-when-answered',
  title: 'no transfer had expired when it was answered, by when one that was asked for before it was created',
  of: ['transfers'],
  judge: (answers) => {
    let latest: { readonly at: number; readonly answer: Answer } | null = null
    let judged = 0
    const findings: Finding[] = []
    for (const answer of answers.filter(({ accepted, exchange }) => accepted && exchange.purpose === 'transfers')) {
      const [created, expires] = [instant(answer.at('/utcCreatedAt')), instant(answer.at('/utcExpiresAt'))]
      if (latest !== null && expires !== undefined) {
        judged += 1
        if (expires < latest.at - tolerance * 60_000)
          findings.push(
            findingAt(answer, '/utcExpiresAt', {
              message: `the transfer had expired when it was answered: one that was asked for before it was created at ${inWords(latest.answer.at('/utcCreatedAt'))} (exchange ${latest.answer.n})`,
              expected: 'a time in UTC that has not passed',
            }),
          )
      }
      if (created !== undefined && (latest === null || created > latest.at)) latest = { at: created, answer }
    }
    if (findings.length > 0) return fail(...findings.slice(0, 3))
    return judged > 0 ? pass : null
  },
})

/**
 * By how many minutes the clock of the target is ahead of ours, at most, as the holds show that it gave; null: none that surely began
 * with its answer shows its end. A reservation that was repeated shows a hold that began before the clock was moved, if it was.
 */
function aheadBy(answers: readonly Answer[]): number | null {
  if (!answers.some((answer) => isNew(answer, answers) && aheadByHold(answer) !== null)) return null
  const ahead = answers.flatMap((answer) => (answer.exchange.as === 'reseller' ? (aheadByHold(answer) ?? []) : []))
  return ahead.length === 0 ? null : Math.max(0, ...ahead)
}

/** In minutes: less than any two zones differ, and more than two clocks of one service do. */
const tolerance = 10

sweep({
  id: 'transfers.latitude-in-range',
  clause: '2.2/latitude-in-range',
  title: 'latitudes lie between -90 and 90',
  of: ['transfers'],
  judge: (answer) => inRange(answer, 'latitude', 90),
})

sweep({
  id: 'transfers.longitude-in-range',
  clause: '2.2/longitude-in-range',
  title: 'longitudes lie between -180 and 180',
  of: ['transfers'],
  judge: (answer) => inRange(answer, 'longitude', 180),
})

/** Milliseconds since 1970; undefined for what is no UTC timestamp, which is the matter of the field checks. */
function instant(value: Json | undefined): number | undefined {
  return typeof value === 'string' ? parseUtcTimestamp(value) : undefined
}

function inRange(answer: Answer, name: 'latitude' | 'longitude', most: number): Judgement | null {
  if (!answer.accepted) return null
  const found = ['/pickUp', '/dropOff'].flatMap((place) => {
    const pointer = `${place}/${name}`
    const value = answer.at(pointer)
    return typeof value === 'number' ? [{ pointer, value }] : []
  })
  if (found.length === 0) return null
  const outside = found.filter(({ value }) => Math.abs(value) > most)
  if (outside.length === 0) return pass
  return fail(
    ...outside.map(({ pointer, value }) =>
      findingAt(answer, pointer, {
        message: `a ${name} of the transfer is ${value}, which is not from -${most} to ${most}`,
        ...wants.fitting(`a number from -${most} to ${most}`, { type: 'number', minimum: -most, maximum: most }),
      }),
    ),
  )
}

export default suite
