import type { Fault } from '../change.js'
import { endsAt, endsHolds, neverEnds } from '../changes/holds.js'
import { nothingBut, on, put } from '../changes/on.js'
import { answersAnother } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { answersNothing, refusedCall, refusesWith } from '../changes/wires.js'
import {
  after,
  allows,
  changesThoughRefused,
  forbids,
  holdsThoughRefused,
  keeps,
  loses,
  makes,
  of,
  renamesBooking,
} from '../changes/writes.js'
import { textOf } from '../json.js'

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
    'extend-answers-204': [answersNothing('extend'), 'extend'],
    'extend-answers-nothing': on('extend').answers(nothingBut()),
    'extend-gives-a-new-id': [renamesBooking('extend'), 'extend /id'],
    'extend-answers-another-id': on('extend').answers(put('/id', (id) => `${textOf(id)}-extended`)),
  },
  '3/extend-stays-on-hold': {
    'extend-confirms': [makes('extend', () => ({ status: 'CONFIRMED' })), 'extend /status'],
    'second-extend-confirms': [
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
    'extend-does-not-move-the-end': [endsAt('extend', (usual, { holdEnd }) => holdEnd ?? usual), 'get /status'],
    'extend-shortens': [endsAt('extend', (_usual, _booking, _minutes, { now }) => now + 10 * minute), 'get /status'],
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
      endsAt('extend', (usual, { holdEnd }, _minutes, { now }) =>
        holdEnd !== null && holdEnd - now < 5 * minute ? holdEnd : usual,
      ),
      'get /status',
    ],
  },
  '3/extend-still-ends': {
    'extended-hold-never-ends': neverEnds(extended),
    'extend-counts-twice': [
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        usual(booking, ctx.operation === 'extend' ? 2 * minutes : minutes, ctx),
      ),
      'get /status',
    ],
  },
  '7/extend-confirmed-refused': { 'extend-of-confirmed-accepted': allows('extend', of('CONFIRMED')) },
  '7/extend-cancelled-refused': { 'extend-of-cancelled-accepted': allows('extend', of('CANCELLED')) },
  '7/extend-expired-refused': {
    'extend-of-expired-accepted': allows('extend', of('EXPIRED')),
    'extend-in-the-last-gasp': [
      'a hold that ran out within the last 90 seconds can be extended',
      allows('extend', ({ status, holdEnd }, { now }) => status === 'EXPIRED' && now < (holdEnd ?? 0) + 90_000),
      { on: 'grace-of-seconds' },
    ],
  },
  '7/refused-extend-changes-nothing': {
    'refused-extend-unconfirms': [
      holdsThoughRefused('extend', 'NOT_ON_HOLD', 'CONFIRMED'),
      ['get /status', 'get /holdEnd'],
    ],
    'refused-extend-revives-cancelled': [holdsThoughRefused('extend', 'NOT_ON_HOLD', 'CANCELLED'), 'get /status'],
    'refused-extend-revives-expired': [holdsThoughRefused('extend', 'NOT_ON_HOLD', 'ON_HOLD'), 'get /status'],
    'refused-extend-changes-minutes': [
      changesThoughRefused('extend', 'INVALID_EXPIRATION', () => ({ expirationMinutes: 200 })),
      'get /expirationMinutes',
    ],
  },
  '4.3/extend-unknown-id-refused': { 'extend-of-unknown-id-answers-another': answersAnother('extend') },
})
