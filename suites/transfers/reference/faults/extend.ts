import { answersAnother } from '../changes/refusals.js'
import { endsHolds } from '../changes/holds.js'
import { nothingBut, on, put } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen, together } from '../changes/shown.js'
import { after, allows, changesThoughRefused, forbids, keeps, loses, makes, of } from '../changes/writes.js'
import { refusedCall, refusesWith, saysNothing } from '../changes/wires.js'
import type { Fault } from '../fault.js'
import { textOf } from '../textOf.js'

const minute = 60_000
const extended = after('extend')
const whatExtendChanges = ['/expirationMinutes', '/holdEnd']

/** Sections 3, 4.3 and 7: extend. Its minutes have a table of their own. */
export const extendFaults: readonly Fault[] = faults({
  '4.3/extend-accepted': {
    'extend-does-not-find-holds': [
      'extend is refused for a booking on hold, with the 404 of a booking that there is not',
      together(
        forbids('extend', () => true),
        refusesWith(404, (exchange) => exchange.operation === 'extend' && refusedCall(exchange)),
      ),
    ],
    'extend-answers-204': [
      'extend is carried out and answers 204 without the booking',
      saysNothing(({ operation, reply }) => operation === 'extend' && reply?.kind === 'booking'),
      'extend',
    ],
    'extend-answers-nothing': ['extend answers without the booking', on('extend').answers(nothingBut())],
    'extend-gives-a-new-id': [
      'a booking has another id once it is extended',
      makes('extend', (_made, _before, ctx) => ({ id: ctx.newBookingId(ctx.store.takeSerial(), null) })),
      'extend /id',
    ],
    'extend-answers-another-id': on('extend').answers(put('/id', (id) => `${textOf(id)}-extended`)),
  },
  '3/extend-stays-on-hold': {
    'extend-confirms': [makes('extend', () => ({ status: 'CONFIRMED' })), 'extend /status'],
    'second-extend-confirms': [
      'the second extend confirms the booking',
      makes('extend', (_made, before, ctx) => (extended(before, ctx) ? { status: 'CONFIRMED' } : {})),
      'extend /status',
    ],
    'extend-status-not-saved-right': [keeps('extend', () => ({ status: 'CONFIRMED' })), 'get /status'],
  },
  '3/extend-persisted-get': {
    'extend-not-saved': seen('get', whatExtendChanges, loses('extend')),
    'extend-minutes-not-saved': [
      'extend keeps the new end of the hold but not the new minutes',
      keeps('extend', (_booking, before) => (before === null ? {} : { expirationMinutes: before.expirationMinutes })),
      'get /expirationMinutes',
    ],
    'second-extend-not-saved': seen('get', whatExtendChanges, loses('extend', extended)),
    'extend-answers-the-former-end': [
      'the answer to extend has the end that the hold had before',
      on('extend').answers(
        put('/holdEnd', (was, _booking, { ctx }) => {
          const [before] = ctx.store.versions(ctx.store.withId(ctx.call.id ?? '')[0] ?? 0).slice(-2)
          return typeof before?.holdEnd === 'number' ? ctx.rules.showTime(before.holdEnd, ctx) : was
        }),
      ),
      'get /holdEnd',
    ],
  },
  '3/extend-twice-accepted': {
    'second-extend-refused': ['a booking can be extended once only', forbids('extend', extended)],
  },
  '3/extend-lengthens-hold': {
    'extend-does-not-move-the-end': [
      'extend shows more minutes, and the hold ends when it would have',
      rule(
        'holdEnd',
        (usual, booking, minutes, ctx) =>
          (ctx.operation === 'extend' ? booking?.holdEnd : null) ?? usual(booking, minutes, ctx),
      ),
      'get /status',
    ],
    'extend-shortens': [
      'extend makes the hold end at once, so to speak: after 10 minutes',
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        ctx.operation === 'extend' ? ctx.now + 10 * minute : usual(booking, minutes, ctx),
      ),
      'get /status',
    ],
  },
  '3/extend-outlives-former-end': {
    'extend-shown-but-not-heeded': [
      'an extended hold shows a later end but runs out when it would have',
      endsHolds((booking, ctx) => {
        const [first] = ctx.store.versions(booking.serial)
        return extended(booking, ctx) && ctx.now >= booking.createdAt + (first?.expirationMinutes ?? 0) * minute
      }),
    ],
    'second-extend-shown-but-not-heeded': [
      'the second extend of a hold shows a later end, and the hold runs out at that of the first',
      endsHolds((booking, ctx) => {
        const [, first, second] = ctx.store.versions(booking.serial).filter(({ status }) => status === 'ON_HOLD')
        const isHollow = ctx.state.history(booking.id).filter((each) => each === 'extend').length > 1
        return isHollow && second !== undefined && ctx.now >= (first?.holdEnd ?? Infinity)
      }),
    ],
    'late-extend-not-heeded': [
      'an extend in the last minutes of a hold does not make it longer',
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        ctx.operation === 'extend' && typeof booking?.holdEnd === 'number' && booking.holdEnd - ctx.now < 5 * minute
          ? booking.holdEnd
          : usual(booking, minutes, ctx),
      ),
      'get /status',
    ],
  },
  '3/extend-still-ends': {
    'extended-hold-never-ends': [
      'a hold that was extended never ends',
      rule('isOver', (usual, booking, ctx) => usual(booking, ctx) && !extended(booking, ctx)),
      'get /status',
    ],
    'extend-counts-twice': [
      'an extended hold lasts twice as long as it was extended',
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        usual(booking, ctx.operation === 'extend' ? 2 * minutes : minutes, ctx),
      ),
      'get /status',
    ],
  },
  '7/extend-confirmed-refused': {
    'extend-of-confirmed-accepted': ['a confirmed booking can be extended', allows('extend', of('CONFIRMED'))],
  },
  '7/extend-cancelled-refused': {
    'extend-of-cancelled-accepted': ['a cancelled booking can be extended', allows('extend', of('CANCELLED'))],
  },
  '7/extend-expired-refused': {
    'extend-of-expired-accepted': ['a hold that has run out can be extended', allows('extend', of('EXPIRED'))],
    'extend-in-the-last-gasp': [
      'a hold that ran out within the last 90 seconds can be extended',
      given(
        'grace-of-seconds',
        allows(
          'extend',
          ({ status, holdEnd }, ctx) => status === 'EXPIRED' && holdEnd !== null && ctx.now < holdEnd + 90_000,
        ),
      ),
    ],
  },
  '7/refused-extend-changes-nothing': {
    'refused-extend-moves-the-end': [
      'extend with minutes out of bounds is refused, yet the hold ends later',
      changesThoughRefused(
        'extend',
        'INVALID_EXPIRATION',
        ({ holdEnd }) => holdEnd !== null && { holdEnd: holdEnd + 10 * minute },
      ),
      'get /holdEnd',
    ],
    'refused-extend-unconfirms': [
      'a confirmed booking whose extend is refused is on hold again',
      changesThoughRefused(
        'extend',
        'NOT_ON_HOLD',
        ({ status }, { now }) => status === 'CONFIRMED' && { status: 'ON_HOLD', holdEnd: now + 30 * minute },
      ),
      ['get /status', 'get /holdEnd'],
    ],
    'refused-extend-revives-cancelled': [
      'a cancelled booking whose extend is refused is on hold again',
      changesThoughRefused(
        'extend',
        'NOT_ON_HOLD',
        ({ status }, { now }) => status === 'CANCELLED' && { status: 'ON_HOLD', holdEnd: now + 30 * minute },
      ),
      'get /status',
    ],
    'refused-extend-revives-expired': [
      'an expired hold whose extend is refused is on hold again',
      changesThoughRefused(
        'extend',
        'NOT_ON_HOLD',
        ({ status }, { now }) => status === 'ON_HOLD' && { holdEnd: now + 30 * minute },
      ),
      'get /status',
    ],
    'refused-extend-changes-minutes-of-confirmed': [
      'extend of a confirmed booking is refused, yet the booking has the minutes that were sent',
      changesThoughRefused(
        'extend',
        'NOT_ON_HOLD',
        ({ status }, { call }) => status === 'CONFIRMED' && { expirationMinutes: Number(call.input.expirationMinutes) },
      ),
      'get /expirationMinutes',
    ],
    'refused-extend-changes-minutes': [
      'extend with minutes out of bounds is refused, yet the booking has other minutes',
      changesThoughRefused('extend', 'INVALID_EXPIRATION', () => ({ expirationMinutes: 200 })),
      'get /expirationMinutes',
    ],
  },
  '4.3/extend-unknown-id-refused': { 'extend-of-unknown-id-answers-another': answersAnother('extend') },
})
