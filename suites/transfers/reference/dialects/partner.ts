import { isObject, type Json, type JsonObject } from '../json.js'
import type { Input, Reply } from '../model.js'
import {
  inside,
  rename,
  routing,
  spelled,
  take,
  type Dialect,
  type DialectRequest,
  type RefusalTable,
} from './dialect.js'
import { partnerDescription } from './partnerDescription.js'

const keys: Readonly<Record<string, 'a' | 'b'>> = { 'partner-key-a': 'a', 'partner-key-b': 'b' }

/** What the service sells, by its own names and by this dialect's. */
const productNames: Readonly<Record<string, string>> = {
  'prod-transfer': 'PARTNER-RIDE',
  'prod-tour': 'PARTNER-TOUR',
  'prod-late': 'PARTNER-LATE',
  'prod-soon': 'PARTNER-SOON',
  'prod-full': 'PARTNER-FULL',
  // The same in either dialect, for profiles of variants.
  'prod-final': 'prod-final',
  'prod-early': 'prod-early',
  'prod-ride': 'prod-ride',
  'prod-quoted': 'prod-quoted',
}
const optionNames: Readonly<Record<string, string>> = {
  'opt-sedan': 'PARTNER-SEDAN',
  'opt-van': 'PARTNER-VAN',
  'opt-tour': 'PARTNER-TOUR-DAY',
  'opt-late': 'PARTNER-LATE-SEDAN',
  'opt-soon': 'PARTNER-SOON-SEDAN',
  'opt-full': 'PARTNER-FULL-SEDAN',
  'opt-final': 'opt-final',
  'opt-finalvan': 'opt-finalvan',
  'opt-early': 'opt-early',
  '3c0e6b1f-0c52-4d7a-9a51-0d6e1f7a0001': '3c0e6b1f-0c52-4d7a-9a51-0d6e1f7a0001',
  '84e2d7c1-19f3-4c28-8b6d-5a7c3e9f4b02': '84e2d7c1-19f3-4c28-8b6d-5a7c3e9f4b02',
  '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701': '5f1d3a90-77c4-4be2-8a3e-2b9c60d4e701',
  'STANDARD-SEDAN': 'STANDARD-SEDAN',
}
const statusNames: Readonly<Record<string, string>> = {
  CONFIRMED: 'BOOKED',
  CANCELLED: 'VOIDED',
  EXPIRED: 'LAPSED',
  REDEEMED: 'USED',
}

const refusals: RefusalTable = {
  BAD_REQUEST: [422, 'invalid-request'],
  UNAUTHORIZED: [401, 'unauthenticated'],
  FORBIDDEN: [401, 'unauthenticated'],
  UNKNOWN_BOOKING: [404, 'no-such-booking'],
  UNKNOWN_OPTION: [422, 'no-such-product'],
  UNKNOWN_AVAILABILITY: [404, 'no-such-slot'],
  NOT_AVAILABLE: [409, 'slot-taken'],
  INVALID_EXPIRATION: [422, 'invalid-hold-time'],
  INVALID_CURRENCY: [422, 'invalid-currency'],
  NOT_ON_HOLD: [409, 'wrong-state'],
  NOT_CANCELLABLE: [409, 'too-late'],
  CONFLICT: [409, 'repeated-key'],
  NOT_FOUND: [404, 'no-such-path'],
  METHOD_NOT_ALLOWED: [405, 'wrong-method'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'wrong-media-type'],
  TOO_LARGE: [413, 'too-large'],
  TOO_MANY_REQUESTS: [429, 'slow-down'],
  INTERNAL: [500, 'internal'],
}

/** Fills every gap of the documents otherwise than the default dialect: see `spec/transfers/profiles/partner.yaml`. */
export const partnerDialect: Dialect = {
  name: 'partner',
  about: { description: partnerDescription },
  basePath: '/partner/v2',
  bodyMembers: new Set([
    'availabilityId',
    'productId',
    'optionId',
    'expirationMinutes',
    'currency',
    'remarks',
    'travellers',
    'voucher',
    'receipt',
    'window',
    'paging',
    'sort',
    'filter',
    'forward',
    'why',
  ]),

  route: routing(
    {
      confirm: 'PUT /bookings/{id}/confirmation',
      update: 'PUT /bookings/{id}',
      cancel: 'DELETE /bookings/{id}',
      get: 'GET /reservations/{id}',
      list: 'POST /reservations/search',
    },
    {
      'GET /openapi.json': { to: 'about', what: 'description' },
      'POST /test/clock': { to: 'clock' },
      'PUT /test/redeemed/{id}': { to: 'redeem' },
    },
  ),

  authenticate(headers) {
    const key = headers['x-api-key']
    if (key === undefined) return { reseller: null, credentials: 'none' }
    const reseller = typeof key === 'string' && Object.hasOwn(keys, key) ? (keys[key] ?? null) : null
    return { reseller, credentials: reseller === null ? 'wrong' : 'valid' }
  },

  decode(operation, request) {
    if (operation === 'reserve' && !Array.isArray(request.body['travellers'])) return 'travellers are missing'
    return operation === 'list' ? listInput(request) : input(request)
  },

  encode(reply) {
    if (reply.kind !== 'refused') {
      const created = reply.kind === 'booking' && reply.created
      return { status: created ? 201 : 200, contentType: 'application/json', body: bodyOf(reply) }
    }
    const [status, title] = refusals[reply.code]
    return {
      status,
      contentType: 'application/problem+json',
      body: { type: `https://partner.example/problems/${title}`, title, status, detail: reply.message },
    }
  },

  clockMinutes: ({ forward }) => (typeof forward === 'number' ? forward : null),

  newBookingId: (serial, _key, random, now) => {
    const check = Math.floor(random('booking number', serial) * 36 ** 2).toString(36)
    return `B/${new Date(now).getUTCFullYear()}:${String(serial).padStart(4, '0')}+${check.padStart(2, '0')}`
  },
}

function input({ body, headers }: DialectRequest): Input {
  const found: Record<string, unknown> = {}
  take(found, 'currency', body['currency'])
  take(found, 'expirationMinutes', body['expirationMinutes'])
  take(found, 'productId', internal(body['productId'], productNames))
  take(found, 'optionId', internal(body['optionId'], optionNames))
  take(found, 'availabilityId', slotId(body['availabilityId']))
  take(found, 'notes', body['remarks'])
  take(found, 'reference', inside(body['voucher'], 'number'))
  take(found, 'emailReceipt', inside(body['receipt'], 'send'))
  take(found, 'from', inside(body['window'], 'from'))
  take(found, 'to', inside(body['window'], 'to'))
  take(found, 'reason', body['why'])
  take(found, 'idempotencyKey', headers['idempotency-key'])
  return found
}

// Its own words, and those of the documents.
const sortOrders = { asc: 'ascending', desc: 'descending', ASCENDING: 'ascending', DESCENDING: 'descending' }

function listInput({ body, query }: DialectRequest): Input {
  const found: Record<string, unknown> = {}
  take(found, 'page', inside(body['paging'], 'number'))
  take(found, 'pageSize', inside(body['paging'], 'size'))
  take(found, 'sortField', spelled(inside(body['sort'], 'by'), { 'price.total': 'price', created: 'createdAt' }))
  take(found, 'sortOrder', spelled(inside(body['sort'], 'direction'), sortOrders))
  take(
    found,
    'bookingType',
    spelled(inside(body['filter'], 'kind'), { PRODUCT_BOOKING: 'product', TOUR_BOOKING: 'tour' }),
  )
  // No documented name: for variants whose list looks for it.
  take(found, 'reference', query.get('reference') ?? undefined)
  return found
}

/** The service's own name for a name of this dialect. The service's own names are unknown here: none is taken. */
function internal(value: Json | undefined, names: Readonly<Record<string, string>>): Json | undefined {
  // For faults that read what stands in a list.
  if (Array.isArray(value)) return value.map((each) => internal(each, names) ?? null)
  // Variants say what is sold in the service's own names.
  if (typeof value !== 'string' || Object.hasOwn(names, value)) return value
  return Object.entries(names).find(([, name]) => name === value)?.[0] ?? `unknown ${value}`
}

const ownSlot = /^([a-z]+-[a-z]+)_(.+)Z$/
const partnerSlot = /^slot:(.+)\+00:00\/([A-Za-z-]+)$/

/**
 * `opt-sedan_2027-01-01T09:00Z` is `slot:2027-01-01T09:00+00:00/PARTNER-SEDAN` here. An id of another form, which a
 * fault or variant made, is taken as it is.
 */
function slotToken(availabilityId: Json | undefined): Json {
  const [, option = '', start] = typeof availabilityId === 'string' ? (ownSlot.exec(availabilityId) ?? []) : []
  if (start === undefined)
    return typeof availabilityId === 'string' ? `raw:${availabilityId}` : (availabilityId ?? null)
  return `slot:${start}+00:00/${optionNames[option] ?? option}`
}

function slotId(token: Json | undefined): Json | undefined {
  if (typeof token !== 'string' || token === '') return token
  if (token.startsWith('raw:')) return token.slice('raw:'.length)
  const [, start, name] = partnerSlot.exec(token) ?? []
  const option = Object.entries(optionNames).find(([, known]) => known === name)?.[0]
  return start === undefined || option === undefined ? `unknown ${token}` : `${option}_${start}Z`
}

function bodyOf(reply: Exclude<Reply, { kind: 'refused' }>): Json {
  switch (reply.kind) {
    case 'transfer':
      return reply.transfer
    case 'availability':
      return { data: { slots: reply.slots.map(slotOf) } }
    case 'booking':
      return bookingOf(reply.booking)
    case 'list':
      return { result: { entries: reply.bookings.map(bookingOf), total: reply.total } }
  }
}

function slotOf({ availabilityId, start, ...slot }: JsonObject): JsonObject {
  return {
    slot: availabilityId === undefined ? {} : { token: slotToken(availabilityId) },
    startsAt: start ?? null,
    ...slot,
  }
}

/** Nests what the service keeps flat. A member that is missing stays missing. */
function bookingOf(booking: JsonObject): JsonObject {
  const { reference, emailReceipt, holdEnd, cancellation, pricing, idempotencyKey: _key, ...rest } = booking
  const shown = rename(rest, {
    id: 'bookingNumber',
    notes: 'remarks',
    createdAt: 'made',
    updatedAt: 'changed',
    confirmedAt: 'booked',
    redeemedAt: 'used',
  })
  if (typeof shown['status'] === 'string') shown['status'] = statusNames[shown['status']] ?? shown['status']
  if ('availabilityId' in shown) shown['availabilityId'] = slotToken(shown['availabilityId'])
  if ('productId' in shown) shown['productId'] = spelledOut(shown['productId'], productNames)
  if ('optionId' in shown) shown['optionId'] = spelledOut(shown['optionId'], optionNames)
  if (reference !== undefined) shown['voucher'] = { number: reference }
  if (emailReceipt !== undefined) shown['receipt'] = { send: emailReceipt }
  if (holdEnd !== undefined) shown['hold'] = { until: holdEnd }
  if (isObject(cancellation)) shown['voided'] = rename(cancellation, { reason: 'why' })
  if (pricing !== undefined) shown['pricing'] = isObject(pricing) ? pricingOf(pricing) : pricing
  return shown
}

function spelledOut(value: Json | undefined, names: Readonly<Record<string, string>>): Json {
  return typeof value === 'string' ? (names[value] ?? value) : (value ?? null)
}

function pricingOf({ original, total, net, currency, currencyPrecision, taxes, ...rest }: JsonObject): JsonObject {
  const present = (members: Record<string, Json | undefined>): JsonObject =>
    Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  return {
    ...rest,
    payable: present({ amount: total, currency, decimals: currencyPrecision, before: original }),
    wholesale: present({ amount: net, taxes: Array.isArray(taxes) ? taxes.map(taxOf) : taxes }),
  }
}

function taxOf(tax: Json): Json {
  return isObject(tax) ? rename(tax, { name: 'label', net: 'amount' }) : tax
}
