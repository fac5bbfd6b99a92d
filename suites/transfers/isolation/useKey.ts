import type { Answer, Context } from '../vocabulary/index.js'

/** What the other reseller reserved under the key of a booking. */
export interface KeyUsed {
  /** Something else. */
  readonly second: Answer
  /** That under a key of its own, where the one above was refused. */
  readonly control: Answer | null
  /** The first reseller's request, sent by the other word for word. */
  readonly verbatim: Answer
  /** What that answered, as the other reads it; null: it was not accepted. */
  readonly verbatimRead: Answer | null
}

export interface Keys extends KeyUsed {
  readonly first: Answer
  /** The first booking before and after. */
  readonly before: Answer
  readonly after: Answer
}

/** Has the other reseller use the key of a booking. */
export async function useKey({ slot, target, marker, settle }: Context, first: Answer): Promise<KeyUsed> {
  const fields = { availabilityId: await slot(), notes: marker('second'), expirationMinutes: 45 }
  const key = first.exchange.input['idempotencyKey']
  const second = await target.reserve({ ...fields, idempotencyKey: key }, { as: 'other' })
  const control = second.refused ? await target.reserve(fields, { as: 'other' }) : null
  const verbatim = await target.reserve(first.exchange.input, { as: 'other' })
  const readOwn = async (): Promise<Answer | null> =>
    verbatim.accepted ? target.get(verbatim.bookingId, { as: 'other' }) : null
  const atOnce = await readOwn()
  const isLate = atOnce?.refused === true && (await settle(verbatim.bookingId))
  return { second, control, verbatim, verbatimRead: isLate ? await readOwn() : atOnce }
}
