import { on, put, without } from '../changes/on.js'
import { faults } from '../changes/rows.js'
import { saysRefused } from '../changes/refusals.js'
import { given, rule, rules } from '../changes/shown.js'
import type { Fault } from '../fault.js'
import { textOf } from '../textOf.js'

/** Section 4.3, the availability check, and section 1.3. */
export const availabilityFaults: readonly Fault[] = faults({
  '4.3/availability-accepted': {
    'availability-check-refused': ['the availability check is refused', saysRefused('availability'), 'availability'],
  },
  '4.3/availability-id': {
    'availability-id-missing': [
      'no availability has an id',
      on('availability').answers(without('/availabilityId')),
      ['availability /availabilityId', 'availability'],
    ],
    'availability-id-is-a-number': on('availability').answers(put('/availabilityId', (id) => textOf(id).length)),
    'availability-id-only-with-the-capability': [
      'without octo/pricing the availability check yields no availabilityId',
      on('availability').answers(without('/availabilityId', ({ ctx }) => !ctx.rules.showsPrices(ctx))),
      'availability',
    ],
  },
  '1.3/held-not-offered': {
    'check-knows-of-no-holds': [
      'the availability check counts what is confirmed, and no holds',
      given(
        'exclusive-availability',
        rule('occupies', (usual, booking, ctx) =>
          ctx.operation === 'availability' ? booking.status === 'CONFIRMED' : usual(booking, ctx),
        ),
      ),
      'availability',
    ],
  },
  '1.3/hold-from-availability': {
    'last-offered-availability-not-reservable': [
      'the last availability that the check offers is always refused',
      rules((base) => ({
        afterReply: (reply, ctx) => {
          const usual = base.afterReply(reply, ctx)
          const last = usual.kind === 'availability' ? usual.slots.at(-1)?.['availabilityId'] : undefined
          if (typeof last === 'string') ctx.state.memory.set(`last-offered-availability-not-reservable ${last}`, true)
          return usual
        },
        isFree: (slot, except, ctx) =>
          base.isFree(slot, except, ctx) &&
          !(
            ctx.operation === 'reserve' &&
            ctx.state.memory.has(`last-offered-availability-not-reservable ${slot.availabilityId}`)
          ),
      })),
      'reserve',
    ],
  },
})
