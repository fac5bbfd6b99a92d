import type { JsonObject } from '../json.js'
import {
  aCount,
  aDay,
  aText,
  aYesOrNo,
  described,
  describeApi,
  inPath,
  listOf,
  named,
  object,
  oneOf,
} from './describe.js'

const holdTime: JsonObject = { type: 'integer', minimum: 20, maximum: 200 }
const booking: JsonObject = named('Booking')
const ofBooking: JsonObject[] = [inPath('bookingNumber')]

/** How the partner tells those who build on it: its OpenAPI document, in its own words. */
export const partnerDescription: JsonObject = describeApi(
  'Partner rides',
  {
    '/transfers': { post: described('Quote a ride', { currency: oneOf('USD', 'EUR', 'GBP') }, object({ id: aText })) },
    '/availability': {
      post: described(
        'Find free slots',
        { productId: aText, optionId: aText, window: object({ from: aDay, to: aDay }) },
        object({ data: object({ slots: listOf(object({ slot: object({ token: aText }), startsAt: aText })) }) }),
        { required: ['productId', 'optionId'] },
      ),
    },
    '/bookings': {
      post: described(
        'Hold a slot',
        {
          availabilityId: aText,
          productId: aText,
          optionId: aText,
          expirationMinutes: holdTime,
          currency: aText,
          remarks: aText,
          travellers: listOf(object({ type: oneOf('ADULT', 'CHILD') })),
        },
        booking,
        {
          required: ['availabilityId', 'productId', 'optionId', 'travellers'],
          headers: { 'Idempotency-Key': { type: 'string', format: 'uuid' } },
        },
      ),
    },
    '/bookings/{bookingNumber}': {
      parameters: ofBooking,
      put: described(
        'Change a booking',
        {
          availabilityId: aText,
          productId: aText,
          optionId: aText,
          expirationMinutes: holdTime,
          voucher: object({ number: aText }),
          receipt: object({ send: aYesOrNo }),
        },
        booking,
      ),
      delete: described('Cancel a booking', { why: aText }, booking),
    },
    '/bookings/{bookingNumber}/extend': {
      parameters: ofBooking,
      post: described('Lengthen a hold', { expirationMinutes: holdTime }, booking, { required: ['expirationMinutes'] }),
    },
    '/bookings/{bookingNumber}/confirmation': {
      parameters: ofBooking,
      put: described(
        'Confirm a booking that is on hold',
        { voucher: object({ number: aText }), receipt: object({ send: aYesOrNo }) },
        booking,
      ),
    },
    '/reservations/{bookingNumber}': { parameters: ofBooking, get: described('Read one booking', null, booking) },
    '/reservations/search': {
      post: described(
        'Search bookings',
        {
          paging: object({ number: aCount, size: aCount }),
          sort: object({ by: oneOf('created', 'price.total'), direction: oneOf('asc', 'desc') }),
          filter: object({ kind: oneOf('PRODUCT_BOOKING') }),
        },
        object({ result: object({ entries: listOf(booking), total: aCount }) }),
      ),
    },
    '/test/clock': {
      post: described(
        'Move the clock of the sandbox forward',
        { forward: { type: 'integer', description: 'minutes' } },
        object({ now: aText }),
      ),
    },
    '/test/redeemed/{bookingNumber}': {
      parameters: ofBooking,
      put: described('Take a confirmed booking for used by its guest (sandbox)', null, booking),
    },
  },
  {
    Booking: object({
      bookingNumber: aText,
      status: oneOf('ON_HOLD', 'BOOKED', 'VOIDED', 'LAPSED', 'USED'),
      cancellable: aYesOrNo,
      expirationMinutes: holdTime,
      remarks: aText,
      hold: object({ until: aText }),
      voucher: object({ number: aText }),
    }),
  },
)
