import { fc, type Profile } from '../vocabulary/index.js'
import { momentsOf } from '../hold/moments.js'

/** What may be done to a booking; `age` moves the target's test clock. */
export type Step = 'extend' | 'confirm' | 'update' | 'cancel' | 'list' | 'age-within-hold' | 'age-past-hold'

/** The most steps of one sequence. */
const longest = 10

/** The steps that this target offers. */
export function stepsOffered(profile: Profile): readonly Step[] {
  const operations: Step[] = (['extend', 'confirm', 'update', 'cancel', 'list'] as const).filter(
    (operation) => profile.operations[operation] !== null,
  )
  return profile.clock === null ? operations : [...operations, 'age-within-hold', 'age-past-hold']
}

/**
 * Random sequences; they shrink to the shortest that still fails. They are plain names and no fast-check commands, since the evidence must hold
 * them to be judged again.
 */
export function sequences(profile: Profile): fc.Arbitrary<readonly Step[]> {
  return fc.array(fc.constantFrom(...stepsOffered(profile)), { minLength: 1, maxLength: longest, size: '-1' })
}

/** Sequences that every run tries: each leads through doors that the table of section 3 does not have. */
export function certainSequences(profile: Profile): readonly (readonly Step[])[] {
  const offered = new Set(stepsOffered(profile))
  const wanted: readonly (readonly Step[])[] = [
    ['update', 'extend', 'update', 'confirm', 'extend', 'update', 'cancel', 'update', 'confirm', 'extend'],
    ['extend', 'extend', 'age-within-hold', 'confirm', 'age-past-hold', 'cancel'],
    ['extend', 'age-past-hold', 'extend', 'confirm'],
  ]
  return wanted.map((steps) => steps.filter((step) => offered.has(step))).filter((steps) => steps.length > 0)
}

/** Minutes of the reservation, and of each extension in turn: in sum within 200, so that a target may also add them up. */
export const minutes = { reserve: 30, extend: [60, 90] } as const

/** After so many minutes the hold of a reservation is not over, and after twice as many it is. Other holds are looked at then as well. */
export function withinHold(profile: Profile): number {
  return Math.min(momentsOf(profile).after, minutes.reserve - 5)
}

/** So many minutes after the reservation the hold is over, its extensions added up. Other holds are looked at soon after that. */
export const pastHold = 195
