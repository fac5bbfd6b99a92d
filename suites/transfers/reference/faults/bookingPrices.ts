import { editBookingPricing, editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { JsonObject } from '../json.js'
import type { OperationName } from '../model.js'
import { textOf } from '../textOf.js'

const answering = ['reserve', 'extend', 'confirm', 'update', 'cancel', 'get', 'list'] as const

/** Sections 1.5, 2.5 and 8: the price data of bookings. */
export const bookingPriceFaults: readonly Fault[] = [
  ...answering.map((operation): Fault => ({
    name: `pricing-missing-in-${operation}`,
    clause: `1.5/pricing-in-${operation}`,
    title: `the answer to ${operation} has no pricing`,
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        ctx.operation === operation
          ? editBookings(base.afterReply(reply, ctx), (booking) => {
              delete booking['pricing']
            })
          : base.afterReply(reply, ctx),
    }),
  })),
  {
    name: 'booking-pricing-is-a-number-in-get',
    clause: '2.5/pricing',
    title: 'get shows a number for pricing',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'get' && booking['pricing'] !== undefined) booking['pricing'] = 9900
        }),
    }),
  },
  ...(['total', 'net', 'taxes'] as const).flatMap((part): Fault[] => [
    edited(`booking-${part}-missing-in-get`, `2.5/pricing-${part}`, `get does not show ${part}`, 'get', (pricing) => {
      delete pricing[part]
    }),
    edited(
      `booking-${part}-missing-in-list`,
      `2.5/pricing-${part}`,
      `the list does not show ${part}`,
      'list',
      (pricing) => {
        delete pricing[part]
      },
    ),
    edited(
      `booking-${part}-null-after-confirm`,
      `2.5/pricing-${part}`,
      `confirm shows null for ${part}`,
      'confirm',
      (pricing) => {
        pricing[part] = null
      },
    ),
  ]),
  edited('booking-total-as-text', '8/booking-amounts-are-integers', 'get shows the total as text', 'get', (pricing) => {
    pricing['total'] = textOf(pricing['total'])
  }),
  edited(
    'booking-total-in-major-units',
    '8/booking-amounts-are-integers',
    'confirm shows the total as a decimal',
    'confirm',
    (pricing) => {
      pricing['total'] = (Number(pricing['total']) + 1) / 100 + 0.001
    },
  ),
  edited(
    'booking-net-fractional-in-list',
    '8/booking-amounts-are-integers',
    'the list shows fractions of a net amount',
    'list',
    (pricing) => {
      pricing['net'] = Number(pricing['net']) + 0.5
    },
  ),
  edited(
    'booking-precision-as-text',
    '8/booking-currency-precision',
    'currencyPrecision of a booking is text',
    null,
    (pricing) => {
      pricing['currencyPrecision'] = '2'
    },
  ),
  edited(
    'booking-precision-fractional-in-get',
    '8/booking-currency-precision',
    'get shows currencyPrecision 1.5',
    'get',
    (pricing) => {
      pricing['currencyPrecision'] = 1.5
    },
  ),
  edited(
    'booking-precision-zero',
    '8/booking-precision-is-the-currencys',
    'currencyPrecision of a booking is 0',
    null,
    (pricing) => {
      pricing['currencyPrecision'] = 0
    },
  ),
  edited(
    'booking-precision-three-in-list',
    '8/booking-precision-is-the-currencys',
    'the list shows currencyPrecision 3',
    'list',
    (pricing) => {
      pricing['currencyPrecision'] = 3
    },
  ),
]

function edited(
  name: string,
  clause: string,
  title: string,
  operation: OperationName | null,
  edit: (pricing: JsonObject) => void,
): Fault {
  return {
    name,
    clause,
    title,
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookingPricing(base.afterReply(reply, ctx), (pricing) => {
          if (operation === null || ctx.operation === operation) edit(pricing)
        }),
    }),
  }
}
