import { currencies, productOptions, vehicleOptions, type ProductOption, type VehicleOption } from '../catalog.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Booking, Price, Slot } from '../model.js'
import { seededUuid } from '../random.js'

/** What can be booked, when, and how often at a time. */
export interface AvailabilityRules {
  /** The option of a product; undefined: there is none of that name, or it belongs to another product. */
  option(productId: string, optionId: string, ctx: Context): ProductOption | undefined
  /** The slots between two days (milliseconds of their first and last moment), of those still to come. */
  slots(option: ProductOption, from: number, to: number, ctx: Context): readonly Slot[]
  /** The slot that an availabilityId names; undefined: unknown. */
  slot(availabilityId: string, ctx: Context): Slot | undefined
  /** Does the slot belong to the product and option that were named with it? */
  fits(slot: Slot, productId: string, optionId: string, ctx: Context): boolean
  /** Can it be booked now? `except` is a booking that is moved and so is not in its own way. */
  isFree(slot: Slot, except: Booking | null, ctx: Context): boolean
  /** How many bookings a slot takes at a time. */
  capacity(slot: Slot, ctx: Context): number
  /** Does this booking take a place in its slot? It may be a hold that has run out. */
  occupies(booking: Booking, ctx: Context): boolean
  showSlot(slot: Slot, ctx: Context): JsonObject
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const startsAt = [9, 14] as const
/** For how long what departs soon can still be cancelled. */
const soonMinutes = 45
const idForm = /^([a-z]+-[a-z]+)_(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)$/

export const availabilityRules: AvailabilityRules = {
  option: (productId, optionId) =>
    productOptions.find((option) => option.productId === productId && option.optionId === optionId),
  slots: (option, from, to, { now }) => {
    // A late departure is the next one there is, whatever days were asked for.
    if (option.departs === 'late')
      return [6, 12].map((hours) => slotOf(option, Math.ceil(now / hour) * hour + hours * hour))
    if (option.departs === 'soon')
      return [slotOf(option, Math.ceil(now / minute) * minute + option.cutOffHours * hour + soonMinutes * minute)]
    const days = Array.from({ length: Math.floor((to - from) / day) + 1 }, (_, index) => from + index * day)
    return days
      .flatMap((midnight) => startsAt.map((hours) => slotOf(option, midnight + hours * hour)))
      .filter(({ start }) => start > now)
  },
  slot: (availabilityId) => {
    const [, optionId, text] = idForm.exec(availabilityId) ?? []
    const option = productOptions.find((candidate) => candidate.optionId === optionId)
    const start = Date.parse(text ?? '')
    if (option === undefined || Number.isNaN(start)) return undefined
    const isDaily = startsAt.some((hours) => start % day === hours * hour)
    return option.departs !== 'daily' || isDaily ? slotOf(option, start) : undefined
  },
  fits: (slot, productId, optionId) => slot.productId === productId && slot.optionId === optionId,
  isFree: (slot, except, ctx) => {
    const { rules, store, now, operation } = ctx
    if (slot.start <= now) return false
    // Listed all the same, as not available.
    if (isFull(slot, ctx)) return operation === 'availability'
    const capacity = rules.capacity(slot, ctx)
    if (capacity === Infinity) return true
    const taken = store
      .ofAvailability(slot.availabilityId)
      .filter((booking) => booking.serial !== except?.serial && rules.occupies(booking, ctx))
    return taken.length < capacity
  },
  capacity: () => Infinity,
  occupies: (booking, ctx) =>
    booking.status === 'CONFIRMED' ||
    booking.status === 'REDEEMED' ||
    (booking.status === 'ON_HOLD' && !ctx.rules.isOver(booking, ctx)),
  showSlot: (slot, ctx) => ({
    availabilityId: slot.availabilityId,
    start: ctx.rules.showTime(slot.start, ctx),
    available: !isFull(slot, ctx),
  }),
}

function isFull({ productId, optionId }: Slot, ctx: Context): boolean {
  return ctx.rules.option(productId, optionId, ctx)?.isFull === true
}

function slotOf({ productId, optionId }: ProductOption, start: number): Slot {
  return { availabilityId: `${optionId}_${new Date(start).toISOString().slice(0, 16)}Z`, productId, optionId, start }
}

/** What things cost and when that is shown (sections 2.4, 2.5, 4.1, 4.2). Amounts are in minor units. */
export interface PriceRules {
  /** The currencies that can be asked for. */
  availableCurrencies(ctx: Context): readonly string[]
  acceptsCurrency(value: unknown, ctx: Context): boolean
  /** The currency that applies: the accepted one asked for, or the option's default (a vehicle's or a product's). */
  currency(asked: unknown, option: { readonly defaultCurrency: string }, ctx: Context): string
  /** Number of decimals of a currency. */
  precision(currency: string, ctx: Context): number
  /** The price of something (its name) that starts at a time. Prices change by day and by start time (1.6). */
  quote(name: string, start: number, currency: string, ctx: Context): Price
  /** Is price data part of the answer? */
  showsPrices(ctx: Context): boolean
  /** The price that a booking shows. */
  bookingPrice(booking: Booking, ctx: Context): Price
  /** `pricing` of a transfer option, in the documents' names. */
  showOptionPricing(price: Price, ctx: Context): JsonObject
  /** `pricing` of a booking, in the service's own names. */
  showBookingPricing(price: Price, ctx: Context): JsonObject
}

const halfDay = 43_200_000
/** Minor units for a euro cent: a yen has none, so these are yen. */
const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.08, GBP: 0.86, JPY: 1.6 }
/** Prices next to each other in time differ in their number of digits: sorting by number and by text differ too. */
const bands = [
  [10_500, 89_000],
  [6_450, 8_950],
  [118_000, 139_000],
] as const

export const priceRules: PriceRules = {
  availableCurrencies: () => currencies,
  acceptsCurrency: (value, ctx) => typeof value === 'string' && ctx.rules.availableCurrencies(ctx).includes(value),
  currency: (asked, option) => (typeof asked === 'string' ? asked : option.defaultCurrency),
  precision: (currency) => (currency === 'JPY' ? 0 : 2),
  quote: (name, start, currency, ctx) => {
    const period = Math.floor(start / halfDay)
    const [low, high] = bands[((period % 3) + 3) % 3] ?? bands[0]
    const euros = low + Math.floor(((high - low) / 50) * ctx.random('price', name, start)) * 50
    const total = Math.round(euros * (rates[currency] ?? 1))
    const original = ctx.random('discount', name, start) < 0.5 ? total : Math.round(total * 1.15)
    const net = Math.round(total * 0.82)
    const share = (amount: number): number => Math.round(amount / 11)
    return {
      original,
      total,
      net,
      currency,
      currencyPrecision: ctx.rules.precision(currency, ctx),
      taxes: [{ name: 'VAT 10 %', original: share(original), retail: share(total), net: share(net) }],
    }
  },
  showsPrices: ({ capabilities }) => capabilities.includes('octo/pricing'),
  bookingPrice: (booking) => booking.price,
  showOptionPricing: ({ total, taxes, ...price }) => ({
    ...price,
    retail: total,
    includedTaxes: taxes.map((tax) => ({ ...tax })),
  }),
  showBookingPricing: ({ taxes, ...price }) => ({ ...price, taxes: taxes.map((tax) => ({ ...tax })) }),
}

/** What a transfer looks like (sections 2.1 to 2.3), in the documents' own names. */
export interface TransferRules {
  /** The options of the transfer with this number (from 1). */
  vehicleOptions(number: number, ctx: Context): readonly VehicleOption[]
  showTransfer(number: number, options: JsonObject[], ctx: Context): JsonObject
  showLocation(which: 'pickUp' | 'dropOff', ctx: Context): JsonObject
  /** `price` is null where no price data is shown. */
  showOption(option: VehicleOption, position: number, number: number, price: Price | null, ctx: Context): JsonObject
}

const transferLifetime = 30 * 60_000

export const transferRules: TransferRules = {
  vehicleOptions: (number) => vehicleOptions.slice(0, 3 + (number % 2)),
  showTransfer: (number, options, ctx) => ({
    id: seededUuid(ctx.random, 'transfer', number),
    utcCreatedAt: ctx.rules.showTime(ctx.now, ctx),
    utcExpiresAt: ctx.rules.showTime(ctx.now + transferLifetime, ctx),
    status: 'AVAILABLE',
    pickUp: ctx.rules.showLocation('pickUp', ctx),
    dropOff: ctx.rules.showLocation('dropOff', ctx),
    distanceUnit: 'KM',
    distanceInclude: 21.4,
    options,
  }),
  showLocation: (which) =>
    which === 'pickUp'
      ? {
          name: 'Lisbon Airport',
          googlePlaceId: 'ChIJ-lisbon-airport',
          latitude: 38.7742,
          longitude: -9.1342,
          country: 'PT',
        }
      : { name: 'Hotel Miramar, Cascais', googlePlaceId: null, latitude: 38.6979, longitude: -9.4215, country: 'PT' },
  showOption: ({ reference, defaultCurrency, vehicle, cancellationPolicy }, position, number, price, ctx) => ({
    id: seededUuid(ctx.random, 'transfer option', number, position),
    reference,
    vehicle: { ...vehicle },
    cancellationPolicy: cancellationPolicy.map((entry) => ({ ...entry })),
    ...(price !== null && {
      defaultCurrency,
      availableCurrencies: [...ctx.rules.availableCurrencies(ctx)],
      pricing: ctx.rules.showOptionPricing(price, ctx),
    }),
  }),
}
