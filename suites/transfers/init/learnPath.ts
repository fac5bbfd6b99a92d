import { placesIn, type Heard, type Json, type OperationName } from '../vocabulary/index.js'
import { waysTo, type Learning } from './learning.js'
import { questionOf, writePlan } from './plan.js'

/** The id of no booking. */
export const nobodys = '00000000-0000-4000-8000-000000000000'

/** No service has it. */
const strayPath = '/bookings/{id}/octospec-no-such-path'

/**
 * Finds the path of an operation that is not to be performed, by the id of no booking: where the target says so in a word that it has
 * for a get of no booking, and not for a path that there is not.
 */
export async function learnPath(learning: Learning, name: OperationName): Promise<void> {
  const { interview, plans, unknown } = learning
  if (unknown === null || unknown.accepted || plans.has(name)) return
  const telling = wordsBeside(unknown, await interview.ask({ method: 'POST', path: strayPath, id: nobodys }))
  const isOfBooking = (heard: Heard): boolean => telling.some((word) => wordsIn(heard).has(word))
  for (const plan of telling.length === 0 ? [] : waysTo(learning, name)) {
    const heard = await interview.ask({ ...questionOf(plan, { id: nobodys }), id: nobodys })
    if (heard.accepted || !isOfBooking(heard)) continue
    plans.set(name, plan)
    writePlan(interview, plan, heard)
    return
  }
}

/** Words of an answer, as `wordsIn` finds them, that one to a path that there is not does not have: they are of more than the path. */
export function wordsBeside(heard: Heard, stray: Heard): readonly string[] {
  const ofStray = wordsIn(stray)
  return [...wordsIn(heard)].filter((word) => !ofStray.has(word))
}

/** Texts in an answer that are one word, as codes are, and no number or id. */
export function wordsIn({ json = null }: Heard): ReadonlySet<string> {
  return new Set(
    placesIn<Json>(json).flatMap(({ value }) =>
      typeof value === 'string' && /^[A-Za-z][A-Za-z_.-]{2,60}$/.test(value) ? [value] : [],
    ),
  )
}
