import { parseUtcTimestamp, placesIn, type DescribedPlace, type Interview, type Json } from '../vocabulary/index.js'
import { fieldNamed, valueNames } from './lexicon.js'
import type { Learning } from './learning.js'
import { plansFor, recognised } from './plan.js'

/** What the target describes beside the operations, for those who test: a clock, and how a guest uses a booking; and its states. */
export async function learnHelpers(learning: Learning): Promise<void> {
  const { interview } = learning
  await learnClock(interview)
  const redeem = recognised('redeem', interview.described)
  if (redeem === null)
    interview.draft.miss(['redeem', 'request'], 'POST /path/{id}', 'the target describes no such helper')
  else interview.draft.write(['redeem', 'request'], `${redeem.method} ${redeem.path}`, 'described', 'not tried')
  learnStates(learning)
}

async function learnClock({ draft, described, ask }: Interview): Promise<void> {
  const clock = recognised('clock', described)
  const input = (unit: 'minutes' | 'seconds'): DescribedPlace | undefined =>
    clock?.inputs.find(({ name }) => fieldNamed(name, [unit]) !== undefined)
  const unit = input('seconds') === undefined ? 'minutes' : 'seconds'
  const forward = input(unit)
  if (clock === null || forward === undefined) {
    draft.miss(
      ['clock', 'request'],
      'POST /path',
      'the target describes no test clock; without one, holds are settled by time',
    )
    draft.miss(['clock', 'minutes'], 'body:/minutes', 'as above')
    return
  }
  // By nothing: whoever else tests there is not disturbed. That may be refused for being nothing.
  const heard = await ask({ method: clock.method, path: clock.path, values: [[forward.place, 0]] })
  if (!heard.accepted && ![400, 409, 422].includes(heard.status ?? 0)) return
  const from = `moving it by 0 minutes was ${heard.accepted ? 'accepted' : 'refused'} (request ${heard.n})`
  draft.write(['clock', 'request'], `${clock.method} ${clock.path}`, 'seen', from)
  draft.write(['clock', unit], forward.place, 'described', 'an input of its description')
  const [time, ...more] = placesIn<Json>(heard.json ?? null).filter(
    ({ value }) => typeof value === 'string' && parseUtcTimestamp(value) !== undefined,
  )
  if (time !== undefined && more.length === 0)
    draft.write(['clock', 'now'], time.pointer, 'seen', 'the one time in that answer')
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
