import type { Break } from '../change.js'
import type { Context } from '../context.js'
import { endsHolds } from '../changes/holds.js'
import { faults } from '../changes/rows.js'
import { ofStatus, on, put } from '../changes/on.js'
import { given, rule, seen, together } from '../changes/shown.js'
import { decides, forbids } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { Json } from '../json.js'
import type { Booking } from '../model.js'
import { textOf } from '../textOf.js'

const hour = 3_600_000
const day = 24 * hour

/** Sections 3 and 7: until when a booking can be cancelled and updated. */
export const cancellationWindowFaults: readonly Fault[] = faults({
  '3/window-over-not-cancellable': {
    'cut-off-an-hour-late-beside-holds-of-half-an-hour': [
      'the cancellation window of what says when it closes closes an hour late, and every hold ends after half an hour',
      given(
        'soon-on-a-timetable',
        together(
          closes((at) => at + hour),
          rule('holdEnd', (usual, before, _minutes, ctx) => usual(before, 30, ctx)),
        ),
      ),
    ],
    'cut-off-of-one-place-an-hour-late': [
      'the cancellation window of what has one place, on a fixed day, closes an hour late',
      given(
        'soon-has-one-place-on-a-fixed-day',
        closes((at) => at + hour),
      ),
    ],
    'cut-off-days-ahead-an-hour-late': given(
      'soon-is-days-ahead',
      closes((at) => at + hour),
    ),
    'get-keeps-what-it-read-until-the-next-write': [
      'get reckons cancellable of a confirmed booking once, and anew only when the booking was written',
      on('get').answers(
        put(
          '/cancellable',
          (was, { id, updatedAt }, { ctx }) => kept(`${textOf(id)} written at ${textOf(updatedAt)}`, was, day, ctx),
          ofStatus('CONFIRMED'),
        ),
      ),
    ],
    'get-keeps-what-it-read-of-a-hold-for-a-while': [
      'get shows for a quarter of an hour what it first read of cancellable of a hold',
      on('get').answers(
        put('/cancellable', (was, { id }, { ctx }) => kept(textOf(id), was, hour / 4, ctx), ofStatus('ON_HOLD')),
      ),
    ],
    'cut-off-five-minutes-late': ['the cancellation window closes five minutes late', closes((at) => at + hour / 12)],
    'hold-cancellable-until-it-is-confirmed': [
      'a hold stays cancellable when its window closes',
      rule('cancellable', (usual, booking, ctx) =>
        usual(booking, booking.status === 'ON_HOLD' ? { ...ctx, now: booking.createdAt } : ctx),
      ),
      'get /cancellable',
    ],
    'cancellable-as-at-creation': [
      'cancellable is found out when a booking is made, shown by get as it was then, and gone by',
      rule('cancellable', (usual, booking, ctx) => usual(booking, { ...ctx, now: booking.createdAt })),
      'get /cancellable',
    ],
    'list-shows-cancellable-as-at-creation': [
      'the list shows cancellable as it was when a booking was made',
      rule('cancellable', (usual, booking, ctx) =>
        usual(booking, ctx.operation === 'list' ? { ...ctx, now: booking.createdAt } : ctx),
      ),
      'list /cancellable',
    ],
  },
  '3/cancellable-inside-window': {
    'cut-off-days-ahead-an-hour-early': given(
      'soon-is-days-ahead',
      closes((at) => at - hour),
    ),
    'cut-off-on-the-evening-before': closes((at) => Math.floor(at / day) * day - hour),
  },
  '7/cancel-window-over-refused': {
    'cancel-an-hour-after-its-window-accepted': [
      'cancel is accepted for an hour after its window has closed',
      decides('cancel', (_allowed, booking, ctx) => ctx.rules.cancellable(booking, { ...ctx, now: ctx.now - hour })),
    ],
  },
  '7/update-window-over-refused': {
    'update-an-hour-after-its-window-accepted': [
      'update is accepted for an hour after its window has closed',
      decides('update', (_allowed, booking, ctx) => ctx.rules.cancellable(booking, { ...ctx, now: ctx.now - hour })),
    ],
  },
  '3/hold-outlives-window': {
    'holds-lapse-with-their-window': ['a hold runs out when its cancellation window closes', endsHolds(hasClosed)],
  },
  '3/confirm-window-over-accepted': { 'confirm-refused-once-the-window-has-closed': forbids('confirm', hasClosed) },
  '3/cancel-inside-window-allowed': {
    'cancel-closes-with-the-last-hour': [
      'cancel of a confirmed booking is refused in the last hour before its window closes, though cancellable is true',
      forbids('cancel', (booking, ctx) => booking.status === 'CONFIRMED' && isLastHour(booking, ctx)),
    ],
  },
  '3/update-inside-window-allowed': {
    'update-closes-with-the-last-hour': [
      'update of a confirmed booking is refused in the last hour before its window closes, though cancellable is true',
      forbids('update', (booking, ctx) => booking.status === 'CONFIRMED' && isLastHour(booking, ctx)),
    ],
  },
  '3/window-follows-start': {
    'cancel-goes-by-what-was-shown': [
      'cancel of a moved booking goes by cancellable as it was last shown, and nobody has read it since its window closed',
      together(
        decides('cancel', (_allowed, booking, ctx) => {
          const shown = Number(ctx.state.memory.get(`shown ${booking.serial}`) ?? booking.updatedAt)
          const wasMoved = ctx.store
            .versions(booking.serial)
            .some((each) => each.availabilityId !== booking.availabilityId)
          return ctx.rules.cancellable(booking, wasMoved ? { ...ctx, now: shown } : ctx)
        }),
        rule('cancellable', (usual, booking, ctx) => {
          if (ctx.operation === 'get' || ctx.operation === 'list')
            ctx.state.memory.set(`shown ${booking.serial}`, ctx.now)
          return usual(booking, ctx)
        }),
      ),
    ],
    'cut-off-of-the-start-before-a-move': [
      'the cancellation window stays that of the first start when a booking is moved',
      rule('cutOff', (usual, booking, ctx) => usual(ctx.store.versions(booking.serial)[0] ?? booking, ctx)),
      'get /cancellable',
    ],
  },
})

/** The window closes at another time than it should, and get shows that. */
function closes(when: (usual: number, booking: Booking) => number): Break {
  const cutOff = rule('cutOff', (usual, booking, ctx) => when(usual(booking, ctx), booking))
  return seen('get', '/cancellable', cutOff)
}

/** Has the window closed on a booking that was made inside it? */
function hasClosed(booking: Booking, ctx: Context): boolean {
  const cutOff = ctx.rules.cutOff(booking, ctx)
  return booking.createdAt < cutOff && ctx.now >= cutOff
}

function isLastHour(booking: Booking, ctx: Context): boolean {
  return ctx.now >= ctx.rules.cutOff(booking, ctx) - hour
}

/** What was read of cancellable under this name, as long as it is kept. */
function kept(name: string, now: Json, milliseconds: number, ctx: Context): Json {
  const [value, until] = [`cancellable of ${name}`, `cancellable until ${name}`]
  const end = ctx.state.memory.get(until)
  if (typeof end !== 'number' || ctx.now >= end) {
    ctx.state.memory.set(value, now)
    ctx.state.memory.set(until, ctx.now + milliseconds)
  }
  return ctx.state.memory.get(value) === true
}
