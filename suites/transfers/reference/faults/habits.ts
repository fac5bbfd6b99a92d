import { reaches } from '../changes/callers.js'
import { faults } from '../changes/rows.js'
import { given, rule, seen } from '../changes/shown.js'
import { of } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Slot } from '../model.js'
import { textOf } from '../textOf.js'

/** Faults behind shapes that a profile must describe: they are seen through it. */
export const habitFaults: readonly Fault[] = faults({
  '5/foreign-cancel-refused': {
    'cancel-by-another-id-of-foreign-hold-accepted': [
      'cancel, which takes an id of its own, works on holds of other resellers',
      given('cancel-takes-another-id', reaches('cancel', of('ON_HOLD'))),
    ],
  },
  '7/reserve-unknown-availability-refused': {
    'unknown-availability-of-an-offer-accepted': [
      'a reservation that names an offer is accepted whatever availability it names',
      given(
        'reserve-wants-what-was-offered',
        seen(
          'reserve',
          '',
          rule('slot', (usual, id, ctx) => usual(id, ctx) ?? (id === '' ? undefined : madeUp(id, ctx))),
        ),
      ),
    ],
    'unknown-availability-in-the-form-of-one-accepted': [
      'of an availabilityId with a part that means nothing, the other part means nothing either',
      given(
        'availability-ids-with-a-nonce',
        seen(
          'reserve',
          '',
          rule(
            'slot',
            (usual, id, ctx) => usual(id, ctx) ?? (/^[a-z]+\.\w+~[\w-]+$/.test(id) ? madeUp(id, ctx) : undefined),
          ),
        ),
      ),
    ],
  },
})

function madeUp(availabilityId: string, { now, call: { input } }: Context): Slot {
  const { productId = 'prod-transfer', optionId = 'opt-sedan' } = input
  return { availabilityId, productId: textOf(productId), optionId: textOf(optionId), start: now + 5 * 86_400_000 }
}
