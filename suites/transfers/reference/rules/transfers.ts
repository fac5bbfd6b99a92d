import { vehicleOptions, type VehicleOption } from '../catalog.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import type { Price } from '../model.js'
import { seededUuid } from '../random.js'

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
