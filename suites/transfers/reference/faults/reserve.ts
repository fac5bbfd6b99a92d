import { anything, needs, needsNot, readsInList, refuses, takes } from '../changes/inputs.js'
import { nothingBut, on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { exclusively, given, rule, rules, seen, together } from '../changes/shown.js'
import { pretends, saysRefused } from '../changes/refusals.js'
import type { Change } from '../change.js'
import { productOptions } from '../catalog.js'
import type { Context } from '../context.js'
import { pause } from '../pause.js'
import type { Fault } from '../fault.js'
import type { Slot } from '../model.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

/** Reserve takes what has started. */
const soldOnceStarted = seen(
  'reserve',
  '',
  rule(
    'isFree',
    (usual, slot, except, ctx) => usual(slot, except, ctx) || (ctx.operation === 'reserve' && slot.start <= ctx.now),
  ),
)

/** Section 4.2: creating a booking, and what sections 3 and 7 say of it. */
export const reserveFaults: readonly Fault[] = faults({
  '4.2/reserve-accepted': { 'reserve-answers-an-id-alone': on('reserve').answers(nothingBut('id')) },
  '4.2/new-booking-on-hold': {
    'new-booking-is-confirmed': [rule('initialStatus', () => 'CONFIRMED'), 'reserve /status'],
    'new-booking-with-notes-is-pending': [
      'a new booking with notes has status PENDING',
      on('reserve').answers(put('/status', 'PENDING', ({ item }) => item['notes'] !== null)),
    ],
    'late-start-is-confirmed-at-once': [
      'what starts too soon to be cancelled is confirmed at once',
      rule('initialStatus', (usual, ctx) => (ctx.call.input.optionId === 'opt-late' ? 'CONFIRMED' : usual(ctx))),
      'reserve /status',
    ],
    'new-booking-of-200-minutes-is-confirmed': [
      'a new booking of the longest hold time is confirmed at once',
      rule('initialStatus', (usual, ctx) => (ctx.call.input.expirationMinutes === 200 ? 'CONFIRMED' : usual(ctx))),
      'reserve /status',
    ],
  },
  '4.2/notes-optional': { 'reserve-needs-notes': ['reserve without notes is refused', needs('reserve', 'notes')] },
  '4.2/notes-accepted': {
    'reserve-refuses-notes': ['reserve with notes is refused', refuses('reserve', 'notes', anything)],
  },
  '4.2/notes-kept': {
    'get-shows-no-notes': ['get shows no notes', on('get').answers(put('/notes', null))],
    'long-hold-loses-notes': on().answers(put('/notes', null, ({ item }) => Number(item['expirationMinutes']) > 100)),
  },
  '4.2/notes-mistyped-refused': {
    'reserve-takes-mistyped-notes': ['reserve accepts notes that are a number', takes('reserve', 'notes', anything)],
  },
  '4.2/availability-id-missing-refused': {
    'reserve-without-availability-accepted': [
      'reserve without availabilityId books something',
      together(
        needsNot('reserve', 'availabilityId'),
        slots((found, _id, ctx) => (ctx.call.input.availabilityId === undefined ? (found ?? anySlot(ctx)) : found)),
      ),
    ],
  },
  '4.2/availability-id-empty-refused': {
    'reserve-of-an-empty-availability-books-something': [
      'reserve looks for an availability only where the availabilityId is not empty, and books something else',
      slots((found, id, ctx) => (id === '' ? anySlot(ctx) : found)),
      'reserve',
    ],
  },
  '4.2/option-id-missing-refused': {
    'reserve-without-option-accepted': ['reserve without optionId is accepted', needsNot('reserve', 'optionId')],
  },
  '4.2/option-id-mistyped-refused': {
    'reserve-reads-an-option-in-a-list': ['reserve takes a list with an optionId for it', readsInList('optionId')],
  },
  '4.2/product-id-missing-refused': {
    'reserve-without-product-accepted': ['reserve without productId is accepted', needsNot('reserve', 'productId')],
  },
  '4.2/product-id-mistyped-refused': {
    'reserve-reads-a-product-in-a-list': ['reserve takes a list with a productId for it', readsInList('productId')],
  },
  '4.2/option-of-other-product-refused': {
    'reserve-of-foreign-option-accepted': [
      'reserve of an option of another product is accepted',
      together(
        seen(
          'reserve',
          '',
          rule(
            'option',
            (usual, product, option, ctx) =>
              usual(product, option, ctx) ??
              (ctx.operation === 'reserve' ? productOptions.find(({ optionId }) => optionId === option) : undefined),
          ),
        ),
        rule(
          'fits',
          (usual, slot, product, option, ctx) => ctx.operation === 'reserve' || usual(slot, product, option, ctx),
        ),
      ),
      'reserve',
    ],
  },
  '7/reserve-unknown-availability-refused': {
    'unknown-availability-accepted': [
      'reserve of an availability that does not exist is accepted',
      slots((found, id, ctx) => found ?? (id === '' ? undefined : anySlot(ctx))),
      'reserve',
    ],
    'unknown-availability-accepted-the-second-time': [
      'only the first reserve of an availability that does not exist is refused',
      slots(
        (found, _id, ctx) =>
          found ?? (ctx.state.count('unknown-availability-accepted-the-second-time') > 1 ? anySlot(ctx) : undefined),
      ),
      'reserve',
    ],
  },
  '7/reserve-started-refused': {
    'what-has-started-is-sold-of-any-day': given('what-starts-next-is-asked-day-by-day', soldOnceStarted),
    'what-has-started-is-sold-by-local-time': [
      'reserve counts starts in the time of a place in the west, where it is five hours earlier',
      given(
        'what-starts-next-is-sold',
        rules((base) => ({
          isFree: (slot, except, ctx) =>
            base.isFree(slot, except, ctx.operation === 'reserve' ? { ...ctx, now: ctx.now - 5 * 3_600_000 } : ctx),
        })),
      ),
      'reserve',
    ],
  },
  '7/reserve-sold-out-refused': {
    'sold-out-overbooked': [
      'what the availability check shows as sold out can be reserved',
      rule(
        'isFree',
        (usual, slot, except, ctx) =>
          usual(slot, except, ctx) || (slot.productId === 'prod-full' && slot.start > ctx.now),
      ),
      'reserve',
    ],
    'sold-out-seems-reserved': pretends('reserve', (_code, { call }) => call.input.productId === 'prod-full'),
  },
  '7/reserve-again-refused': {
    'refused-reserve-passes-the-second-time': [
      'a reserve whose key was refused before is not asked whether there is room',
      rules((base) => ({
        isFree: (slot, except, ctx) => isInsisted(ctx) || base.isFree(slot, except, ctx),
        afterReply: (reply, ctx) => {
          if (ctx.operation === 'reserve' && reply.kind === 'refused') ctx.state.count(refusedKey(ctx))
          return base.afterReply(reply, ctx)
        },
      })),
      'reserve',
    ],
    'refused-reserve-seems-made-the-second-time': [
      'a key that was refused for want of room is answered as if its booking had been made',
      pretends('reserve', (code, ctx) => code === 'NOT_AVAILABLE' && ctx.state.count(refusedKey(ctx)) > 1),
    ],
  },
  '7/refused-reserve-leaves-no-booking': {
    'refused-reserve-leaves-booking': seen(['list', 'get', 'reserve'], ['', '/id'], rules(keptThoughRefused)),
    'reserve-refused-without-product-leaves-booking': [
      'reserve without productId is refused, yet the booking is there',
      together(
        needsNot('reserve', 'productId'),
        saysRefused('reserve', ({ call }) => call.input.productId === undefined),
      ),
      'list',
    ],
    'exclusive-availability-refused-and-booked': [
      'a reserve of an availability that is held is refused, and makes a booking all the same',
      given(
        'exclusive-availability',
        rules((base) => ({
          isFree: (slot, except, ctx) => ctx.operation === 'reserve' || base.isFree(slot, except, ctx),
          afterReply: (reply, ctx) => {
            const shown = base.afterReply(reply, ctx)
            if (ctx.operation !== 'reserve' || reply.kind !== 'booking' || !reply.created) return shown
            const id = textOf(ctx.call.input.availabilityId)
            const others = ctx.store.ofAvailability(id).filter((booking) => ctx.rules.occupies(booking, ctx))
            return others.length > 1 ? { kind: 'refused', code: 'NOT_AVAILABLE', message: 'not available' } : shown
          },
        })),
      ),
      'list',
    ],
    'exclusive-availability-refused-and-kept-as-cancelled': [
      'a reserve of an availability that is held is refused, and kept as a booking that is cancelled',
      given(
        'exclusive-availability',
        rule('afterReply', (usual, reply, ctx) => {
          const { operation, call, store } = ctx
          const [holder] = store.ofAvailability(textOf(call.input.availabilityId))
          if (operation === 'reserve' && reply.kind === 'refused' && holder !== undefined) {
            const serial = store.takeSerial()
            const id = ctx.newBookingId(serial, null)
            store.put({ ...holder, serial, id, status: 'CANCELLED', holdEnd: null, notes: textOf(call.input.notes) })
          }
          return usual(reply, ctx)
        }),
      ),
      'list',
    ],
  },
  '3/availability-held': {
    'exclusive-availability-not-held-by-holds': [
      'an availability that takes one booking is only taken once that is confirmed',
      exclusively(rule('occupies', (usual, booking, ctx) => booking.status !== 'ON_HOLD' && usual(booking, ctx))),
    ],
  },
  '3/availability-held-concurrent': {
    'exclusive-availability-held-twice-at-once': [
      'an availability that takes one booking is held by two when the requests meet',
      exclusively(
        rule('between', (usual, step, ctx) =>
          step === 'reserve: availability checked' ? pause(10) : usual(step, ctx),
        ),
      ),
    ],
  },
  '7/refused-update-changes-nothing': {
    'refused-move-frees-the-availability': [
      'an update to an availability that is held is refused, and the one that the hold has is free for others then',
      exclusively(
        rules((base) => ({
          afterReply: (reply, ctx) => {
            const { operation, call, store, state } = ctx
            const [serial] = store.withId(call.id ?? '')
            if (
              operation === 'update' &&
              reply.kind === 'refused' &&
              reply.code === 'NOT_AVAILABLE' &&
              serial !== undefined
            )
              state.memory.set(`refused-move ${serial}`, true)
            return base.afterReply(reply, ctx)
          },
          occupies: (booking, ctx) =>
            base.occupies(booking, ctx) && ctx.state.memory.get(`refused-move ${booking.serial}`) !== true,
        })),
      ),
    ],
  },
})

/** Another slot, or none, for the one that a reserve names. */
function refusedKey({ call }: Context): string {
  return `refused ${textOf(call.input.idempotencyKey)}`
}

function isInsisted(ctx: Context): boolean {
  return ctx.operation === 'reserve' && ctx.state.counted(refusedKey(ctx)) > 0
}

function slots(find: (found: Slot | undefined, id: string, ctx: Context) => Slot | undefined): Change {
  return rule('slot', (usual, id, ctx) => {
    const found = usual(id, ctx)
    return ctx.operation === 'reserve' ? find(found, id, ctx) : found
  })
}

/** Some slot of the option that the call names: the one that a server without a check would book. */
function anySlot(ctx: Context): Slot {
  const { productId, optionId } = ctx.call.input
  const start = Math.ceil(ctx.now / 86_400_000) * 86_400_000 + 3 * 86_400_000
  return {
    availabilityId: 'opt-none_made-up',
    productId: typeof productId === 'string' ? productId : 'prod-transfer',
    optionId: typeof optionId === 'string' ? optionId : 'opt-sedan',
    start,
  }
}

function isUnknown(base: Rules, ctx: Context): boolean {
  return ctx.operation === 'reserve' && base.slot(textOf(ctx.call.input.availabilityId), ctx) === undefined
}

/** Books an availability that does not exist, and then says that it did not. */
function keptThoughRefused(base: Rules): Partial<Rules> {
  return {
    slot: (id, ctx) => base.slot(id, ctx) ?? (isUnknown(base, ctx) ? anySlot(ctx) : undefined),
    ...saysRefused('reserve', (ctx) => isUnknown(base, ctx)).rules?.(base),
  }
}
