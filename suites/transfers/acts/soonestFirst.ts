import { readPointer, timeOf, type Answer, type Bookable, type Json } from '../vocabulary/index.js'

/** An item whose window closes within so many minutes of the answer is left out, the first where others are left. */
const tooSoon = [30, 10] as const

/**
 * What a check offers whose cancellation windows close at several times, the soonest first, without those that have closed by the Date of
 * the answer; all of it where that leaves nothing, since a test clock may stand elsewhere. As it came where no window is known.
 */
export function soonestFirst(
  ids: readonly string[],
  checked: Answer | undefined,
  { cutOffAt, cutOffBefore = 0 }: Bookable,
): readonly string[] {
  if (cutOffAt === undefined || checked === undefined) return ids
  const closing = new Map(
    checked.items.flatMap((item): [string, number][] => {
      const at = timeOf(readPointer<Json>(item, cutOffAt))
      const id = checked.availabilityIdOf(item)
      return id === undefined || at === undefined ? [] : [[id, at - cutOffBefore]]
    }),
  )
  const closes = (id: string): number => closing.get(id) ?? Infinity
  const inOrder = ids.toSorted((a, b) => (closes(a) === closes(b) ? 0 : closes(a) - closes(b)))
  const date = Date.parse(checked.exchange.response?.headers['date'] ?? '') / 60_000
  const open = Number.isNaN(date) ? [] : tooSoon.map((margin) => inOrder.filter((id) => closes(id) > date + margin))
  return open.find((left) => left.length > 0) ?? inOrder
}
