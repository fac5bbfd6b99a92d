import { isMap, type Json, type OperationName } from '../vocabulary/index.js'

/** A request that may be an operation: a method, and how its path ends. */
interface Look {
  readonly method: RegExp
  readonly path: RegExp
}

const look = (method: RegExp, path: RegExp): Look => ({ method, path })
const many = String.raw`/(bookings?|reservations?|orders?|holds?)`
const one = String.raw`${many}/\{id\}`
const ofOne = (rest: string): RegExp => new RegExp(`${one}/(${rest})$`, 'i')

/** How descriptions show the operations, those that say most first. */
export const looks: Readonly<Partial<Record<OperationName | 'clock' | 'redeem' | 'products', readonly Look[]>>> = {
  transfers: [look(/POST/, /\/transfers$/i), look(/POST/, /\/(quotes?|rides|transfer-?search)$/i)],
  availability: [
    look(/POST/, /\/availability$/i),
    look(/POST/, /\/(availabilities|slots|availability[/-]?(check|search))$/i),
  ],
  reserve: [look(/POST/, new RegExp(`${many}$`, 'i')), look(/POST/, /\/(reserve|hold|bookings?\/reserve)$/i)],
  extend: [look(/POST|PUT|PATCH/, ofOne('extend|extension|prolong|hold'))],
  confirm: [look(/POST|PUT|PATCH/, ofOne('confirm|confirmation|complete|finali[sz]e|commit'))],
  update: [
    look(/PATCH/, new RegExp(`${one}$`, 'i')),
    look(/PUT/, new RegExp(`${one}$`, 'i')),
    look(/POST|PUT|PATCH/, ofOne('update|change|amend')),
  ],
  cancel: [look(/POST|PUT|PATCH/, ofOne('cancel|cancell?ation|void')), look(/DELETE/, new RegExp(`${one}$`, 'i'))],
  get: [look(/GET/, new RegExp(`${one}$`, 'i'))],
  list: [
    look(/GET/, new RegExp(`${many}$`, 'i')),
    look(/POST|GET/, new RegExp(`${many}/(search|list|query|find)$`, 'i')),
  ],
  clock: [look(/POST|PUT/, /\/_*(test[/-]?)?(clock|time|time-?travel|advance)$/i)],
  redeem: [look(/POST|PUT/, /redeem(ed)?\/\{id\}$|\{id\}\/redeem(ed)?$/i)],
  products: [look(/GET/, /\/(products|catalog(ue)?)$/i)],
}

/** Where operations may be, beside octospec's default, when nothing describes them. */
export const otherRequests: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  confirm: [
    'PUT /bookings/{id}/confirm',
    'POST /bookings/{id}/confirmation',
    'PUT /bookings/{id}/confirmation',
    'POST /bookings/{id}/complete',
  ],
  update: ['PUT /bookings/{id}', 'POST /bookings/{id}/update'],
  cancel: ['DELETE /bookings/{id}', 'PUT /bookings/{id}/cancel', 'POST /bookings/{id}/cancellation'],
  get: ['GET /reservations/{id}', 'GET /booking/{id}'],
  list: ['GET /reservations', 'POST /bookings/search', 'POST /reservations/search'],
}

/** Names of inputs, as {@link plainName} writes them, with a dot between the words of a way. */
const inputNames: Readonly<Record<string, RegExp>> = {
  productId: /^(product|experience|tour|service)(\.?id|\.?code|\.?uuid)?$/,
  id: /^(booking|reservation|order)\.?(uuid|id|code|number|no|reference|ref)$|^(uuid|id)$/,
  optionId: /^(option|rate)(\.?id|\.?code|\.?uuid)?$/,
  availabilityId: /^(availability|(time)?slot|departure|session)(\.?(id|token|key|code))?$/,
  expirationMinutes: /^(expiration|expiry|hold)(\.?(minutes|time|mins))$/,
  currency: /^currency(\.?code)?$/,
  notes: /^(booking|driver|guest|customer)?(notes?|remarks?|comments?|memo)$/,
  idempotencyKey:
    /^(uuid|x?idempotency(key|token|id)|client(request|reference|order)?(id|uuid)|(dedupe?|deduplication|request|once|replay|unique)(key|token|uuid)|dedupe?id|nonce)$/,
  emailReceipt:
    /^(e?mail|send)(guest)?(receipt|slip)(toguest)?$|^(receipt|slip)(\.?(send|sent|e?mail(ed)?))?$|^notifyguest$/,
  reference: /^((reseller|external|partner|agent|client)?reference|voucher)(\.?(number|code|id|no))?$/,
  reason: /^(cancell?ation|cancel|annulment|calloff|strike|void)?(reason|cause)(text)?$|^why$/,
  page: /^page(\.?(number|no|index))?$|^paging\.?(number|page|no)$/,
  pageSize: /^page\.?size$|^paging\.?size$|^per\.?page$|^limit$|^size$/,
  sortField: /^sort(\.?(by|field))?$|^order\.?by$/,
  sortOrder: /^sort\.?(order|direction|dir)$|^order$|^direction$/,
  bookingType: /^(booking)?(type|kind)$|^filter\.?(type|kind)$/,
  minutes: /(minutes|forward|advance)/,
  seconds: /seconds?$/,
}

/** Words for the values of a list, and for the states of bookings. */
export const valueNames: Readonly<Record<string, RegExp>> = {
  price: /price|total|amount/i,
  ascending: /^asc/i,
  descending: /^desc/i,
  product: /product/i,
  expired: /expired|lapsed|timed.?out/i,
  confirmed: /^(confirmed|booked|completed|ready|secured|firm)$/i,
  cancelled: /^(cancell?ed|void(ed)?|annulled|called[ _-]?off)$/i,
  pending: /pend|process|progress|await|wait|queue|requested|ing$/i,
}

/** Plain names of the last of some days. */
export const lastDay: RegExp = /(to|end|until|till|last)(date|day)?$/

/** A name in lower case, without what joins words; the dots between the words of a way stay. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** The members of a map; none of anything else. */
export function mapOf(json: Json | undefined): Readonly<Record<string, Json>> {
  return json !== undefined && isMap(json) ? json : {}
}

/** The last name of a pointer. */
export function nameAt(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}

/** The field of the documents, among these, that an input of this name is. */
export function fieldNamed(name: string, among: readonly string[]): string | undefined {
  return among.find((field) => inputNames[field]?.test(plainName(name)) === true)
}

/** Days that an availability check is asked about: dates, or templates for them. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** A value for a member that a server demands and the documents do not have; undefined: nothing is known of it. */
export function demanded(member: string, unitId: string | undefined, days: Days | undefined): Json | undefined {
  const name = plainName(member)
  const found = demands.find(([names]) => names.test(name))
  return found === undefined
    ? undefined
    : found[1]({ unitId: unitId ?? 'adult', first: days?.first ?? '{today+30}', last: days?.last ?? '{today+36}' })
}

/** From where to where a transfer is quoted, as Locations (2.2). */
const places = {
  pickUp: { name: 'London Heathrow Airport', googlePlaceId: null, latitude: 51.47, longitude: -0.4543, country: 'GB' },
  dropOff: { name: 'London Victoria', googlePlaceId: null, latitude: 51.4952, longitude: -0.1441, country: 'GB' },
}

const demands: readonly (readonly [RegExp, (known: Days & { readonly unitId: string }) => Json])[] = [
  [
    /^(window|period|range|span|dates|days|(date|day)(range|span|window))$/,
    ({ first, last }) => ({ from: first, to: last }),
  ],
  [/^(unit(item)?s|items)$/, ({ unitId }) => [{ unitId }]],
  [/^(travell?ers|passengers|guests|participants|pax)$/, () => [{ type: 'ADULT' }]],
  [/^(adults|quantity|seats|numberof\w+)$/, () => 1],
  [/^(contact|customer|holder|lead\w+)$/, () => ({ fullName: 'Octo Spec', emailAddress: 'octospec@example.com' })],
  [/(fullname|name)$/, () => 'Octo Spec'],
  [/^(pickup|origin)(place|location|point)?$/, () => places.pickUp],
  [/^(dropoff|destination)(place|location|point)?$/, () => places.dropOff],
  [/email(address)?$/, () => 'octospec@example.com'],
  [/phone(number)?$/, () => '+15550100'],
  [/country(code)?$/, () => 'GB'],
  [lastDay, ({ last }) => last],
  [/(from|start|begin|localdate|date|day)(date)?$/, ({ first }) => first],
]
