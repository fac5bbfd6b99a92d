import { isObject, type Json, type JsonObject } from './json.js'
import type { DialectName, Reference } from './startReference.js'

/** Method, path, body and further headers of a request. */
export type Request = readonly [method: string, path: string, body?: JsonObject, headers?: Record<string, string>]
export type Account = 'a' | 'b' | 'none' | 'wrong'
export type Option = 'standard' | 'late'

/** The words of a dialect, written anew from `spec/transfers/profiles`: the tests are a client, not the service. */
export interface Client {
  headers(account: Account): Record<string, string>
  availability(option: Option): Request
  /** Where an availability answer has its slots, and a slot its id. */
  slots: { readonly list: string[]; readonly id: string[] }
  reserve(slot: string, key: string, extra: JsonObject, option?: Option): Request
  extend(id: string, minutes: Json): Request
  confirm(id: string, reference: Json): Request
  update(id: string, reference: string, extra?: JsonObject): Request
  cancel(id: string, reason: string): Request
  get(id: string): Request
  list(page: number, size: number, order?: 'up' | 'down'): Request
  entries: string[]
  clock(minutes: number): Request
  redeem(id: string): Request
  id: string[]
  reference: string[]
  total: string[]
  statuses: Record<'confirmed' | 'cancelled' | 'expired' | 'redeemed', string>
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const path = encodeURIComponent

const publicNames = { standard: ['prod-transfer', 'opt-sedan'], late: ['prod-late', 'opt-late'] } as const
const partnerNames = {
  standard: ['PARTNER-RIDE', 'PARTNER-SEDAN'],
  late: ['PARTNER-LATE', 'PARTNER-LATE-SEDAN'],
} as const

function what(names: typeof publicNames | typeof partnerNames, option: Option = 'standard'): JsonObject {
  return { productId: names[option][0], optionId: names[option][1] }
}

export const clients: Record<DialectName, Client> = {
  default: {
    headers: (account) =>
      account === 'none'
        ? {}
        : { authorization: `Bearer ${account === 'wrong' ? 'nobody' : `reference-token-${account}`}` },
    availability: (option) => [
      'POST',
      '/availability',
      { ...what(publicNames, option), localDateStart: day(30), localDateEnd: day(33) },
    ],
    slots: { list: [], id: ['availabilityId'] },
    reserve: (availabilityId, uuid, extra, option) => [
      'POST',
      '/bookings',
      { availabilityId, uuid, ...what(publicNames, option), expirationMinutes: 30, ...extra },
    ],
    extend: (id, minutes) => ['POST', `/bookings/${path(id)}/extend`, { expirationMinutes: minutes }],
    confirm: (id, reference) => ['POST', `/bookings/${path(id)}/confirm`, { resellerReference: reference }],
    update: (id, reference, extra) => ['PATCH', `/bookings/${path(id)}`, { resellerReference: reference, ...extra }],
    cancel: (id, reason) => ['POST', `/bookings/${path(id)}/cancel`, { reason }],
    get: (id) => ['GET', `/bookings/${path(id)}`],
    list: (page, size, order) => [
      'GET',
      `/bookings?page=${page}&pageSize=${size}&bookingType=Product` +
        (order ? `&sortField=PRICE&sortOrder=${order === 'up' ? 'ASCENDING' : 'DESCENDING'}` : ''),
    ],
    entries: [],
    clock: (minutes) => ['POST', '/__clock', { advanceMinutes: minutes }],
    redeem: (id) => ['POST', `/__redeem/${path(id)}`],
    id: ['uuid'],
    reference: ['resellerReference'],
    total: ['pricing', 'retail'],
    statuses: { confirmed: 'CONFIRMED', cancelled: 'CANCELLED', expired: 'EXPIRED', redeemed: 'REDEEMED' },
  },
  partner: {
    headers: (account) => (account === 'none' ? {} : { 'x-api-key': `partner-key-${account}` }),
    availability: (option) => [
      'POST',
      '/availability',
      { ...what(partnerNames, option), window: { from: day(20), to: day(25) } },
    ],
    slots: { list: ['data', 'slots'], id: ['slot', 'token'] },
    reserve: (availabilityId, key, extra, option) => [
      'POST',
      '/bookings',
      {
        availabilityId,
        ...what(partnerNames, option),
        expirationMinutes: 30,
        travellers: [{ type: 'ADULT' }],
        ...extra,
      },
      { 'idempotency-key': key },
    ],
    extend: (id, minutes) => ['POST', `/bookings/${path(id)}/extend`, { expirationMinutes: minutes }],
    confirm: (id, reference) => [
      'PUT',
      `/bookings/${path(id)}/confirmation`,
      { voucher: { number: reference }, receipt: { send: false } },
    ],
    update: (id, reference, extra) => ['PUT', `/bookings/${path(id)}`, { voucher: { number: reference }, ...extra }],
    cancel: (id, reason) => ['DELETE', `/bookings/${path(id)}`, { why: reason }],
    get: (id) => ['GET', `/reservations/${path(id)}`],
    list: (page, size, order) => [
      'POST',
      '/reservations/search',
      {
        paging: { number: page, size },
        filter: { kind: 'PRODUCT_BOOKING' },
        ...(order && { sort: { by: 'price.total', direction: order === 'up' ? 'asc' : 'desc' } }),
      },
    ],
    entries: ['result', 'entries'],
    clock: (minutes) => ['POST', '/test/clock', { forward: minutes }],
    redeem: (id) => ['PUT', `/test/redeemed/${path(id)}`],
    id: ['bookingNumber'],
    reference: ['voucher', 'number'],
    total: ['pricing', 'payable', 'amount'],
    statuses: { confirmed: 'BOOKED', cancelled: 'VOIDED', expired: 'LAPSED', redeemed: 'USED' },
  },
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** A client of a running service, on an account of it. */
export class Caller {
  readonly client: Client
  readonly reference: Reference
  readonly account: Account
  capability: string | null = 'octo/pricing'

  constructor(client: Client, reference: Reference, account: Account = 'a') {
    this.client = client
    this.reference = reference
    this.account = account
  }

  as(account: Account): Caller {
    return new Caller(this.client, this.reference, account)
  }

  async send([method, where, body, extra = {}]: Request): Promise<Answer> {
    const response = await fetch(this.reference.url + where, {
      method,
      headers: {
        ...this.client.headers(this.account),
        ...(this.capability !== null && { 'Octo-Capabilities': this.capability }),
        ...(body && { 'content-type': 'application/json' }),
        ...extra,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  async slots(option: Option = 'standard'): Promise<string[]> {
    const { body } = await this.send(this.client.availability(option))
    return itemsAt(body, this.client.slots.list).map((slot) => String(at(slot, this.client.slots.id)))
  }

  /** Holds one of the slots there are. */
  async hold(extra: JsonObject = {}): Promise<{ id: string; answer: Answer }> {
    const [slot = ''] = await this.slots()
    const answer = await this.send(this.client.reserve(slot, crypto.randomUUID(), extra))
    return { id: String(at(answer.body, this.client.id)), answer }
  }

  async list(page: number, size: number, order?: 'up' | 'down'): Promise<JsonObject[]> {
    return itemsAt((await this.send(this.client.list(page, size, order))).body, this.client.entries)
  }
}

/** What is at a path of member names; undefined: nothing. */
export function at(value: unknown, names: readonly string[]): unknown {
  return names.reduce((inner: unknown, name) => (isObject(inner) ? inner[name] : undefined), value)
}

/** The objects of the array at a path. */
export function itemsAt(value: unknown, names: readonly string[]): JsonObject[] {
  const found = at(value, names)
  return Array.isArray(found) ? found.filter(isObject) : []
}
