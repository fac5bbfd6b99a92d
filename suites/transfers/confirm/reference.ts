import { expect, findListed, isKept, openSuite, shortMarker, unknownId } from '../vocabulary/index.js'
import type { Answer, Context, Suite, Trials } from '../vocabulary/index.js'
import { confirmNamed, placeOf } from './inputs.js'
import { cancelConfirmed, type Cancelled } from '../cancel/cancelConfirmed.js'
import { symbols } from '../update/texts.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

interface Referenced {
  readonly sent: string
  readonly confirmed: Answer
  /** The last confirm that was sent with the receipt option false: `confirmed` itself, where it takes both. */
  readonly unmailed: Answer
  readonly read: Answer | null
  readonly unknown: Answer
  /** What came of it then; null: it was not confirmed, or neither cancel nor get is offered. */
  readonly cancel: Cancelled | null
}

/** A hold that is confirmed with a reference, and with another one once more; then it is cancelled. */
export const reference: Trials<Referenced> = scenario(
  'confirm.reference',
  async (context): Promise<Referenced> => {
    const { target, hold, offers, marker, random } = context
    const { reserved } = await hold({ notes: marker('notes') })
    const id = reserved.bookingId
    const { sent, confirmed, unmailed } = await confirmWithReference(context, id)
    const read = offers('get') ? await target.get(id) : null
    if (confirmed.accepted && offers('list')) await findListed(context, id, confirmed)
    const unknown = await target.confirm(unknownId(id, random), { reference: marker('unknown') })
    const again = confirmed.accepted ? await target.confirm(id, { reference: marker('again') }) : null
    const readAgain = again !== null && offers('get') ? await target.get(id) : null
    const before = offers('cancel') ? readAgain : null
    const cancel = before && (await cancelConfirmed(context, { held: reserved, confirm: confirmed, before }))
    return { sent, confirmed, unmailed, read, unknown, cancel }
  },
  { uses: ['confirm'], bookings: 2 },
)

/** Confirms with a reference in any script and no receipt. If refused, with a plainer reference, or one of both. */
async function confirmWithReference(
  context: Context,
  id: string,
): Promise<Pick<Referenced, 'sent' | 'confirmed' | 'unmailed'>> {
  const { target, hold, marker } = context
  const unmailed = { emailReceipt: false }
  const plain = marker('reference')
  const references = [`${symbols}${plain}`, symbols, plain, shortMarker(plain)] as const
  const { sent, confirmed: both } = await confirmNamed(context, id, references, unmailed)
  if (!both.refused) return { sent, confirmed: both, unmailed: both }
  const confirmed = await target.confirm(id, { reference: sent })
  const other = confirmed.refused ? id : (await hold()).reserved.bookingId
  return { sent, confirmed, unmailed: await target.confirm(other, unmailed) }
}

check(reference, {
  id: 'confirm.receipt-false',
  clause: '4.3/confirm-receipt-false-accepted',
  title: 'confirm with the receipt option false is accepted',
  needs: ['operations.confirm.emailReceipt'],
  judge: ({ unmailed }) => expect(unmailed).toBeAccepted('with the receipt option false'),
})

check(reference, {
  id: 'confirm.takes-reference',
  clause: '4.3/confirm-reference-accepted',
  title: 'confirm takes the reference of the reseller',
  needs: ['operations.confirm.reference'],
  judge: ({ confirmed }) => expect(confirmed).toBeAccepted('with a reference'),
})

check(reference, {
  id: 'confirm.unknown-id-refused',
  clause: '4.3/confirm-unknown-id-refused',
  title: 'confirm of a booking id that does not exist is refused',
  judge: ({ confirmed, unknown }) => expect(unknown).toBeRefused(confirmed, 'for an id that no booking has'),
})

observe(reference, {
  id: 'confirm.reference-name',
  clause: '4.3/confirm-reference-name',
  observe: ({ sent, confirmed, read }, { profile }) => {
    if (!confirmed.accepted) return null
    const place = placeOf(profile, 'reference')
    if (place === null) return 'none that the profile names'
    const seen = [confirmed, read].some((answer) => isKept(sent, answer?.read('reference')))
    return seen ? `${place}, shown in the booking` : `${place}, not shown in the booking`
  },
})

export default suite
