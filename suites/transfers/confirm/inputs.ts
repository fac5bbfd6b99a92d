import { untested } from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Profile, Context, Fields } from '../vocabulary/index.js'

/** Where an input of confirm is written, as a profile says it; null: nowhere. */
export function placeOf(profile: Profile, field: 'reference' | 'emailReceipt'): string | null {
  const place = profile.operations.confirm?.fields[field]
  if (place === undefined) return null
  return place.in === 'body' ? `body:${place.pointer}` : `${place.in}:${place.name}`
}

export interface Named {
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

/**
 * Judges a write with the receipt option true. A receipt goes to an address, and the documents name no field for one.
 * Where the profile gives none, a refusal proves nothing.
 * @param judged that it should be accepted
 */
export function takesReceipt(write: Answer | null, judged: Judgement, { operations }: Profile): Judgement {
  if (judged.outcome !== 'fail' || write?.refused !== true) return judged
  const { purpose } = write.exchange
  const bodies = [operations.reserve, operations.update, operations.confirm].map((operation) => operation?.body ?? null)
  return bodies.some(namesAddress)
    ? judged
    : untested(
        `${purpose} with the receipt option true was refused, and the profile gives the guest no e-mail address`,
        `give one in operations.${purpose}.body, as this target calls it: { guest: { email: guest@example.com } }`,
      )
}

function namesAddress(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.includes('@')
  return typeof value === 'object' && value !== null && Object.values(value).some((each: Json) => namesAddress(each))
}
