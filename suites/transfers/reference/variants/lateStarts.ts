import { variants } from '../changes/rows.js'
import { rule, rules } from '../changes/shown.js'
import type { Change } from '../change.js'
import type { JsonObject } from '../json.js'
import type { Variant } from '../variant.js'

const hour = 3_600_000

/** What a profile names in bookable.late, and what is known of it beside that. */
export const lateStartVariants: readonly Variant[] = variants({
  'late-start-can-be-cancelled': [
    'what the profile names as starting too soon to be cancelled shows that it can be, and is',
    cutOffOf('opt-final', 24),
    { profile: { bookable: { late: final('opt-final') } } },
  ],
  'late-start-says-when-it-departs': [
    'each availability says when it departs, and the profile by how much before that what starts too soon could be cancelled',
    saying(() => null),
    { profile: { bookable: { late: { cutOffAt: '/departsAt', cutOffBefore: 24 * 60 } } } },
  ],
  'never-refunded-by-policy': [
    'two things can never be cancelled, by their policy and the profile, and each availability of them says when it departs',
    saying((optionId) =>
      optionId.startsWith('opt-final')
        ? [{ type: 'NO_REFUND', cutoffAmount: 365, cutoffUnit: 'DAYS', description: 'No cancellation' }]
        : null,
    ),
    {
      profile: {
        bookable: {
          late: ['opt-final', 'opt-finalvan'].map((optionId) => ({
            ...final(optionId),
            cutOffAt: '/departsAt',
            cutOffBefore: 365 * 24 * 60,
          })),
        },
      },
    },
  ],
})

/** It closes so many hours before its start in place of never having been open. */
function cutOffOf(optionId: string, hours: number): Change {
  return rule('cutOff', (usual, booking, ctx) =>
    booking.optionId === optionId ? booking.start - hours * hour : usual(booking, ctx),
  )
}

function final(optionId: string): JsonObject {
  return { productId: 'prod-final', optionId, defaultCurrency: 'EUR' }
}

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
