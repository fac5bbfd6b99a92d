import { expect, openFlaws, openSuite, unknownId, type Suite } from '../vocabulary/index.js'
import { cancellable } from './confirmed.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

const flaws = openFlaws('cancel', { reason: { mistyped: '4.3/cancel-reason-mistyped-refused' } })

/**
 * A confirmed booking, cancelled with a reason that is no text, and then, as that should have been refused, without a reason.
 * Where that is not to be had any more, another one is cancelled without. And one that does not exist.
 */
const reasons = scenario(
  'cancel.reasons',
  async (context) => {
    const { target, marker, random } = context
    const { reserved, confirmed } = await context.confirmed({ notes: marker('notes') })
    const id = reserved.bookingId
    const flawed = await flaws.sendAround(
      context,
      {},
      (booking, fields) => target.cancel(booking, fields),
      () => Promise.resolve(id),
    )
    const same = flawed.some(({ answer }) => answer.accepted) ? null : await target.cancel(id)
    const other = same === null || same.refused ? await context.confirmed() : null
    const before = other?.confirmed ?? flawed.at(-1)?.after ?? confirmed
    const cancelled = other === null ? same : await target.cancel(other.reserved.bookingId)
    const unknown = await target.cancel(unknownId(id, random))
    return { before, cancelled, unknown, flawed }
  },
  { uses: ['confirm', 'cancel', 'get'], bookings: 2 },
)

check(reasons, {
  id: 'cancel.without-reason-accepted',
  clause: '4.3/cancel-without-reason-accepted',
  title: 'cancel without a reason is accepted',
  judge: ({ before, cancelled }) =>
    cancellable(before) ?? expect(cancelled).toBeAccepted('though cancellable is true and a reason need not be sent'),
})

check(reasons, {
  id: 'cancel.unknown-id-refused',
  clause: '4.3/cancel-unknown-id-refused',
  title: 'cancel of a booking id that does not exist is refused',
  judge: ({ cancelled, unknown }) => expect(unknown).toBeRefused(cancelled, 'though there is no booking of that id'),
})

flaws.refused(suite, reasons, ({ cancelled, flawed }) => ({ control: cancelled, flawed }))

flaws.changesNothing(
  suite,
  reasons,
  {
    id: 'cancel.mistyped-reason-changes-nothing',
    clause: '7/refused-cancel-changes-nothing',
    title: 'a cancel that is refused because its reason is a number changes nothing',
  },
  ({ flawed }) => flawed,
)

export default suite
