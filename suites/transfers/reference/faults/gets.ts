import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { JsonObject } from '../json.js'
import type { Rules } from '../rules.js'

/** Section 4.3: get booking. */
export const getFaults: readonly Fault[] = [
  {
    name: 'get-refused',
    clause: '4.3/get-accepted',
    title: 'get of a booking on hold is refused',
    rules: (base) => ({
      sees: (booking, ctx) => !(ctx.operation === 'get' && booking.status === 'ON_HOLD') && base.sees(booking, ctx),
    }),
  },
  {
    name: 'get-answers-the-booking-before',
    clause: '4.3/get-accepted',
    title: 'get answers the booking that was made before the one asked for',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        if (ctx.operation !== 'get' || shown.kind !== 'booking') return shown
        const [serial = 0] = ctx.store.withId(ctx.call.id ?? '')
        const before = ctx.store.versions(serial - 1).at(-1)
        return before === undefined ? shown : { ...shown, booking: ctx.rules.showBooking(before, ctx) }
      },
    }),
  },
  differs('get-loses-notes', 'get does not show the notes', (booking) => {
    booking['notes'] = null
  }),
  differs('get-shows-one-minute-less', 'get shows one minute less', (booking) => {
    booking['expirationMinutes'] = Math.max(20, Number(booking['expirationMinutes']) - 1)
  }),
  differs('get-shows-not-cancellable', 'get shows a hold as not cancellable', (booking) => {
    if (booking['status'] === 'ON_HOLD') booking['cancellable'] = false
  }),
  differs('get-shows-another-price', 'get shows another total', (booking) => {
    const pricing = booking['pricing']
    if (typeof pricing === 'object' && pricing !== null && !Array.isArray(pricing))
      pricing['total'] = Number(pricing['total']) + 100
  }),
  {
    name: 'get-of-unknown-id-answers-another-booking',
    clause: '4.3/get-unknown-id-refused',
    title: 'get of an id that does not exist answers the latest booking of the reseller',
    rules: (base) => ({ afterReply: answerLatest(base) }),
  },
  {
    name: 'get-of-unknown-id-answers-an-empty-booking',
    clause: '4.3/get-unknown-id-refused',
    title: 'get of an id that does not exist answers a booking that was made up',
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        if (
          ctx.operation !== 'get' ||
          shown.kind !== 'refused' ||
          shown.code !== 'UNKNOWN_BOOKING' ||
          ctx.store.withId(ctx.call.id ?? '').length > 0
        )
          return shown
        const booking = { id: ctx.call.id ?? '', status: 'ON_HOLD', cancellable: false, expirationMinutes: 20 }
        return { kind: 'booking', booking, created: false }
      },
    }),
  },
]

function differs(name: string, title: string, edit: (booking: JsonObject) => void): Fault {
  return {
    name,
    clause: '4.3/get-equals-created',
    title,
    rules: (base) => ({
      afterReply: (reply, ctx) => {
        const shown = base.afterReply(reply, ctx)
        return ctx.operation === 'get' ? editBookings(shown, edit) : shown
      },
    }),
  }
}

function answerLatest(base: Rules): Rules['afterReply'] {
  return (reply, ctx) => {
    const shown = base.afterReply(reply, ctx)
    if (ctx.operation !== 'get' || shown.kind !== 'refused' || shown.code !== 'UNKNOWN_BOOKING') return shown
    const latest = ctx.store
      .serials()
      .flatMap((serial) => ctx.store.versions(serial).at(-1) ?? [])
      .filter((booking) => booking.reseller === ctx.reseller)
      .at(-1)
    return latest === undefined
      ? shown
      : { kind: 'booking', booking: ctx.rules.showBooking(latest, ctx), created: false }
  }
}
