import type { ProductOption } from '../catalog.js'
import type { Change } from '../change.js'
import { variants } from '../changes/rows.js'
import { add, on, put } from '../changes/on.js'
import { rules, together } from '../changes/shown.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Variant } from '../variant.js'

const rides: readonly ProductOption[] = [
  { optionId: '3c0e6b1f-0c52-4d7a-9a51-0d6e1f7a0001', cutOffHours: 30 },
  { optionId: '84e2d7c1-19f3-4c28-8b6d-5a7c3e9f4b02', cutOffHours: 48 },
].map((own) => ({ ...own, productId: 'prod-ride', defaultCurrency: 'EUR', departs: 'soon', type: 'product' }))

const named = rides.map(({ productId, optionId, defaultCurrency, cutOffHours }) => ({
  productId,
  optionId,
  defaultCurrency,
  cutOffAt: '/departsAt',
  cutOffBefore: cutOffHours * 60,
}))

/** What can soon be cancelled no more is an option that transfers quote, with its policy. */
export const quotedSoonVariants: readonly Variant[] = variants({
  'soon-is-what-is-quoted': [
    'the options of a transfer are booked by their ids, and the profile names two of them that can soon be cancelled no more',
    booked(() => true),
    { profile: { bookable: { closing: named } } },
  ],
  'other-products-of-quoted-ids-are-soon': [
    'products beside the ride that is quoted have options of the same ids, which can be cancelled for less long than it; the profile names two of these',
    together(
      on('transfers').answers(
        add('/productId', 'prod-transfer'),
        put('/options/*/cancellationPolicy/*/cutoffAmount', (was) => Math.min(Number(was), 2)),
      ),
      booked(() => true),
    ),
    { profile: { bookable: { closing: named } } },
  ],
  'soon-is-quoted-on-another-route': [
    'the options of a transfer are booked by their ids, and the profile names two of them that can soon be cancelled no more; transfers quotes them on a further route alone',
    booked(({ call }) => call.unknownFields.includes('route')),
    {
      profile: {
        bookable: { closing: named },
        operations: { transfers: { routes: [{ route: 'keflavik' }] } },
      },
    },
  ],
})

/** @param isQuoted whether a quote is of these options */
function booked(isQuoted: (ctx: Context) => boolean): Change {
  return rules((base) => ({
    option: (productId, optionId, ctx) =>
      rides.find((ride) => ride.optionId === optionId && ride.productId === productId) ??
      base.option(productId, optionId, ctx),
    slot: (availabilityId, ctx) => {
      const [, optionId, text = ''] = /^([0-9a-f-]{36})_([0-9TZ:-]{17})$/.exec(availabilityId) ?? []
      const ride = rides.find((each) => each.optionId === optionId)
      return ride === undefined
        ? base.slot(availabilityId, ctx)
        : { productId: ride.productId, optionId: ride.optionId, availabilityId, start: Date.parse(text) }
    },
    showSlot: (slot, ctx) => ({
      ...base.showSlot(slot, ctx),
      ...(slot.productId === 'prod-ride' && { departsAt: new Date(slot.start).toISOString() }),
    }),
    showOption: (option, position, number, price, ctx) => {
      const shown = base.showOption(option, position, number, price, ctx)
      const ride = isQuoted(ctx) ? rides[position] : undefined
      return ride === undefined ? shown : { ...shown, id: ride.optionId, cancellationPolicy: policyOf(ride) }
    },
  }))
}

function policyOf({ cutOffHours }: ProductOption): JsonObject[] {
  return [
    {
      type: 'FULL_REFUND',
      cutoffAmount: 2 * cutOffHours,
      cutoffUnit: 'HOURS',
      description: 'All of the price is refunded',
    },
    {
      type: 'PARTIAL_REFUND',
      cutoffAmount: cutOffHours,
      cutoffUnit: 'HOURS',
      description: 'Half of the price is refunded',
    },
    { type: 'NO_REFUND', cutoffAmount: 0, cutoffUnit: 'HOURS', description: 'Nothing is refunded afterwards' },
  ]
}
