import type { Fault } from '../change.js'
import { overlooks } from '../changes/callers.js'
import { ofStatus, on, put, without } from '../changes/on.js'
import { answersAnother, saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, rules } from '../changes/shown.js'
import { of } from '../changes/writes.js'
import { textOf } from '../json.js'

/** Sections 1.3 and 4.3: the availability check, and get booking. */
export const readFaults: readonly Fault[] = faults({
  '4.3/availability-accepted': { 'availability-check-refused': [saysRefused('availability'), 'availability'] },
  '4.3/availability-id': {
    'availability-id-missing': [
      on('availability').answers(without('/availabilityId')),
      ['availability /availabilityId', 'availability'],
    ],
    'availability-id-is-a-number': on('availability').answers(put('/availabilityId', (id) => textOf(id).length)),
    'availability-id-only-with-the-capability': [
      on('availability').answers(without('/availabilityId', ({ ctx }) => !ctx.rules.showsPrices(ctx))),
      'availability',
    ],
  },
  '1.3/held-not-offered': {
    'check-knows-of-no-holds': [
      rule('occupies', (usual, booking, ctx) =>
        ctx.operation === 'availability' ? booking.status === 'CONFIRMED' : usual(booking, ctx),
      ),
      'availability',
      { on: 'exclusive-availability' },
    ],
  },
  '1.3/hold-from-availability': {
    'last-offered-availability-not-reservable': [
      rules((base) => ({
        afterReply: (reply, ctx) => {
          const usual = base.afterReply(reply, ctx)
          const last = usual.kind === 'availability' ? usual.slots.at(-1)?.['availabilityId'] : undefined
          if (typeof last === 'string') ctx.state.count(`offered last: ${last}`)
          return usual
        },
        isFree: (slot, except, ctx) =>
          base.isFree(slot, except, ctx) &&
          (ctx.operation !== 'reserve' || ctx.state.counted(`offered last: ${slot.availabilityId}`) === 0),
      })),
      'reserve',
    ],
  },
  '4.3/get-accepted': {
    'get-refused': ['get of a booking on hold is refused', overlooks('get', of('ON_HOLD'))],
    'get-answers-the-booking-before': [
      rule('afterReply', (usual, reply, ctx) => {
        const shown = usual(reply, ctx)
        if (ctx.operation !== 'get' || shown.kind !== 'booking') return shown
        const [serial = 0] = ctx.store.withId(ctx.call.id ?? '')
        const before = ctx.store.versions(serial - 1).at(-1)
        return before === undefined ? shown : { ...shown, booking: ctx.rules.showBooking(before, ctx) }
      }),
      'get /id',
    ],
  },
  '4.3/get-equals-created': {
    'get-loses-notes': on('get').answers(put('/notes', null)),
    'get-shows-one-minute-less': on('get').answers(put('/expirationMinutes', (was) => Math.max(20, Number(was) - 1))),
    'get-shows-not-cancellable': on('get').answers(put('/cancellable', false, ofStatus('ON_HOLD'))),
    'get-shows-another-price': on('get').answers(put('/pricing/total', (was) => Number(was) + 100)),
    'get-shows-other-minutes-from-the-second-time': on('get').answers(
      put('/expirationMinutes', 200, ({ ctx }) => ctx.state.count(`reads of ${ctx.call.id ?? ''}`) >= 2),
    ),
  },
  '4.3/get-unknown-id-refused': {
    'get-of-unknown-id-answers-another-booking': answersAnother('get'),
    'get-of-unknown-id-answers-an-empty-booking': answersAnother('get', ({ call }) => ({
      kind: 'booking',
      booking: { id: call.id ?? '', status: 'ON_HOLD', cancellable: false, expirationMinutes: 20 },
      created: false,
    })),
  },
})
