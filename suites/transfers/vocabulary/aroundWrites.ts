import { isDeepStrictEqual } from 'node:util'
import type { Answer, Context } from './words.js'

/** A write to a booking, and the booking as it was read before and after it. */
export interface Around {
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
}

/** A write to the booking with this id. */
export type Write = (id: string) => Promise<Answer>

/** A booking to write to, and how it was read last, where nothing was done to it since. */
export interface Opened {
  readonly id: string
  readonly before?: Answer
}

/**
 * Sends writes that ought to be refused, one after the other, and reads the booking once for all of them.
 * @returns null where one was not refused, or the booking changed: only each by itself shows which of them did that
 */
export async function refusedTogether(
  { target }: Pick<Context, 'target'>,
  { id, before }: Required<Opened>,
  writes: readonly Write[],
): Promise<readonly Around[] | null> {
  const answers: Answer[] = []
  for (const write of writes) {
    const answer = await write(id)
    if (!answer.refused) return null
    answers.push(answer)
  }
  const after = await target.get(id)
  const isSame = before.accepted && after.accepted && isDeepStrictEqual(before.json, after.json)
  return isSame ? answers.map((answer) => ({ before, answer, after })) : null
}

/**
 * Sends writes to a booking, one after the other, with a read before and after each. All share the same two reads if
 * all are refused and nothing shows between them. Otherwise each is sent by itself, on another booking.
 * @param open makes a booking, when one is needed
 * @param serves whether a booking, as it was last read, serves for one more write; else another is made
 */
export async function aroundWrites(
  context: Pick<Context, 'target'>,
  open: () => Promise<Opened>,
  writes: readonly Write[],
  serves: (read: Answer) => boolean = () => true,
): Promise<readonly Around[]> {
  const { target } = context
  const opened = async (): Promise<Required<Opened>> => {
    const { id, before } = await open()
    return { id, before: before ?? (await target.get(id)) }
  }
  const first = writes.length > 0 ? await opened() : null
  const together = first !== null && writes.length > 1 ? await refusedTogether(context, first, writes) : null
  if (together !== null) return together
  const done: Around[] = []
  let booking = writes.length === 1 ? first : null
  for (const write of writes) {
    if (booking === null || !serves(booking.before)) booking = await opened()
    const { id, before } = booking
    const answer = await write(id)
    const after = await target.get(id)
    // What a flawed write that was taken has done nobody knows: nothing rests on that booking any more.
    booking = answer.refused ? { id, before: after } : null
    done.push({ before, answer, after })
  }
  return done
}
