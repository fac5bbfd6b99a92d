import { idText, orLost, slotOfOther, type Answer, type Context, type Lost } from '../vocabulary/index.js'

/** What the other reseller reserved under the key of a booking. */
export interface KeyUsed {
  /** Something else; lost, where nothing else was to be had. */
  readonly second: Answer | Lost
  /** That under a key of its own, where the one above was refused. */
  readonly control: Answer | null
  /** The first reseller's request, sent by the other word for word. */
  readonly verbatim: Answer
  /** What that answered, as the other reads it; null: it was not accepted, or has no id. */
  readonly verbatimRead: Answer | null
}

export interface Keys extends KeyUsed {
  readonly first: Answer
  /** The first booking before and after; null: others did more to it meanwhile. */
  readonly around: { readonly before: Answer; readonly after: Answer } | null
}

/** Has the other reseller use the key of a booking. */
export async function useKey(context: Context, first: Answer): Promise<KeyUsed> {
  const { target, settle } = context
  const own = await reserveOwn(context, first).catch(orLost)
  const verbatim = await target.reserve(first.exchange.input, { as: 'other' })
  const id = verbatim.accepted ? idText(verbatim.read('id')) : undefined
  const readOwn = async (): Promise<Answer | null> => (id === undefined ? null : target.get(id, { as: 'other' }))
  const atOnce = await readOwn()
  const isLate = id !== undefined && atOnce?.refused === true && (await settle(id))
  return {
    ...('lost' in own ? { second: own, control: null } : own),
    verbatim,
    verbatimRead: isLate ? await readOwn() : atOnce,
  }
}

type Own = Pick<KeyUsed, 'control'> & { readonly second: Answer }

async function reserveOwn(context: Context, first: Answer): Promise<Own> {
  const { slot, target, marker, profile } = context
  const key = first.exchange.input['idempotencyKey']
  const reserve = async (availabilityId: string): Promise<Own> => {
    const fields = { availabilityId, notes: marker('second'), expirationMinutes: 45 }
    const second = await target.reserve({ ...fields, idempotencyKey: key }, { as: 'other' })
    return { second, control: second.refused ? await target.reserve(fields, { as: 'other' }) : null }
  }
  const own = await reserve(await slot())
  if (own.control?.refused !== true) return own
  // An availabilityId may be that of the account which asked for it.
  const offered = await slotOfOther(context, profile.bookable.standard)
  return offered === null ? own : reserve(offered)
}
