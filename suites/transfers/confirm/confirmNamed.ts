import type { Answer, Context, Fields } from '../vocabulary/index.js'

/** A confirm with a reference, which a target may refuse for its length or its signs. */
export interface Named {
  /** The reference that was sent last. */
  readonly sent: string
  readonly confirmed: Answer
}

/**
 * Confirms with the first of these references that is not refused, or else with the last.
 * @param fields what is sent with each
 */
export async function confirmNamed(
  { target }: Pick<Context, 'target'>,
  id: string,
  [first, ...others]: readonly [string, ...string[]],
  fields: Fields,
): Promise<Named> {
  let sent = first
  let confirmed = await target.confirm(id, { reference: sent, ...fields })
  for (const other of others)
    if (confirmed.refused) confirmed = await target.confirm(id, { reference: (sent = other), ...fields })
  return { sent, confirmed }
}
