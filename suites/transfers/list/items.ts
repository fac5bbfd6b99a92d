import { idText, readBooking, type Answer } from '../vocabulary/index.js'

/** Ids of the bookings of a list answer, in its order; an item without one counts as an empty id. Other people's are pseudonyms. */
export function idsOf(answer: Answer): readonly string[] {
  if (!answer.accepted) return []
  return answer.items.map((item) => idText(readBooking(answer.profile, item, 'id')) ?? '')
}

/** One booking of a list, and where it stands. */
export interface Entry {
  readonly id: string
  readonly page: Answer
  readonly index: number
  /** JSON Pointer into the page. */
  readonly pointer: string
}

/** All bookings of some pages that carry an id, in their order. */
export function entriesOf(pages: readonly Answer[]): readonly Entry[] {
  return pages.flatMap((page) =>
    idsOf(page).flatMap((id, index) =>
      id === '' ? [] : [{ id, page, index, pointer: `${page.itemsPointer}/${index}` }],
    ),
  )
}

/** Whether two readings of the same pages show the same bookings in the same order: then nothing changed in between. */
export function sameWalk(a: readonly Answer[], b: readonly Answer[]): boolean {
  const read = (pages: readonly Answer[]): string => JSON.stringify(pages.map(idsOf))
  const complete = [...a, ...b].every(({ outcome }) => outcome !== 'none') && a[0]?.accepted === true
  return complete && read(a) === read(b)
}

/** What a page was asked for with; null: not asked for, or not a number. */
export function asked(page: Answer, input: 'page' | 'pageSize'): number | null {
  const value = page.exchange.input[input]
  return typeof value === 'number' ? value : null
}
