import { parseUtcTimestamp, placesIn, readPointer, timeOf } from '../vocabulary/index.js'
import type { Heard, Interview, Json } from '../vocabulary/index.js'
import type { Learning } from './learning.js'
import { fieldNamed, valueNames } from './lexicon.js'
import { plansFor, recognised } from './plan.js'

/** Finds the test clock and the time that it shows. From then on, days are those of the target. */
export async function learnClock(interview: Interview): Promise<void> {
  const { draft, described } = interview
  if (draft.read(['clock']) === null) return
  const begun = [draft.read(['clock', 'request']), draft.read(['clock', 'minutes'])]
  const [said, at] = begun.map((each) => (typeof each === 'string' ? each : undefined))
  const clock = said === undefined ? recognised('clock', described) : undefined
  const input = ['minutes', 'seconds'].flatMap((unit) => {
    const found = clock?.inputs.find(({ name }) => fieldNamed(name, [unit]) !== undefined)
    return found === undefined ? [] : [{ unit, place: found.place }]
  })[0]
  const place = at ?? input?.place
  const request = said ?? (clock === undefined ? undefined : `${clock.method} ${clock.path}`)
  if (said === undefined && place === undefined) {
    const why = 'the target describes no test clock: its manual may; without one, holds are settled by time'
    draft.miss(['clock', 'request'], 'POST /path', why)
    draft.miss(['clock', 'minutes'], 'body:/minutes', 'as above')
  }
  // A clock at another address, or with credentials of its own, is left to the run.
  const isElsewhere = draft.read(['clock', 'url']) !== undefined || draft.read(['clock', 'headers']) !== undefined
  if (request === undefined || place === undefined || isElsewhere) return
  const [method = '', path = ''] = request.split(' ')
  // It is moved by nothing, so that nobody else who tests there is disturbed. That may be refused.
  const heard = await interview.ask({ method, path, values: [[place, 0]], open: true })
  if (!heard.accepted && ![400, 409, 422].includes(heard.status ?? 0))
    return draft.miss(['clock', 'request'], request, `request ${heard.n} was refused: ${heard.words}`)
  const from = `moving it by 0 minutes was ${heard.accepted ? 'accepted' : 'refused'} (request ${heard.n})`
  draft.write(['clock', 'request'], request, 'seen', from)
  draft.write(['clock', input?.unit ?? 'minutes'], place, 'described', 'an input of its description')
  learnTime(interview, heard)
}

/** Reads the time that a clock shows: where a profile that was begun says so, or the one time in its answer. */
function learnTime({ draft, tellTime }: Interview, { json = null }: Heard): void {
  const said = draft.read(['clock', 'now'])
  if (said === null) return
  if (typeof said === 'string') {
    const minutes = timeOf(readPointer<Json>(json, said))
    return minutes === undefined ? undefined : tellTime(minutes * 60_000)
  }
  const [time, ...more] = placesIn<Json>(json).flatMap(({ pointer, value }) => {
    const now = typeof value === 'string' ? parseUtcTimestamp(value) : undefined
    return now === undefined ? [] : [{ pointer, now }]
  })
  if (time === undefined || more.length > 0) return
  draft.write(['clock', 'now'], time.pointer, 'seen', 'the one time in that answer')
  tellTime(time.now)
}

/** Writes what the target describes for tests, how a guest uses a booking, and the states that no answer has shown. */
export function learnDescribed({ interview, plans }: Learning): void {
  const { draft, described } = interview
  const redeem = recognised('redeem', described)
  if (redeem === undefined) draft.miss(['redeem', 'request'], 'POST /path/{id}', 'the target describes no such helper')
  else draft.write(['redeem', 'request'], `${redeem.method} ${redeem.path}`, 'described', 'not tried')
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
