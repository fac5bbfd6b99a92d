import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { JsonObject } from '../json.js'
import type { Reply } from '../model.js'
import type { Rules } from '../rules.js'

/** Sections 4.3, 1.5 and 9: what a list leaves out, and what it keeps of an answer before. */
export const listedFaults: readonly Fault[] = [
  {
    name: 'list-of-the-youngest-fifteen',
    clause: '4.3/list-confirmed-listed',
    title: 'the list has the youngest fifteen bookings of an account and no others',
    rules: (base) => ({
      isListed: (booking, ctx) =>
        base.isListed(booking, ctx) &&
        ctx.store
          .serials()
          .filter((serial) => ctx.store.versions(serial).at(-1)?.reseller === booking.reseller)
          .slice(-15)
          .includes(booking.serial),
    }),
  },
  {
    name: 'list-leaves-out-what-cannot-be-cancelled',
    clause: '4.3/list-confirmed-listed',
    title: 'the list leaves out confirmed bookings that are not cancellable',
    rules: (base) => ({
      isListed: (booking, ctx) =>
        base.isListed(booking, ctx) && (booking.status !== 'CONFIRMED' || ctx.rules.cancellable(booking, ctx)),
    }),
  },
  {
    name: 'list-with-prices-kept-for-the-next',
    clause: '9/no-pricing-without-capability-list',
    title: 'a list with prices is answered again to the next who asks for the same without the capability',
    rules: cached('with'),
  },
  {
    name: 'list-without-prices-kept-for-the-next',
    clause: '1.5/pricing-in-list',
    title: 'a list without prices is answered again to the next who asks for the same with the capability',
    rules: cached('without'),
  },
  confirmedPriced('get'),
  confirmedPriced('list'),
  {
    name: 'list-shows-lapsed-holds-without-prices',
    clause: '1.5/pricing-in-list',
    title: 'the list shows holds that have run out without prices',
    rules: unpriced((booking) => delete booking['pricing']),
  },
  {
    name: 'list-shows-lapsed-holds-with-empty-prices',
    clause: '1.5/pricing-in-list',
    title: 'the list shows holds that have run out with a price that is null',
    rules: unpriced((booking) => (booking['pricing'] = null)),
  },
]

interface Kept {
  readonly until: number
  readonly priced: boolean
  readonly reply: Reply
}

/** How long, in milliseconds, an answer is kept. */
const life = 500

/** Answers a list like the last that was asked for with the same inputs, if that was just now and with (or without) the capability. */
function cached(which: 'with' | 'without'): (base: Rules) => Partial<Rules> {
  const cache = new Map<string, Kept>()
  return (base) => ({
    afterReply: (reply, ctx) => {
      const shown = base.afterReply(reply, ctx)
      if (shown.kind !== 'list') return shown
      const asked = JSON.stringify([ctx.reseller, ctx.call.input])
      const priced = ctx.capabilities.length > 0
      const before = cache.get(asked)
      cache.set(asked, { until: ctx.now + life, priced, reply: structuredClone(shown) })
      const meets = before?.priced === (which === 'with') && before.priced !== priced && ctx.now < before.until
      return meets ? before.reply : shown
    },
  })
}

function confirmedPriced(operation: 'get' | 'list'): Fault {
  return {
    name: `${operation}-prices-confirmed-bookings-without-capability`,
    clause: `9/no-pricing-without-capability-${operation}`,
    title: `without the capability, ${operation} shows the prices of confirmed bookings`,
    rules: (base) => ({
      showBooking: (booking, ctx) => ({
        ...base.showBooking(booking, ctx),
        ...(ctx.operation === operation &&
          booking.status === 'CONFIRMED' && {
            pricing: ctx.rules.showBookingPricing(ctx.rules.bookingPrice(booking, ctx), ctx),
          }),
      }),
    }),
  }
}

function unpriced(edit: (booking: JsonObject) => unknown): (base: Rules) => Partial<Rules> {
  return (base) => ({
    afterReply: (reply, ctx) => {
      const shown = base.afterReply(reply, ctx)
      return shown.kind === 'list'
        ? editBookings(shown, (booking) => {
            if (booking['status'] === 'EXPIRED' && 'pricing' in booking) edit(booking)
          })
        : shown
    },
  })
}
