import type { Json, Profile } from '../profile/profile.js'
import { bookingFields, readBooking, type Answer, type BookingField } from '../client/answer.js'

/**
 * Which defaults of ours the answers of a run have confirmed. A default that fills a gap of the documents, that the profile
 * does not declare and that no answer confirms cannot make a server fail.
 */
export class ConfirmedKeys {
  readonly #confirmed = new Set<string>()

  /** An accepted answer confirms the path of its operation, and each place of a booking where something stands. */
  see(answer: Answer): void {
    const { exchange, profile } = answer
    if (!answer.accepted || exchange.purpose === 'clock' || exchange.purpose === 'redeem') return
    this.add(defaultsIn(answer))
    if (exchange.purpose === 'transfers') return
    if (exchange.purpose === 'availability') {
      if (answer.availabilityIds.length > 0)
        this.#confirmed.add('operations.availability.items').add('operations.availability.availabilityId')
      return
    }
    const [first] = answer.items
    const booking = exchange.purpose === 'list' ? first : answer.json
    for (const [field, key] of placeKeys) {
      if (isOfKind(field, readBooking(profile, booking, field))) this.#confirmed.add(key)
    }
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#confirmed.add(key)
  }

  /** Of the keys that something rests on, those that are defaults of ours and neither declared nor confirmed. */
  doubtful(keys: readonly string[], profile: Profile): readonly string[] {
    const open = keys.filter(
      (key) => isDefaultOfOurs(key) && !profile.declared.has(plainKey(key)) && !this.#confirmed.has(key),
    )
    return [...new Set(open.map(plainKey))]
  }
}

/**
 * Defaults of ours that were in a request: the path, and each field whose name the documents do not show. A refusal may be due to
 * any of them, as long as the target never accepted a request with it; `#taken` tells that from a field that has its effect.
 */
export function defaultsIn({ exchange, profile, status }: Answer): readonly string[] {
  const { purpose, input } = exchange
  if (purpose === 'clock' || purpose === 'redeem') return []
  const fields = profile.operations[purpose]?.fields ?? {}
  const unnamed = Object.keys(input).filter((field) => unnamedFields.has(field) && Object.hasOwn(fields, field))
  return [
    `operations.${purpose}.request`,
    ...(purpose === 'availability' ? [taken('operations.availability.body')] : []),
    // Under 2xx it may be that only we look for the items in the wrong place.
    ...(purpose === 'availability' && status !== null && status < 300 ? [taken('operations.availability.items')] : []),
    ...unnamed.map((field) => taken(`operations.${purpose}.${field}`)),
  ]
}

const takenMark = '#taken'

function taken(key: string): string {
  return `${key}${takenMark}`
}

function plainKey(key: string): string {
  return key.endsWith(takenMark) ? key.slice(0, -takenMark.length) : key
}

/** Fields of requests whose names the documents do not show (the gaps of 4.3). */
const unnamedFields: ReadonlySet<string> = new Set([
  'idempotencyKey',
  'notes',
  'emailReceipt',
  'reference',
  'reason',
  'page',
  'pageSize',
  'sortField',
  'sortOrder',
  'bookingType',
])

/** Whether what stands at the default place of a field can be that field: `{minor: 5932}` is no amount of ours. */
function isOfKind(field: BookingField, value: Json | undefined): boolean {
  switch (field) {
    case 'total':
    case 'net':
    case 'currencyPrecision':
      return typeof value === 'number' || typeof value === 'string'
    case 'currency':
    case 'holdEnd':
      return typeof value === 'string'
    default:
      return value !== undefined && value !== null
  }
}

const placeKeys = Object.entries(bookingFields)
  // The keys of a constant; Object.entries widens them.
  .flatMap(([field, key]): [BookingField, string][] => (key === null ? [] : [[field as BookingField, key]]))

/** Paths and fields that the documents state are no defaults of ours: 4.1, 4.2 and the table of 4.3. */
const documented: ReadonlySet<string> = new Set([
  'operations.transfers.request',
  'operations.availability.request',
  'operations.reserve.request',
  'operations.extend.request',
])

function isDefaultOfOurs(key: string): boolean {
  return !documented.has(key)
}
