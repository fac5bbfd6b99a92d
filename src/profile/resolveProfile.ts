import { fieldNames, operationNames } from './fieldNames.js'
import { isLoopback } from './isLoopback.js'
import { isMap, valueAt, type JsonMap } from './mergeProfile.js'
import { parseRequest } from './parseRequest.js'
import { parsePlace } from './place.js'
import { type Bookable, type Json, type Operation, type Place, type Profile } from './profile.js'
import type { Path } from './yamlSource.js'
import { describeFound } from './describeFound.js'

/** What goes into a profile beside its merged content. */
export type ProfileOrigin = Pick<Profile, 'file' | 'declared' | 'secrets' | 'variables'>

/**
 * The profile that a merged and checked document means.
 * @throws TypeError where the document was not checked before.
 */
export function resolveProfile(document: Json, origin: ProfileOrigin): Profile {
  const get = (...path: Path): Json => valueAt(document, path) ?? null
  const text = (...path: Path): string => must(get(...path), 'string', path)
  const textOrNull = (...path: Path): string | null => (get(...path) === null ? null : text(...path))
  const number = (...path: Path): number => must(get(...path), 'number', path)
  const url = withoutSlashes(text('target', 'url').trim())
  const request = (...path: Path): { method: string; path: string } =>
    must(parseRequest(text(...path)), 'request', path)
  const operations = operationNames.map((name) => [name, operation(get('operations', name), name)] as const)
  return {
    ...origin,
    target: {
      url,
      environment: text('target', 'environment') === 'live' ? 'live' : 'sandbox',
      headers: texts(get('target', 'headers')),
    },
    otherReseller: get('otherReseller') === null ? null : { headers: texts(get('otherReseller', 'headers')) },
    bookable: {
      standard: must(bookable(get('bookable', 'standard')), 'map', ['bookable', 'standard']),
      lateStart: oneOrMore(get('bookable', 'lateStart')).flatMap((each) => bookable(each) ?? []),
      soon: bookable(get('bookable', 'soon')),
      soldOut: bookable(get('bookable', 'soldOut')),
      other: bookable(get('bookable', 'other')),
    },
    operations: Object.fromEntries(operations),
    booking: {
      at: text('booking', 'at'),
      id: text('booking', 'id'),
      reference: textOrNull('booking', 'reference'),
      notes: textOrNull('booking', 'notes'),
      holdEnd: textOrNull('booking', 'holdEnd'),
      emailReceipt: textOrNull('booking', 'emailReceipt'),
      statuses: {
        confirmed: text('booking', 'statuses', 'confirmed'),
        cancelled: text('booking', 'statuses', 'cancelled'),
        expired: text('booking', 'statuses', 'expired'),
      },
      pricing: {
        total: text('booking', 'pricing', 'total'),
        net: text('booking', 'pricing', 'net'),
        taxes: textOrNull('booking', 'pricing', 'taxes'),
        taxAmount: textOrNull('booking', 'pricing', 'taxAmount'),
        currency: textOrNull('booking', 'pricing', 'currency'),
        currencyPrecision: textOrNull('booking', 'pricing', 'currencyPrecision'),
      },
    },
    availability: { exclusive: get('availability', 'exclusive') === true },
    hold: { graceSeconds: number('hold', 'graceSeconds') },
    reads: { settleSeconds: number('reads', 'settleSeconds') },
    clock:
      get('clock') === null
        ? null
        : {
            ...request('clock', 'request'),
            minutes: must(parsePlace(text('clock', 'minutes')), 'place', ['clock', 'minutes']),
          },
    redeem: get('redeem') === null ? null : request('redeem', 'request'),
    refusal: { statuses: list(get('refusal', 'statuses')).map(scalar), body: textOrNull('refusal', 'body') },
    limits: {
      concurrency: number('limits', 'concurrency'),
      requestsPerSecond:
        isLoopback(url) && !origin.declared.has('limits.requestsPerSecond')
          ? Infinity
          : number('limits', 'requestsPerSecond'),
      timeoutSeconds: number('limits', 'timeoutSeconds'),
      bookings: number('limits', 'bookings'),
    },
    waive: list(get('waive')).map((_, index) => ({
      check: text('waive', String(index), 'check'),
      reason: text('waive', String(index), 'reason'),
      until: text('waive', String(index), 'until'),
    })),
    redact: {
      headers: list(get('redact', 'headers')).map(scalar),
      pointers: list(get('redact', 'pointers')).map(scalar),
    },
  }
}

function operation(value: Json, name: string): Operation | null {
  if (value === null) return null
  const content = map(value)
  const { method, path } = must(parseRequest(scalar(content['request'])), 'request', ['operations', name])
  const fields = (fieldNames[name] ?? []).flatMap((field): [string, Place][] => {
    const place = content[field]
    return typeof place === 'string' ? [[field, must(parsePlace(place), 'place', ['operations', name, field])]] : []
  })
  const places = name === 'availability' ? (content['availabilityId'] ?? []) : []
  const values = map(content['values'])
  return {
    method,
    path,
    fields: Object.fromEntries(fields),
    headers: texts(content['headers']),
    query: texts(content['query']),
    body: map(content['body']),
    items: typeof content['items'] === 'string' ? content['items'] : '',
    availabilityId: typeof places === 'string' ? [places] : list(places).map(scalar),
    values: {
      price: scalar(values['price'] ?? ''),
      ascending: scalar(values['ascending'] ?? ''),
      descending: scalar(values['descending'] ?? ''),
      product: scalar(values['product'] ?? ''),
    },
  }
}

function oneOrMore(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value]
}

function bookable(value: Json): Bookable | null {
  if (!isMap(value)) return null
  const { productId, optionId, defaultCurrency, cutOffMinutes, bookingType, availability, reserve } = value
  return {
    productId: scalar(productId),
    optionId: scalar(optionId),
    ...(typeof defaultCurrency === 'string' && { defaultCurrency }),
    ...(typeof cutOffMinutes === 'number' && { cutOffMinutes }),
    ...(typeof bookingType === 'string' && { bookingType }),
    ...(isMap(availability) && { availability }),
    ...(isMap(reserve) && { reserve }),
  }
}

function texts(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(map(value)).map(([name, member]) => [name, scalar(member)]))
}

function scalar(value: Json | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`${describeFound(value)} in the profile is no text, although it was checked`)
}

function map(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {}
}

function list(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function must(value: Json, type: 'string', path: Path): string
function must(value: Json, type: 'number', path: Path): number
function must<Value>(value: Value | null, type: 'map' | 'place' | 'request', path: Path): Value
function must(value: unknown, type: string, path: Path): unknown {
  const right = type === 'string' || type === 'number' ? typeof value === type : value !== null
  if (!right) throw new TypeError(`${path.join('.')} of the profile is no ${type}, although it was checked`)
  return value
}

/** Without those at its end. */
function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}
