import type { ProductOption } from '../catalog.js'
import type { Change, Variant } from '../change.js'
import { variants } from '../changes/rows.js'
import { rule, rules } from '../changes/shown.js'
import type { JsonObject } from '../json.js'
import { Refused } from '../model.js'
import type { Rules } from '../rules.js'

const hour = 3_600_000
const day = 24 * hour
/** Days from now, by midnight: on this one there is nothing. */
const refusedDay = 4

/** Of a policy of its own, beside that of `opt-soon`. */
const ofTwoDays: ProductOption = {
  productId: 'prod-early',
  optionId: 'opt-early',
  defaultCurrency: 'EUR',
  departs: 'soon',
  type: 'product',
  cutOffHours: 48,
}
const first = { productId: 'prod-soon', optionId: 'opt-soon', defaultCurrency: 'EUR', cutOffMinutes: 45 }
const second = { productId: 'prod-early', optionId: 'opt-early', defaultCurrency: 'EUR' }

/** Several cancellation policies, of each of which the profile names something. */
export const windowVariants: readonly Variant[] = variants({
  'soon-of-two-policies': [
    'something else can soon be cancelled no more, two days before its start, and the profile names it as well',
    rules(selling(ofTwoDays)),
    { profile: { bookable: { closing: [first, { ...second, cutOffMinutes: 45 }] } } },
  ],
  'soon-on-days-of-which-one-is-refused': [
    'what can soon be cancelled no more departs every other hour of the day that is asked for; the profile lists three days, not in their order, and a check of one of them is refused',
    rules((base) => ({
      slots: (option, from, to, ctx) => {
        const [next, ...others] = base.slots(option, from, to, ctx)
        if (option.departs !== 'soon' || next === undefined) return next === undefined ? [] : [next, ...others]
        if (Math.ceil((from - ctx.now) / day) === refusedDay)
          throw new Refused('UNKNOWN_OPTION', 'there is no departure on that day')
        return Array.from({ length: 12 }, (_, at) => {
          const start = from + (option.cutOffHours + 2 * at) * hour
          const availabilityId = `${option.optionId}_${new Date(start).toISOString().slice(0, 16)}Z`
          return { ...next, start, availabilityId }
        })
      },
      showSlot: (slot, ctx) => ({
        ...base.showSlot(slot, ctx),
        ...(slot.optionId === first.optionId && { departsAt: new Date(slot.start).toISOString() }),
      }),
    })),
    {
      profile: {
        bookable: {
          closing: { cutOffAt: '/departsAt', cutOffBefore: 30 * 60, availability: [6, refusedDay, 2].map(onDay) },
        },
      },
    },
  ],
  'second-soon-is-sold-out': [
    'something else can soon be cancelled no more, and is sold out, though the profile names it',
    rules(selling({ ...ofTwoDays, isFull: true })),
    { profile: { bookable: { closing: [first, { ...second, cutOffMinutes: 45 }] } } },
  ],
})

/** A check of one day, in both dialects. */
function onDay(ahead: number): JsonObject {
  const at = `{today+${ahead}}`
  return { localDateStart: at, localDateEnd: at, window: { from: at, to: at } }
}

/** Sells one thing more. */
function selling(option: ProductOption): (base: Rules) => Partial<Rules> {
  return (base) => ({
    option: (productId, optionId, ctx) =>
      productId === option.productId && optionId === option.optionId ? option : base.option(productId, optionId, ctx),
    slot: (availabilityId, ctx) => {
      const usual = base.slot(availabilityId.replace(/^opt-early_/, `${first.optionId}_`), ctx)
      return availabilityId.startsWith('opt-early_') && usual ? departing(usual.start) : usual
    },
  })
}

function departing(start: number): ReturnType<Rules['slots']>[number] {
  const { productId, optionId } = ofTwoDays
  return { productId, optionId, start, availabilityId: `${optionId}_${new Date(start).toISOString().slice(0, 16)}Z` }
}

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
