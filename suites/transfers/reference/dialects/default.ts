import { productOptions } from '../catalog.js'
import { isObject, type Json, type JsonObject } from '../json.js'
import type { Input, Reply } from '../model.js'
import { seededUuid } from '../random.js'
import { aText, describeApi, described, inPath, object } from './describe.js'
import { queryNumber, rename, routing, spelled, take, type Dialect, type RefusalTable } from './dialect.js'

/** The helpers for tests that the reference service adds to the documents and public OCTO: all that it describes. */
export const defaultDescription: JsonObject = describeApi('Helpers of the sandbox', {
  '/__clock': {
    post: described('Move the test clock forward', { advanceMinutes: { type: 'integer' } }, object({ now: aText })),
  },
  '/__redeem/{uuid}': {
    parameters: [inPath('uuid')],
    post: described('Redeem a confirmed booking, as if its guest had used it', null, object({ uuid: aText })),
  },
})

/** Who runs it, as public OCTO has it. */
export const supplier: JsonObject = { id: 'reference', name: 'The reference service', endpoint: '/', contact: {} }

/** What it sells, as public OCTO has it: each product with its options. */
export const defaultProducts: Json = [...new Set(productOptions.map(({ productId }) => productId))].map((productId) => {
  const options = productOptions.filter((option) => option.productId === productId)
  return {
    id: productId,
    internalName: productId,
    availabilityRequired: true,
    bookingType: options[0]?.type === 'tour' ? 'Tour' : 'Product',
    defaultCurrency: options[0]?.defaultCurrency ?? 'EUR',
    options: options.map(({ optionId }, at) => ({ id: optionId, default: at === 0, internalName: optionId })),
  }
})

const tokens: Readonly<Record<string, 'a' | 'b'>> = { 'reference-token-a': 'a', 'reference-token-b': 'b' }

/** Where the members of a body go; the fields of an operation are picked by the service. */
const bodyFields: Readonly<Record<string, string>> = {
  uuid: 'idempotencyKey',
  resellerReference: 'reference',
  localDateStart: 'from',
  localDateEnd: 'to',
}
const bodyMembers: ReadonlySet<string> = new Set([
  ...Object.keys(bodyFields),
  'availabilityId',
  'availabilityIds',
  'productId',
  'optionId',
  'expirationMinutes',
  'notes',
  'currency',
  'localDate',
  'emailReceipt',
  'reason',
  'unitItems',
  'contact',
  'force',
  'advanceMinutes',
])
const bookingNames: Readonly<Record<string, string>> = {
  id: 'uuid',
  createdAt: 'utcCreatedAt',
  updatedAt: 'utcUpdatedAt',
  holdEnd: 'utcExpiresAt',
  confirmedAt: 'utcConfirmedAt',
  redeemedAt: 'utcRedeemedAt',
  reference: 'resellerReference',
}

const refusals: RefusalTable = {
  BAD_REQUEST: [400, 'BAD_REQUEST'],
  UNAUTHORIZED: [401, 'UNAUTHORIZED'],
  FORBIDDEN: [403, 'FORBIDDEN'],
  UNKNOWN_BOOKING: [404, 'INVALID_BOOKING_UUID'],
  UNKNOWN_OPTION: [400, 'INVALID_OPTION_ID'],
  UNKNOWN_AVAILABILITY: [400, 'INVALID_AVAILABILITY_ID'],
  NOT_AVAILABLE: [400, 'UNPROCESSABLE_ENTITY'],
  INVALID_EXPIRATION: [400, 'BAD_REQUEST'],
  INVALID_CURRENCY: [400, 'BAD_REQUEST'],
  NOT_ON_HOLD: [400, 'UNPROCESSABLE_ENTITY'],
  NOT_CANCELLABLE: [400, 'UNPROCESSABLE_ENTITY'],
  CONFLICT: [409, 'UNPROCESSABLE_ENTITY'],
  NOT_FOUND: [404, 'BAD_REQUEST'],
  METHOD_NOT_ALLOWED: [405, 'BAD_REQUEST'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'BAD_REQUEST'],
  TOO_LARGE: [413, 'BAD_REQUEST'],
  TOO_MANY_REQUESTS: [429, 'BAD_REQUEST'],
  INTERNAL: [500, 'INTERNAL_SERVER_ERROR'],
}

/** The documents, and public OCTO where they are silent: what `spec/transfers/profiles/default.yaml` describes. */
export const defaultDialect: Dialect = {
  name: 'default',
  about: { description: defaultDescription, supplier, products: defaultProducts },
  basePath: '',
  bodyMembers,

  route: routing(
    {},
    {
      'GET /openapi.json': { to: 'about', what: 'description' },
      'GET /supplier': { to: 'about', what: 'supplier' },
      'GET /products': { to: 'about', what: 'products' },
      'GET /__clock': { to: 'clock' },
      'POST /__clock': { to: 'clock' },
      'POST /__redeem/{id}': { to: 'redeem' },
    },
  ),

  authenticate({ authorization }) {
    if (typeof authorization !== 'string') return { reseller: null, credentials: 'none' }
    const token = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? ''
    const reseller = Object.hasOwn(tokens, token) ? (tokens[token] ?? null) : null
    return { reseller, credentials: reseller === null ? 'wrong' : 'valid' }
  },

  decode(operation, { body, query }) {
    if (operation === 'list') return listInput(query)
    const input: Record<string, unknown> = rename(body, bodyFields)
    if (operation === 'availability' && body['localDate'] !== undefined) input['from'] = input['to'] = body['localDate']
    return input
  },

  encode(reply) {
    const contentType = 'application/json; charset=utf-8'
    const status = reply.kind === 'refused' ? refusals[reply.code][0] : 200
    return { status, contentType, body: bodyOf(reply) }
  },

  clockMinutes({ advanceMinutes, advanceSeconds, now: to }, now) {
    if (typeof advanceMinutes === 'number') return advanceMinutes
    if (typeof advanceSeconds === 'number') return advanceSeconds / 60
    // It runs: what it showed a moment ago is past.
    return typeof to === 'string' ? Math.max(0, (Date.parse(to) - now) / 60_000) : null
  },

  newBookingId: (serial, key, random) => key ?? seededUuid(random, 'booking', serial),
}

function listInput(query: URLSearchParams): Input {
  const input: Record<string, unknown> = {}
  take(input, 'page', queryNumber(query, 'page'))
  take(input, 'pageSize', queryNumber(query, 'pageSize'))
  const text = (name: string): string | undefined => query.get(name)?.toUpperCase()
  take(input, 'sortField', spelled(text('sortField'), { PRICE: 'price', UTCCREATEDAT: 'createdAt' }))
  // In mixed case as it is sent: how it was written may matter to a fault.
  const order = query.get('sortOrder') ?? undefined
  take(input, 'sortOrder', spelled(order, { ASCENDING: 'ascending', DESCENDING: 'descending' }))
  take(input, 'bookingType', spelled(text('bookingType'), { PRODUCT: 'product', TOUR: 'tour' }))
  // No documented name: for variants whose list looks for it.
  take(input, 'reference', query.get('reference') ?? undefined)
  return input
}

function bodyOf(reply: Reply): Json {
  switch (reply.kind) {
    case 'transfer':
      return reply.transfer
    case 'availability':
      return reply.slots.map(slotOf)
    case 'booking':
      return bookingOf(reply.booking)
    case 'list':
      return reply.bookings.map(bookingOf)
    case 'refused':
      return {
        error: refusals[reply.code][1],
        errorMessage: reply.message,
        ...(reply.id !== undefined && { uuid: reply.id }),
      }
  }
}

function slotOf({ start, ...slot }: JsonObject): JsonObject {
  return {
    id: slot['availabilityId'] ?? null,
    localDateTimeStart: start ?? null,
    ...slot,
    status: slot['available'] === false ? 'SOLD_OUT' : 'AVAILABLE',
  }
}

function bookingOf({ idempotencyKey: _key, ...booking }: JsonObject): JsonObject {
  const shown = rename(booking, bookingNames)
  // The public shape has an id of its own beside the uuid; here the two are one.
  if (shown['uuid'] !== undefined) shown['id'] = shown['uuid']
  if (isObject(shown['pricing']))
    shown['pricing'] = rename(shown['pricing'], { total: 'retail', taxes: 'includedTaxes' })
  if (isObject(shown['cancellation'])) shown['cancellation'] = rename(shown['cancellation'], { at: 'utcCancelledAt' })
  return shown
}
