import { idsOf, type Answer, type ShownBooking } from '../vocabulary/index.js'
import type { Paged } from './pages.js'

/** One booking of a list that carries an id. */
export type Entry = ShownBooking & { readonly id: string }

/** All bookings of some pages that carry an id, in their order. */
export function entriesOf(pages: readonly Answer[]): readonly Entry[] {
  return pages.flatMap(({ bookings }) => bookings.filter((each): each is Entry => each.id !== undefined))
}

/** Whether two readings of the same pages show the same bookings in the same order: then nothing changed in between. */
export function sameWalk(a: readonly Answer[], b: readonly Answer[]): boolean {
  const read = (pages: readonly Answer[]): string => JSON.stringify(pages.map(idsOf))
  const complete = [...a, ...b].every(({ outcome }) => outcome !== 'none') && a[0]?.accepted === true
  return complete && read(a) === read(b)
}

/** The readings of the list before and after all others. */
export type Stillness = Pick<Paged, 'whole' | 'before' | 'after' | 'settled'>

/** Whether the list was the same from before all that is sorted, or of one booking type, until after it. */
export function isStill({ whole, before, after, settled }: Stillness): boolean {
  return sameWalk(before, after) && (!whole || sameWalk(after, settled))
}

/** What a page was asked for with; null: not asked for, or not a number. */
export function asked(page: Answer, input: 'page' | 'pageSize'): number | null {
  const value = page.exchange.input[input]
  return typeof value === 'number' ? value : null
}
