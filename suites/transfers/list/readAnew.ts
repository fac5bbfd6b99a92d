import { sameInList, type Context } from '../vocabulary/index.js'
import { entriesOf } from './items.js'
import type { Measured } from './measure.js'
import type { Paged } from './pages.js'
import { alike, differences, rememberedBy, type Remembered } from './remembered.js'

/** Bookings of other scenarios that are read once more: what is not judged otherwise is left. */
const most = 5

/**
 * Reads once more, when the settling time is over, what the list shows otherwise than a get that came soon after a write: what was accepted
 * may be carried out later, and the booking was shown as it had been.
 */
export async function readAnew(
  context: Context,
  { pages }: Measured,
  { remembered, reads }: Pick<Paged, 'remembered' | 'reads'>,
): Promise<Pick<Paged, 'remembered' | 'reads'>> {
  const { target } = context
  const entries = new Map(entriesOf(pages).map((entry) => [entry.id, entry]))
  const isOtherwise = (each: Remembered): boolean => {
    const entry = entries.get(each.id)
    return entry !== undefined && differences(each, entry).length > 0
  }
  const passing = remembered.filter((each) => !each.isFinal && isOtherwise(each)).slice(0, most)
  for (const { id } of passing) await target.get(id)
  const again: Paged['reads'][number][] = []
  for (const { id, read } of reads) {
    const isSame = sameInList(read, entries.get(id), alike, '').outcome !== 'fail'
    again.push({ id, read: isSame ? read : await target.get(id) })
  }
  return { remembered: passing.length > 0 ? rememberedBy(context) : remembered, reads: again }
}
