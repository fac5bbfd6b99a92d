import { orNone } from './orNone.js'
import type { Answer, Bookable, Context } from './words.js'

/**
 * Reserves what nobody has had, which shows whether the account has room for one more hold: another availability of the same, or one of
 * the standard where there is no other. For when nobody else acts (`Context.alone`). null: neither is to be had.
 */
export async function reserveUnused(
  {
    target,
    slot,
    profile,
  }: Pick<Context, 'slot' | 'profile'> & { readonly target: Pick<Context['target'], 'reserve'> },
  bookable: Bookable,
  expirationMinutes: number,
  as: 'reseller' | 'other' = 'reseller',
): Promise<Answer | null> {
  for (const each of new Set([bookable, profile.bookable.standard])) {
    const availabilityId = await slot(each, { control: true }).catch(orNone)
    if (availabilityId !== null) return target.reserve({ availabilityId, expirationMinutes }, { bookable: each, as })
  }
  return null
}
