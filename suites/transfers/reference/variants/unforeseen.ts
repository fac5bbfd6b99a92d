import type { Change, Variant } from '../change.js'
import { is, needs, refuses } from '../changes/inputs.js'
import { add, ofStatus, on, put, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, together, wire } from '../changes/shown.js'
import type { Context } from '../context.js'
import { textOf, type JsonObject } from '../json.js'
import type { Booking, Slot } from '../model.js'
import type { WireAnswer } from '../wire.js'
import { exclusiveVan, vanTakes } from './places.js'

const withGuest: JsonObject = { guest: { email: 'guest@example.com' } }
const untilConfirmed = ofStatus('ON_HOLD', 'EXPIRED')

/** Legal servers that people wrote from the documents alone, and that a run failed once. */
export const unforeseenVariants: readonly Variant[] = variants({
  'texts-shown-once-confirmed': [
    'a booking shows its notes and its reference from its confirm on',
    on().answers(without('/notes', untilConfirmed), without('/reference', untilConfirmed)),
  ],
  'base-transfers-have-fields-of-their-own': [
    'without the capability, a transfer says in fields of its own how it is priced',
    on('transfers').answers(
      add('/pricing', { model: 'per vehicle' }),
      add('/price', 'on request'),
      add('/options/*/priceList', 'A'),
      add('/options/*/original', true),
    ),
  ],
  'receipt-needs-an-address': [
    'a receipt by e-mail is refused, as no booking has an e-mail address',
    together(refuses('confirm', 'emailReceipt', is(true)), refuses('update', 'emailReceipt', is(true))),
  ],
  'receipt-to-the-address-given': [
    'a receipt by e-mail is refused unless the request names an e-mail address',
    rules((base) => ({
      accepts: (field, value, ctx) => {
        const isReceipt = field === 'emailReceipt' && value === true
        return base.accepts(field, value, ctx) && (!isReceipt || hasAddress(ctx))
      },
    })),
    { profile: { operations: { confirm: { body: withGuest }, update: { body: withGuest } } } },
  ],
  'list-needs-a-booking-type': [
    'the list wants a booking type, and the profile has it ask for products each time',
    needs('list', 'bookingType'),
    { profile: { operations: { list: { query: { bookingType: 'Product' } } } } },
  ],
  'confirm-is-turned-down-at-times': [
    'every third confirm is answered as PENDING, and turned down then; the profile names the state',
    {
      ...rules((base) => ({
        applyConfirm: (booking, input, ctx) => {
          if (ctx.state.count('confirms') % 3 === 0) ctx.state.memory.set(turnedDown(booking), true)
          return base.applyConfirm(booking, input, ctx)
        },
        may: (usual, booking, ctx) => !ctx.state.memory.has(turnedDown(booking)) && base.may(usual, booking, ctx),
        showBooking: (booking, ctx) => {
          const shown = base.showBooking(booking, ctx)
          if (booking.status !== 'CONFIRMED' || !ctx.state.memory.has(turnedDown(booking))) return shown
          return { ...shown, status: ctx.operation === 'confirm' ? 'PENDING' : 'REJECTED', cancellable: false }
        },
      })),
    },
    { profile: { booking: { statuses: { rejected: 'REJECTED', pending: ['PENDING'] } } } },
  ],
  'keys-answer-their-first-answer': [
    'a key that was used before is answered with its first answer, byte for byte, whatever the request says now',
    wire((base) => ({
      finish: (answer, exchange) => {
        const finished = base.finish(answer, exchange)
        const { operation, call, reply, state } = exchange
        if (operation !== 'reserve' || reply?.kind !== 'booking' || finished === 'drop') return finished
        const name = `first answer ${call?.reseller ?? ''} ${textOf(call?.input.idempotencyKey ?? '').toLowerCase()}`
        // Nothing else is kept under this name.
        const first = state.memory.get(name) as WireAnswer | undefined
        if (first !== undefined && !reply.created) return { ...first, headers: finished.headers }
        state.memory.set(name, finished)
        return finished
      },
    })),
  ],
  'keys-forgotten-with-their-hold': [
    'a key can be used anew once the hold that it made has ended',
    rule('madeBefore', (usual, booking, ctx) => (booking.status === 'EXPIRED' ? null : usual(booking, ctx))),
  ],
  'confirm-answers-the-hold': [
    'confirm answers the booking as it still is, ON_HOLD, and every read after it shows it confirmed',
    on('confirm').answers(put('/status', 'ON_HOLD')),
  ],
  'option-ids-shared': [
    'options of one transfer that are of one vehicle have one id',
    on('transfers').answers(put('/options/1/id', (_was, _option, { item }) => idOfFirst(item))),
    { warns: ['2.3/option-ids-unique'] },
  ],
  'update-takes-a-reference-alone': [
    'update takes a reference and nothing else, as the profile says',
    rule('updatable', () => ['reference']),
    {
      profile: {
        operations: {
          update: {
            availabilityId: null,
            productId: null,
            optionId: null,
            expirationMinutes: null,
            emailReceipt: null,
          },
        },
      },
    },
  ],
  'list-sorts-by-the-original-price': [
    'the list sorts by the original price of bookings, of which each has another discount',
    sortsByOriginal(),
  ],
  'list-sorts-by-a-price-that-is-not-shown': [
    'the list sorts by the original price of bookings, which none shows',
    together(on().answers(without('/pricing/original')), sortsByOriginal()),
  ],
  'lapsed-place-taken-by-somebody-else': [
    'an availability of a van takes one booking; of those on which a hold has run out, the third that is wanted again has gone to another reseller',
    rules((base) => ({
      ...vanTakes(() => 1)(base),
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) && wantedAgain(slot, ctx)[2] !== slot.availabilityId,
    })),
    { profile: exclusiveVan() },
  ],
  'moved-places-taken-by-somebody-else': [
    'an availability of a van takes one booking; the first two to which a hold was moved, and on which that has run out, go to another reseller',
    rules((base) => ({
      ...vanTakes(() => 1)(base),
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) && !wantedAgain(slot, ctx, wasMoved).slice(0, 2).includes(slot.availabilityId),
    })),
    { profile: exclusiveVan() },
  ],
  'ids-renewed-with-the-end-of-a-hold': [
    'an availability of a van takes one booking; its id is of no more use once a hold on it is over, and a check calls it by a new one then',
    rules((base) => ({
      ...vanTakes(() => 1)(base),
      slots: (option, from, to, ctx) =>
        base.slots(option, from, to, ctx).map((slot) => ({ ...slot, availabilityId: renewed(slot, ctx) })),
      slot: (id, ctx) => {
        const slot = base.slot(id.replace(/~\d{1,6}$/, ''), ctx)
        return slot && { ...slot, availabilityId: id }
      },
      isFree: (slot, except, ctx) => base.isFree(slot, except, ctx) && !isUsedUp(slot, ctx),
    })),
    { profile: exclusiveVan() },
  ],
})

/** Holds that ran out on an availability. */
function lapsed(availabilityId: string, ctx: Context): readonly Booking[] {
  return ctx.store
    .ofAvailability(availabilityId)
    .filter(
      (booking) => booking.status === 'EXPIRED' || (booking.status === 'ON_HOLD' && ctx.rules.isOver(booking, ctx)),
    )
}

function wasMoved({ serial, availabilityId }: Booking, { store }: Context): boolean {
  return store.versions(serial).some((each) => each.availabilityId !== availabilityId)
}

function isUsedUp({ availabilityId, optionId }: Slot, ctx: Context): boolean {
  return optionId === 'opt-van' && lapsed(availabilityId, ctx).length > 0
}

/** The id that nobody has used up yet. */
function renewed(slot: Slot, ctx: Context, times = 0): string {
  const availabilityId = times === 0 ? slot.availabilityId : `${slot.availabilityId}~${times}`
  return isUsedUp({ ...slot, availabilityId }, ctx) ? renewed(slot, ctx, times + 1) : availabilityId
}

/** The availabilities on which a hold has run out, in the order in which somebody wanted them after that. */
function wantedAgain(
  { availabilityId }: Slot,
  ctx: Context,
  which: (booking: Booking, ctx: Context) => boolean = () => true,
): readonly string[] {
  const name = 'wanted again'
  // Nobody else writes it.
  const before = (ctx.state.memory.get(name) ?? []) as readonly string[]
  if (ctx.operation !== 'reserve' || before.includes(availabilityId)) return before
  if (!lapsed(availabilityId, ctx).some((booking) => which(booking, ctx))) return before
  const now = [...before, availabilityId]
  ctx.state.memory.set(name, now)
  return now
}

function hasAddress({ call }: Context): boolean {
  return call.unknownFields.includes('guest')
}

function turnedDown({ serial }: Booking): string {
  return `turned down ${serial}`
}

function idOfFirst(item: JsonObject): string {
  const [first] = Array.isArray(item['options']) ? item['options'] : []
  return typeof first === 'object' && first !== null && 'id' in first ? textOf(first['id']) : ''
}

function sortsByOriginal(): Change {
  const original = (booking: Booking, ctx: Context): number => {
    const price = ctx.rules.bookingPrice(booking, ctx)
    return price.original / 10 ** price.currencyPrecision
  }
  return rules((base) => ({
    bookingPrice: (booking, ctx) => {
      const price = base.bookingPrice(booking, ctx)
      return { ...price, original: price.original + ((booking.serial * 7919) % 50) * 100 }
    },
    compare: (a, b, order, ctx) =>
      order.field === 'price'
        ? (original(a, ctx) - original(b, ctx) || a.serial - b.serial) * (order.descending ? -1 : 1)
        : base.compare(a, b, order, ctx),
  }))
}
