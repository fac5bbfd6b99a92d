import { inWords, type Answer, type Context } from '../vocabulary/index.js'
import type { Updater } from './updater.js'

/** What a service loses that takes a text for a number, for ASCII, for 16-bit characters, or for markup. */
export const tellingText = `00123 \u00e9\u6f22\u{1f600}<&'">`
const number = '00123'
/** Letters and signs of several scripts. */
export const symbols = `\u00e9\u6f22\u{1f600}<&'">`

/** One text that was sent, and the booking as it was read then. */
export interface Sent {
  readonly text: string
  readonly answer: Answer
  readonly read: Answer | null
}

export interface Told {
  /** References of an update: digits that are no number, and symbols. */
  readonly references: readonly Sent[]
  /** An update without a reference after these; null: none was shown, or the target takes no such update. */
  readonly without: Sent | null
  readonly confirmed: Sent | null
  readonly cancelled: Answer | null
}

/**
 * Updates a hold with texts that tell, once without any, confirms it with another, and cancels it with them as the reason.
 * @param meanwhile what else is done to it while it is confirmed; it is given the booking as it is read then
 */
export async function tellTexts<Meanwhile>(
  context: Context,
  id: string,
  updates: Updater,
  meanwhile: (before: Answer) => Promise<Meanwhile>,
): Promise<{ readonly told: Told; readonly meanwhile: Meanwhile | null }> {
  const { target, offers, profile, random, marker } = context
  const read = async (text: string, answer: Answer): Promise<Sent> => ({
    text,
    answer,
    read: answer.accepted ? await target.get(id) : null,
  })
  const takesReference = profile.operations.update?.fields['reference'] !== undefined
  const references: Sent[] = []
  for (const text of takesReference ? [symbols, number] : [])
    references.push(await read(text, await updates.send(id, { reference: text })))
  const last = references.findLast(({ answer }) => answer.accepted)
  // Where the read was lost, nobody knows what there is to be left.
  const shown = last?.read?.read('reference') ?? null
  const plain = shown === null ? null : await target.update(id, { expirationMinutes: 100 })
  const without = plain?.accepted === true ? await read(inWords(shown), plain) : null
  let confirmed: Sent | null = null
  // Some take no reference but one with letters.
  const vouchers = [`000${random.integer(100_000, 999_999)}`, marker('voucher')]
  for (const reference of offers('confirm') ? vouchers : [])
    if (confirmed === null || confirmed.answer.refused)
      confirmed = await read(reference, await target.confirm(id, { reference }))
  const done = confirmed?.read?.accepted === true ? await meanwhile(confirmed.read) : null
  const cancelled =
    confirmed?.answer.accepted === true && offers('cancel') ? await target.cancel(id, { reason: tellingText }) : null
  return { told: { references, without, confirmed, cancelled }, meanwhile: done }
}
