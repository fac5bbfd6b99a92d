import type { Bookable, Context } from '../vocabulary/index.js'
import { change } from '../update/updater.js'

/**
 * Takes something of `bookable.other` through what answers with a booking: what is right of one option may not be of another, in a currency
 * without cents or in a place with another time. Each answer is judged by whatever looks at all of them.
 */
export async function throughAll(context: Context, bookable: Bookable): Promise<void> {
  const { hold, target, marker, offers, confirm } = context
  const { reserved } = await hold({ notes: marker('yet another product') }, bookable)
  if (!reserved.accepted) return
  const id = reserved.bookingId
  const read = await target.get(id)
  if (offers('extend')) await target.extend(id, { expirationMinutes: 90 })
  // What cannot be cancelled is left to its end: a confirmed booking would stay.
  if (read.read('cancellable') !== true) return
  if (offers('update')) await target.update(id, change(context, marker('yet another reference')))
  if (!offers('confirm') || !offers('cancel')) return
  await confirm(id)
  await target.get(id)
}
