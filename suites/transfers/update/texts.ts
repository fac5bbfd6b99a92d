import { isKept, type Answer, type Context } from '../vocabulary/index.js'
import type { Updater } from './updater.js'

/** A text of which a service loses some if it takes it for a number, ASCII, 16-bit characters or markup. */
export const tellingText = `00123 \u00e9\u6f22\u{1f600}<&'">`
const number = '00123'
export const symbols = `\u00e9\u6f22\u{1f600}<&'">`

/** A confirm with another reference, the get after it, and a cancel whose reason tells. */
export interface Told {
  readonly confirmed: { readonly answer: Answer; readonly read: Answer | null } | null
  readonly cancelled: Answer | null
}

/**
 * Updates a hold with telling texts, once without any, confirms it with another, and cancels it with such a reason.
 * @param takesTexts it was updated with one before
 * @param meanwhile what else is done to it while it is confirmed; it is given the booking as it is read then
 */
export async function tellTexts<Meanwhile>(
  context: Context,
  id: string,
  updates: Updater,
  takesTexts: boolean,
  meanwhile: (before: Answer) => Promise<Meanwhile>,
): Promise<{ readonly told: Told; readonly meanwhile: Meanwhile | null }> {
  const { target, offers, random, marker } = context
  if (takesTexts) await tellDigits(context, id, updates)
  let confirmed: Told['confirmed'] = null
  // Some take no reference but one with letters.
  const vouchers = [`000${random.integer(100_000, 999_999)}`, marker('voucher')]
  for (const reference of offers('confirm') ? vouchers : [])
    if (confirmed === null || confirmed.answer.refused) {
      const answer = await target.confirm(id, { reference })
      confirmed = { answer, read: answer.accepted ? await target.get(id) : null }
    }
  const done = confirmed?.read?.accepted === true ? await meanwhile(confirmed.read) : null
  const cancelled =
    confirmed?.answer.accepted === true && offers('cancel') ? await target.cancel(id, { reason: tellingText }) : null
  return { told: { confirmed, cancelled }, meanwhile: done }
}

/** Updates with digits that are no number, then without a reference. One read tells of both, or each has its own. */
async function tellDigits({ target }: Context, id: string, updates: Updater): Promise<void> {
  const digits = await updates.send(id, { reference: number })
  const left = await target.update(id, { expirationMinutes: 100 })
  const read = digits.accepted || left.accepted ? await target.get(id) : null
  if (read === null || !digits.accepted || isKept(number, read.read('reference'))) return
  await updates.send(id, { reference: number })
  await target.get(id)
}
