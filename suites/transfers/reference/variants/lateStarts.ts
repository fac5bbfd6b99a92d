import { variants } from '../changes/rows.js'
import { rules } from '../changes/shown.js'
import type { Change } from '../change.js'
import type { JsonObject } from '../json.js'
import type { Variant } from '../variant.js'

const hour = 3_600_000

/** What a profile names in bookable.lateStart, and what is known of it beside that. */
export const lateStartVariants: readonly Variant[] = variants({
  'late-start-can-be-cancelled': [
    'what the profile names as starting too soon to be cancelled shows that it can be, and is',
    rules(() => ({})),
    {
      profile: {
        bookable: { lateStart: { productId: 'prod-transfer', optionId: 'opt-van', defaultCurrency: 'USD' } },
      },
    },
  ],
  'late-start-is-one-without-refund': [
    'what is never refunded can be cancelled until three days before its start, and the profile names it beside what starts too soon',
    rules((base) => ({
      cutOff: (booking, ctx) =>
        booking.productId === 'prod-final' ? booking.start - 72 * hour : base.cutOff(booking, ctx),
    })),
    {
      profile: {
        bookable: {
          lateStart: [
            ['prod-late', 'opt-late'],
            ['prod-final', 'opt-final'],
          ].map(([productId = '', optionId = '']) => ({ productId, optionId, defaultCurrency: 'EUR' })),
        },
      },
    },
  ],
  'late-start-says-when-it-departs': [
    'each availability says when it departs, and the profile by how much before that what starts too soon could be cancelled',
    saying(() => null),
    { profile: { bookable: { lateStart: { cutOffAt: '/departsAt', cutOffBefore: 24 * 60 } } } },
  ],
  'never-refunded-by-policy': [
    'two things can never be cancelled, and each availability of them says when it departs, and of which policy',
    saying((optionId) =>
      optionId.startsWith('opt-final')
        ? [{ type: 'NO_REFUND', cutoffAmount: 365, cutoffUnit: 'DAYS', description: 'No cancellation' }]
        : null,
    ),
    {
      profile: {
        bookable: {
          lateStart: ['opt-final', 'opt-finalvan'].map((optionId) => ({
            productId: 'prod-final',
            optionId,
            defaultCurrency: 'EUR',
          })),
        },
      },
    },
  ],
})

/** Each availability says when it departs, and some of which policy. */
function saying(policyOf: (optionId: string) => JsonObject[] | null): Change {
  return rules((base) => ({
    showSlot: (slot, ctx) => {
      const cancellationPolicy = policyOf(slot.optionId)
      const departsAt = new Date(slot.start).toISOString()
      return { ...base.showSlot(slot, ctx), departsAt, ...(cancellationPolicy && { cancellationPolicy }) }
    },
  }))
}
