import {
  parseUtcTimestamp,
  placesIn,
  readPointer,
  timeOf,
  type DescribedOperation,
  type DescribedPlace,
  type Heard,
  type Interview,
  type Json,
  type Question,
} from '../vocabulary/index.js'
import { fieldNamed, valueNames } from './lexicon.js'
import type { Learning } from './learning.js'
import { plansFor, recognised } from './plan.js'

/** What the target describes beside the operations, for those who test: how a guest uses a booking; and its states. */
export function learnHelpers(learning: Learning): void {
  const { draft } = learning.interview
  const redeem = helper('redeem', learning.interview)
  if (redeem === null) draft.miss(['redeem', 'request'], 'POST /path/{id}', 'the target describes no such helper')
  else {
    draft.write(['redeem', 'request'], `${redeem.method} ${redeem.path}`, 'described', 'not tried')
    const beside = redeem.url ?? draft.read(['clock', 'url'])
    if (beside !== undefined) draft.write(['redeem', 'url'], beside, 'described', 'not tried')
  }
  learnStates(learning)
}

/** What serves tests alone may stand beside the service. */
function helper(name: 'clock' | 'redeem', { described, describedBeside }: Interview): DescribedOperation | null {
  return recognised(name, described) ?? recognised(name, describedBeside)
}

/** Where the test clock is, and what time it shows: days are those of the target from then on. */
export async function learnClock(interview: Interview): Promise<void> {
  const { draft } = interview
  if (draft.read(['clock']) === null) return
  const begun = begunClock(interview)
  let question = begun ?? describedClock(interview)
  if (question === null) return
  // By nothing: whoever else tests there is not disturbed. That may be refused for being nothing.
  let heard = await interview.ask({ ...question, open: true })
  const origin = originOf(draft.read(['target', 'url']))
  if (heard.status === 404 && begun === null && question.url === undefined && origin !== null) {
    // A description that names no server means its paths from the root on.
    question = { ...question, url: origin }
    heard = await interview.ask({ ...question, open: true })
  }
  if (!heard.accepted && ![400, 409, 422].includes(heard.status ?? 0)) {
    draft.miss(
      ['clock', 'request'],
      `${question.method} ${question.path}`,
      `request ${heard.n} was refused: ${heard.words}`,
    )
    return
  }
  const from = `moving it by 0 minutes was ${heard.accepted ? 'accepted' : 'refused'} (request ${heard.n})`
  draft.write(['clock', 'request'], `${question.method} ${question.path}`, 'seen', from)
  if (question.url !== undefined) draft.write(['clock', 'url'], question.url, 'seen', from)
  for (const [place] of question.values ?? [])
    draft.write(['clock', question.unit], place, 'described', 'an input of its description')
  learnTime(interview, heard)
  if (draft.read(['clock', 'now']) === undefined && begun === null) await learnRead(interview, question)
}

/** Where a clock is read that does not show its time when it is moved: at its own path, as the target describes it. */
async function learnRead(interview: Interview, { path, url }: ClockQuestion): Promise<void> {
  const { draft, described, describedBeside } = interview
  const isHere = (each: DescribedOperation): boolean => each.method === 'GET' && each.path === path
  if (![...described, ...describedBeside].some(isHere)) return
  const heard = await interview.ask({ method: 'GET', path, ...(url !== undefined && { url }), open: true })
  if (!heard.accepted) return
  learnTime(interview, heard)
  if (draft.read(['clock', 'now']) !== undefined)
    draft.write(['clock', 'read'], `GET ${path}`, 'seen', `request ${heard.n} shows the time`)
}

/** What time a clock shows: where a profile that was begun says so, or the one time in its answer. */
function learnTime({ draft, tellTime }: Interview, { json = null }: Heard): void {
  const said = draft.read(['clock', 'now'])
  if (typeof said === 'string') {
    const minutes = timeOf(readPointer<Json>(json, said))
    if (minutes !== undefined) tellTime(minutes * 60_000)
    return
  }
  const [time, ...more] = placesIn<Json>(json).flatMap(({ pointer, value }) => {
    const now = typeof value === 'string' ? parseUtcTimestamp(value) : undefined
    return now === undefined ? [] : [{ pointer, now }]
  })
  // Of a clock that is said to show none, a run knows none either.
  if (time === undefined || more.length > 0 || said === null) return
  draft.write(['clock', 'now'], time.pointer, 'seen', 'the one time in that answer')
  tellTime(time.now)
}

/** The root of the server, where the address is below it; null: it is the root. */
function originOf(url: Json | undefined): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  const { origin } = new URL(url)
  return origin === url ? null : origin
}

/** A clock that is asked to move by nothing, or read. */
interface ClockQuestion extends Question {
  readonly unit: 'minutes' | 'seconds'
}

/** As a profile that was begun has it; null: it has none, or one that cannot be asked without being moved. */
function begunClock({ draft }: Interview): ClockQuestion | null {
  const text = (key: string): string | undefined => {
    const said = draft.read(['clock', key])
    return typeof said === 'string' ? said : undefined
  }
  const unit = text('seconds') === undefined ? 'minutes' : 'seconds'
  const [request, reads, place, url] = [text('request'), text('read'), text(unit), text('url')]
  const [method = '', path = ''] = (reads ?? request)?.split(' ') ?? []
  if (request === undefined || (reads ?? place) === undefined || draft.read(['clock', 'headers']) !== undefined)
    return null
  const values = reads === undefined && place !== undefined ? [[place, 0] as const] : []
  return {
    method,
    path,
    values,
    unit,
    ...(url !== undefined && { url: addressOf(url, draft.read(['target', 'url'])) }),
  }
}

/** Where a helper is: its own address, or the part of one that goes on from the target's. */
function addressOf(url: string, target: Json | undefined): string {
  const base = typeof target === 'string' && URL.canParse(target) ? target : undefined
  return (URL.canParse(url, base) ? new URL(url, base).href : url).replace(/\/$/, '')
}

/** As the target describes it; null: it describes none, or a profile that was begun says what there is. */
function describedClock(interview: Interview): ClockQuestion | null {
  const { draft } = interview
  const clock = helper('clock', interview)
  const input = (unit: ClockQuestion['unit']): DescribedPlace | undefined =>
    clock?.inputs.find(({ name }) => fieldNamed(name, [unit]) !== undefined)
  const unit = input('seconds') === undefined ? 'minutes' : 'seconds'
  const forward = input(unit)
  if (clock !== null && forward !== undefined && draft.read(['clock', 'request']) === undefined) {
    const { method, path, url } = clock
    return { method, path, values: [[forward.place, 0]], unit, ...(url !== undefined && { url }) }
  }
  const why = 'the target describes no test clock: its manual may; without one, holds are settled by time'
  draft.miss(['clock', 'request'], 'POST /path', why)
  draft.miss(['clock', 'minutes'], 'body:/minutes', 'as above')
  return null
}
/** The states that no answer has shown, from those that the target lists. */
function learnStates({ interview, plans }: Learning): void {
  const { draft } = interview
  const plan = plans.get('get') ?? plansFor('get', interview)[0]
  const listed = plan?.described?.answer.find(({ place }) => place === '/status')?.oneOf ?? []
  for (const [state, usual] of [
    ['confirmed', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['expired', 'EXPIRED'],
  ] as const) {
    const key = ['booking', 'statuses', state]
    const word = listed.find((value) => typeof value === 'string' && valueNames[state]?.test(value) === true)
    if (draft.read(key) !== undefined) continue
    if (word === undefined) draft.miss(key, usual, 'no answer showed it')
    else draft.write(key, word, 'described', 'a state that the target lists')
  }
}
