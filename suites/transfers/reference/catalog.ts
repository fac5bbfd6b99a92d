/** What the service sells. Every option can be priced in the three currencies of section 8, and in its default one. */
export interface ProductOption {
  readonly productId: string
  readonly optionId: string
  readonly defaultCurrency: string
  /** `late`: within hours, so that its cancellation window has always passed. `soon`: the window is about to pass. */
  readonly departs: 'daily' | 'late' | 'soon'
  /** The type of its bookings, which a list may be asked for. */
  readonly type: 'product' | 'tour'
  /** How many hours before its start its cancellation window closes; Infinity: it is never refunded. */
  readonly cutOffHours: number
  /** Listed by the availability check, and never free. */
  readonly isFull?: boolean
}

export const currencies: readonly string[] = ['USD', 'EUR', 'GBP']

/** Ids are the service's own; a dialect may call them otherwise. */
export const productOptions: readonly ProductOption[] = [
  {
    productId: 'prod-transfer',
    optionId: 'opt-sedan',
    defaultCurrency: 'EUR',
    departs: 'daily',
    type: 'product',
    cutOffHours: 24,
  },
  {
    productId: 'prod-transfer',
    optionId: 'opt-van',
    defaultCurrency: 'USD',
    departs: 'daily',
    type: 'product',
    cutOffHours: 24,
  },
  {
    productId: 'prod-tour',
    optionId: 'opt-tour',
    defaultCurrency: 'JPY',
    departs: 'daily',
    type: 'tour',
    cutOffHours: 24,
  },
  {
    productId: 'prod-late',
    optionId: 'opt-late',
    defaultCurrency: 'EUR',
    departs: 'late',
    type: 'product',
    cutOffHours: 24,
  },
  // It has a policy of its own, so that one window for all would show.
  {
    productId: 'prod-soon',
    optionId: 'opt-soon',
    defaultCurrency: 'EUR',
    departs: 'soon',
    type: 'product',
    cutOffHours: 30,
  },
  {
    productId: 'prod-final',
    optionId: 'opt-final',
    defaultCurrency: 'EUR',
    departs: 'daily',
    type: 'product',
    cutOffHours: Infinity,
  },
  {
    productId: 'prod-final',
    optionId: 'opt-finalvan',
    defaultCurrency: 'EUR',
    departs: 'daily',
    type: 'product',
    cutOffHours: Infinity,
  },
  {
    productId: 'prod-full',
    optionId: 'opt-full',
    defaultCurrency: 'EUR',
    departs: 'daily',
    type: 'product',
    cutOffHours: 24,
    isFull: true,
  },
]

/** A kind of vehicle that a transfer offers as an option (2.3). */
export interface VehicleOption {
  readonly reference: string
  readonly defaultCurrency: string
  readonly vehicle: {
    readonly seats: number
    readonly suitcases: number
    readonly type: string
    readonly category: string
    readonly name: string
    readonly image: string
  }
  readonly cancellationPolicy: readonly {
    readonly type: string
    readonly cutoffAmount: number
    readonly cutoffUnit: string
    readonly description: string
  }[]
}

const freeUntilADayBefore = {
  type: 'FULL_REFUND',
  cutoffAmount: 24,
  cutoffUnit: 'HOURS',
  description: 'Full refund until 24 hours before the start',
}
const halfUntilSixHoursBefore = {
  type: 'PARTIAL_REFUND',
  cutoffAmount: 6,
  cutoffUnit: 'HOURS',
  description: 'Half of the price is refunded until 6 hours before the start',
}
const nothingAfterwards = {
  type: 'NO_REFUND',
  cutoffAmount: 0,
  cutoffUnit: 'HOURS',
  description: 'No refund afterwards',
}
const changes = { type: 'CHANGES', cutoffAmount: 12, cutoffUnit: 'HOURS', description: 'Changes until 12 hours before' }

function vehicle(
  name: string,
  type: string,
  category: string,
  seats: number,
  suitcases: number,
): VehicleOption['vehicle'] {
  return { seats, suitcases, type, category, name, image: `https://images.example/vehicles/${type.toLowerCase()}.jpg` }
}

export const vehicleOptions: readonly VehicleOption[] = [
  {
    reference: 'STANDARD-SEDAN',
    defaultCurrency: 'EUR',
    vehicle: vehicle('Standard sedan', 'SEDAN', 'STANDARD', 3, 2),
    cancellationPolicy: [freeUntilADayBefore, nothingAfterwards],
  },
  {
    reference: 'BUSINESS-SEDAN',
    defaultCurrency: 'USD',
    vehicle: vehicle('Business sedan', 'SEDAN', 'BUSINESS', 3, 3),
    cancellationPolicy: [freeUntilADayBefore, halfUntilSixHoursBefore, nothingAfterwards],
  },
  {
    reference: 'FAMILY-VAN',
    defaultCurrency: 'GBP',
    vehicle: vehicle('Family van', 'VAN', 'STANDARD', 7, 8),
    cancellationPolicy: [freeUntilADayBefore, changes],
  },
  {
    reference: 'MINIBUS',
    defaultCurrency: 'EUR',
    vehicle: vehicle('Minibus', 'BUS', 'STANDARD', 16, 16),
    cancellationPolicy: [nothingAfterwards],
  },
]
