import { bookingFields, isKept, isKeptIn, isStated, openFields, operationOf, takenKey } from './vocabulary/index.js'
import type { Answer, BookingField, Defaults, Json, ShownBooking, Written } from './vocabulary/index.js'

/** Which defaults of the profile fill gaps of these documents, and what shows that a target knows them. */
export const defaults: Defaults = { sent, shown, carried, written, isOurs: (key) => !isStated(key) }

/**
 * Our defaults in a request: the path, and each field whose name the documents do not show. A refusal may be due to any
 * of them, as long as the server never accepted a request with it.
 */
function sent({ exchange, profile, status }: Answer): readonly string[] {
  const { purpose, input } = exchange
  const operation = operationOf(exchange)
  if (operation === null) return []
  const fields = profile.operations[operation]?.fields ?? {}
  const unnamed = openFields(operation)
  const said = Object.keys(input).filter((field) => unnamed.includes(field) && Object.hasOwn(fields, field))
  return [
    `operations.${purpose}.request`,
    ...(purpose === 'availability' ? [takenKey('operations.availability.body')] : []),
    // Under 2xx it may be that only we look for the items in the wrong place.
    ...(purpose === 'availability' && status !== null && status < 300
      ? [takenKey('operations.availability.items')]
      : []),
    ...said.map((field) => takenKey(`operations.${purpose}.${field}`)),
  ]
}

/** Each place of a booking where something stands, and where an availability was found. */
function shown(answer: Answer): readonly string[] {
  const { exchange } = answer
  if (exchange.purpose === 'availability')
    return answer.availabilityIds.length > 0
      ? ['operations.availability.items', 'operations.availability.availabilityId']
      : []
  const [booking] = answer.bookings
  return placeKeys.flatMap(([field, key]) => (isOfKind(field, booking?.read(field)) ? [key] : []))
}

/** No document says that a booking shows the texts that were sent for it. */
function carried({ bookings }: Answer): ReadonlyMap<string, boolean> {
  const fields = bookings.length === 0 ? [] : (['reference', 'notes'] as const)
  return new Map(
    fields.map((field) => [bookingFields[field], bookings.some((booking) => booking.read(field) !== undefined)]),
  )
}

/** Fields whose names the documents do not show. A server with another name ignores ours: no booking shows it. */
function written({ exchange, profile, bookings: [booking] }: Answer): readonly Written[] {
  const { purpose, input, bookingId } = exchange
  const operation = operationOf(exchange)
  if (operation === null) return []
  const { fields = {} } = profile.operations[operation] ?? {}
  const id = bookingId ?? booking?.id
  return openFields(operation).flatMap((field): readonly Written[] => {
    const [key, sent] = [`operations.${purpose}.${field}`, input[field]]
    if (!isShownField(field) || sent === undefined || !Object.hasOwn(fields, field) || profile.declared.has(key))
      return []
    const isShownIn = (later: Answer): boolean =>
      later.bookings.some((each) => (each.id ?? later.exchange.bookingId) === id && isShown(field, sent, each))
    return [{ key, field, isShownIn }]
  })
}

function isShownField(name: string): name is BookingField {
  return Object.hasOwn(bookingFields, name)
}

/** Whether a booking shows a text that was sent, which it would not by chance, as it may true or false. */
function isShown(field: BookingField, sent: Json, booking: ShownBooking): boolean {
  const shows = field === 'notes' ? isKeptIn : isKept
  return typeof sent === 'string' && shows(sent, booking.read(field))
}

/** Whether what stands at the default place of a field can be that field: `{minor: 5932}` is no amount of ours. */
function isOfKind(field: BookingField, value: Json | undefined): boolean {
  switch (field) {
    case 'total':
    case 'net':
    case 'currencyPrecision':
      return typeof value === 'number' || typeof value === 'string'
    // A field of that name need not be the option as it was sent: the profile must say so.
    case 'emailReceipt':
      return false
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
