import type { Answer, Context } from './words.js'

/** A write to a booking, and the booking as it was read before and after it. */
export interface Around {
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
}

/**
 * Sends writes to a booking, one after the other, which is read before the first and after each.
 * @param open makes a booking, when one is needed
 * @param serves whether a booking, as it was last read, serves for one more write; else another is made
 */
export function aroundWrites(
  { target }: Pick<Context, 'target'>,
  open: () => Promise<string>,
  serves: (read: Answer) => boolean = () => true,
): (write: (id: string) => Promise<Answer>) => Promise<Around> {
  let booking: { readonly id: string; readonly read: Answer } | null = null
  return async (write) => {
    if (booking === null || !serves(booking.read)) {
      const id = await open()
      booking = { id, read: await target.get(id) }
    }
    const { id, read: before } = booking
    const answer = await write(id)
    const after = await target.get(id)
    booking = { id, read: after }
    return { before, answer, after }
  }
}
