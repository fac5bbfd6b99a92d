import {
  expect,
  notApplicable,
  openSuite,
  sameBooking,
  tellingFields,
  unknownId,
  unjudged,
  type Suite,
} from '../vocabulary/index.js'
import { cancellable } from './confirmed.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/**
 * A confirmed booking, cancelled with a reason that is no text, and then, as that should have been refused, without a reason.
 * Where that is not to be had any more, another one is cancelled without. And one that does not exist.
 */
const reasons = scenario(
  'cancel.reasons',
  async (context) => {
    const { target, marker, random } = context
    const { reserved } = await context.confirmed({ notes: marker('notes') })
    const id = reserved.bookingId
    const beforeMistyped = await target.get(id)
    const mistyped = await target.cancel(id, { reason: 42 })
    const afterMistyped = await target.get(id)
    const same = mistyped.accepted ? null : await target.cancel(id)
    const other = same === null || same.refused ? await context.confirmed() : null
    const before = other?.confirmed ?? afterMistyped
    const cancelled = other === null ? same : await target.cancel(other.reserved.bookingId)
    const unknown = await target.cancel(unknownId(id, random))
    return { before, cancelled, unknown, beforeMistyped, mistyped, afterMistyped }
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

check(reasons, {
  id: 'cancel.mistyped-reason-refused',
  clause: '4.3/cancel-reason-mistyped-refused',
  title: 'cancel with the reason 42, a number, is refused',
  restsOn: ['operations.cancel.reason'],
  judge: ({ cancelled, mistyped }, { profile }) => {
    const place = profile.operations.cancel?.fields['reason']?.in
    if (place !== 'body')
      return notApplicable(
        `the reason travels ${place === undefined ? 'nowhere' : `in the ${place}, where everything is text`}`,
      )
    return expect(mistyped).toBeRefused(cancelled, 'though the reason was a number')
  },
})

check(reasons, {
  id: 'cancel.mistyped-reason-changes-nothing',
  clause: '7/refused-cancel-changes-nothing',
  title: 'a cancel that is refused because its reason is a number changes nothing',
  judge: ({ cancelled, mistyped, beforeMistyped, afterMistyped }) => {
    if (cancelled?.accepted !== true) return unjudged(cancelled)
    if (mistyped.outcome === 'none') return unjudged(mistyped)
    if (mistyped.accepted) return notApplicable('this target takes a reason that is a number')
    return sameBooking(
      beforeMistyped,
      afterMistyped,
      tellingFields,
      `though the cancel was refused (exchange ${mistyped.n})`,
    )
  },
})

export default suite
