/** The part of a sample option that tests change. */
export interface SampleOption {
  id: string
  defaultCurrency: string
  availableCurrencies: string[]
  pricing: Record<string, unknown>
  [more: string]: unknown
}

/** A transfer with two options that keeps schema and invariants, new at each call. */
export function sampleTransfer(): { options: SampleOption[]; [more: string]: unknown } {
  return {
    id: 'tr-1',
    utcCreatedAt: '2027-03-01T09:30:00Z',
    utcExpiresAt: '2027-03-01T10:30:00Z',
    status: 'AVAILABLE',
    pickUp: { name: 'Airport', googlePlaceId: 'ChIJ', latitude: 41.3, longitude: 2.1, country: 'ES' },
    dropOff: { name: 'Hotel', googlePlaceId: null, latitude: 41.4, longitude: 2.2, country: 'ES' },
    distanceUnit: 'KM',
    distanceInclude: 14.5,
    options: [option('123e4567-e89b-12d3-a456-426614174000'), option('123e4567-e89b-12d3-a456-426614174001')],
  }
}

/** A booking on hold that keeps schema and invariants, new at each call. */
export function sampleBooking(): Record<string, unknown> {
  return { uuid: 'b-1', status: 'ON_HOLD', cancellable: true, expirationMinutes: 60, pricing: pricing() }
}

function option(id: string): SampleOption {
  return {
    id,
    reference: 'sedan',
    vehicle: {
      seats: 3,
      suitcases: 2,
      type: 'CAR',
      category: 'STANDARD',
      name: 'Sedan',
      image: 'https://images.example/a.png',
    },
    defaultCurrency: 'EUR',
    availableCurrencies: ['USD', 'EUR', 'GBP'],
    pricing: pricing(),
    cancellationPolicy: [
      { type: 'FULL_REFUND', cutoffAmount: 24, cutoffUnit: 'HOURS', description: 'Free until a day before.' },
    ],
  }
}

function pricing(): Record<string, unknown> {
  return { original: 5000, retail: 4500, net: 4000, currency: 'EUR', currencyPrecision: 2, includedTaxes: [] }
}
