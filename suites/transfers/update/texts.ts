import { inWords, isKept, type Answer, type Context } from '../vocabulary/index.js'
import type { Updater } from './updater.js'

/** What a service loses that takes a text for a number, for ASCII, for 16-bit characters, or for markup. */
export const tellingText = `00123 \u00e9\u6f22\u{1f600}<&'">`
const number = '00123'
export const symbols = `\u00e9\u6f22\u{1f600}<&'">`

export interface Sent {
  readonly text: string
  readonly answer: Answer
  readonly read: Answer | null
}

export interface Told {
  /** The first of these updates, before which nothing was done to the booking as it was read last; null: there was none. */
  readonly digits: Answer | null
  /** References of an update: digits that are no number, and symbols. */
  readonly references: readonly Sent[]
  /** An update without a reference after these; null: none was shown, or the target takes no such update. */
  readonly without: Sent | null
  readonly confirmed: Sent | null
  readonly cancelled: Answer | null
}

/**
 * Updates a hold with texts that tell, once without any, confirms it with another, and cancels it with them as the reason.
 * @param told the text that it was updated with before; null: the target takes none
 * @param meanwhile what else is done to it while it is confirmed; it is given the booking as it is read then
 */
export async function tellTexts<Meanwhile>(
  context: Context,
  id: string,
  updates: Updater,
  told: Sent | null,
  meanwhile: (before: Answer) => Promise<Meanwhile>,
): Promise<{ readonly told: Told; readonly meanwhile: Meanwhile | null }> {
  const { target, offers, random, marker } = context
  const read = async (text: string, answer: Answer): Promise<Sent> => ({
    text,
    answer,
    read: answer.accepted ? await target.get(id) : null,
  })
  const updated = told === null ? notUpdated : await tellDigits(context, id, updates, told)
  let confirmed: Sent | null = null
  // Some take no reference but one with letters.
  const vouchers = [`000${random.integer(100_000, 999_999)}`, marker('voucher')]
  for (const reference of offers('confirm') ? vouchers : [])
    if (confirmed === null || confirmed.answer.refused)
      confirmed = await read(reference, await target.confirm(id, { reference }))
  const done = confirmed?.read?.accepted === true ? await meanwhile(confirmed.read) : null
  const cancelled =
    confirmed?.answer.accepted === true && offers('cancel') ? await target.cancel(id, { reason: tellingText }) : null
  return { told: { ...updated, confirmed, cancelled }, meanwhile: done }
}

type Updated = Pick<Told, 'digits' | 'references' | 'without'>

const notUpdated: Updated = { digits: null, references: [], without: null }

/** Updates it with digits that are no number, then without a reference: one read tells of both that they did as they should, or each its own. */
async function tellDigits({ target }: Context, id: string, updates: Updater, told: Sent): Promise<Updated> {
  const sending = (): Promise<Answer> => updates.send(id, { reference: number })
  const leaving = (): Promise<Answer> => target.update(id, { expirationMinutes: 100 })
  const sent = async (text: string, answer: Answer): Promise<Sent> => ({
    text,
    answer,
    read: answer.accepted ? await target.get(id) : null,
  })
  const [digits, left] = [await sending(), await leaving()]
  const read = digits.accepted && left.accepted ? await target.get(id) : null
  if (read !== null && isKept(number, read.read('reference')))
    return {
      digits,
      references: [told, { text: number, answer: digits, read }],
      without: { text: number, answer: left, read },
    }
  // An update that was refused has changed nothing of what the one before it did.
  const references = [told, await sent(number, digits.accepted && !left.refused ? await sending() : digits)]
  // Where the read was lost, nobody knows what there is to be left.
  const shown = references.findLast(({ answer }) => answer.accepted)?.read?.read('reference') ?? null
  const plain = shown === null ? null : await leaving()
  return { digits, references, without: plain?.accepted === true ? await sent(inWords(shown), plain) : null }
}
