import type { OperationName } from '../vocabulary/index.js'

/** A request that may be an operation: a method, and what its path looks like. */
export interface Look {
  readonly method: RegExp
  readonly path: RegExp
}

const look = (method: RegExp, path: RegExp): Look => ({ method, path })
const one = String.raw`/(bookings?|reservations?|orders?|holds?)/\{id\}`
const many = String.raw`/(bookings?|reservations?|orders?|holds?)`
const ofOne = (rest: string): RegExp => new RegExp(`${one}/(${rest})$`, 'i')
/** `/rpc/booking.confirm`, `/bookings/confirm`, `/confirmBooking`: a path that is a verb, with no id in it. */
const byVerb = (verbs: string, of = 'bookings?|reservations?|orders?|holds?'): Look =>
  look(/POST/, new RegExp(`/((${of})[./:_-](${verbs})|(${verbs})[._-]?(${of}))$`, 'i'))

/** How descriptions show the operations, those that say most first. */
export const looks: Readonly<
  Partial<Record<OperationName | 'clock' | 'redeem' | 'products' | 'supplier', readonly Look[]>>
> = {
  transfers: [
    look(/POST/, /\/transfers$/i),
    look(/POST/, /\/(quotes?|rides|transfer-?search)$/i),
    byVerb('quote|price|search', 'transfers?|rides?'),
  ],
  availability: [
    look(/POST/, /\/availability$/i),
    look(/POST/, /\/(availabilities|slots|availability[/-]?(check|search))$/i),
    byVerb('check|search|find|get', 'availability|availabilities|slots'),
  ],
  reserve: [
    look(/POST/, new RegExp(`${many}$`, 'i')),
    look(/POST/, /\/(reserve|hold|bookings?\/reserve)$/i),
    byVerb('reserve|create|hold|make'),
  ],
  extend: [look(/POST|PUT|PATCH/, ofOne('extend|extension|prolong|hold')), byVerb('extend|prolong')],
  confirm: [
    look(/POST|PUT|PATCH/, ofOne('confirm|confirmation|complete|finali[sz]e|commit')),
    byVerb('confirm|complete|finali[sz]e|commit'),
  ],
  update: [
    look(/PATCH/, new RegExp(`${one}$`, 'i')),
    look(/PUT/, new RegExp(`${one}$`, 'i')),
    look(/POST|PUT|PATCH/, ofOne('update|change|amend')),
    byVerb('update|change|amend'),
  ],
  cancel: [
    look(/POST|PUT|PATCH/, ofOne('cancel|cancell?ation|void')),
    look(/DELETE/, new RegExp(`${one}$`, 'i')),
    byVerb('cancel|void'),
  ],
  get: [look(/GET/, new RegExp(`${one}$`, 'i')), byVerb('get|read|show|fetch')],
  list: [
    look(/GET/, new RegExp(`${many}$`, 'i')),
    look(/POST|GET/, new RegExp(`${many}/(search|list|query|find)$`, 'i')),
    byVerb('list|search|find'),
  ],
  clock: [look(/POST|PUT/, /\/_*(test[/-]?)?(clock|time|time-?travel|advance)$/i)],
  redeem: [look(/POST|PUT/, /redeem(ed)?\/\{id\}$|\{id\}\/redeem(ed)?$/i)],
  products: [look(/GET/, /\/(products|catalog(ue)?)$/i)],
  supplier: [look(/GET/, /\/suppliers?$/i)],
}

/** What commands are called, where one path takes all of them and a member of the body says which. */
export const commandNames: Readonly<Partial<Record<OperationName, RegExp>>> = {
  transfers: /^(quote|price)?transfers?(quote|price)?$/,
  availability: /availab/,
  reserve: /^(reserve|hold|book|create|make)(booking|reservation)?$|^(booking|reservation)(reserve|create|hold|make)$/,
  extend: /extend|prolong/,
  confirm: /confirm|finali[sz]e|commit/,
  update: /update|amend|change|modify/,
  cancel: /cancel|void|annul/,
  get: /^(get|read|show|fetch)(booking|reservation|order)?$|^(booking|reservation|order)(get|read|show|fetch)$/,
  list: /^(list|search|find)|(list|search|find)$|^getbookings$/,
}

/** What the links of a booking are called, without what joins words. */
export const linkNames: Readonly<Partial<Record<OperationName, RegExp>>> = {
  get: /^(self|booking|reservation)$/,
  list: /^(bookings|reservations|list|collection|up)$/,
  extend: /^(extend|extension|prolong|hold)$/,
  confirm: /^(confirm|confirmation|complete|finali[sz]e|commit|assure|ticket|issue)$/,
  update: /^(update|change|amend|amendment|modify|edit)$/,
  cancel: /^(cancel|cancell?ation|void|annul|annulment|calloff|strike)$/,
}

/** Each by POST and by PUT, which change a booking alike. */
function below(...words: readonly string[]): readonly string[] {
  return words.flatMap((word) => [`POST /bookings/{id}/${word}`, `PUT /bookings/{id}/${word}`])
}

/** Where operations are that the documents show no path of, beside public OCTO's, which is octospec's default. */
export const otherRequests: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  confirm: ['PUT /bookings/{id}/confirm', ...below('confirmation', 'complete', 'finalize', 'assure')],
  update: ['PUT /bookings/{id}', ...below('update', 'amend')],
  cancel: [
    'DELETE /bookings/{id}',
    'PUT /bookings/{id}/cancel',
    ...below('cancellation', 'call-off', 'annulment', 'void'),
  ],
  get: ['GET /reservations/{id}', 'GET /booking/{id}'],
  list: ['GET /reservations', 'GET /orders', 'POST /bookings/search', 'POST /reservations/search'],
}

/** What the inputs of operations are called: words on the way to them, in lower case, without what joins words. */
export const inputNames: Readonly<Record<string, RegExp>> = {
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

/** Words for the values of a list, and for the state of a hold that ran out. */
export const valueNames: Readonly<Record<string, RegExp>> = {
  price: /price|total|amount/i,
  ascending: /^asc/i,
  descending: /^desc/i,
  product: /product/i,
  expired: /expired|lapsed|timed.?out/i,
  confirmed: /^(confirmed|booked|completed|ready|secured|firm)$/i,
  cancelled: /^(cancell?ed|void(ed)?|annulled|called[ _-]?off)$/i,
  /** What a write leads through. */
  pending: /pend|process|progress|await|wait|queue|requested|ing$/i,
}

/** What the last of some days is called. */
export const lastDay: RegExp = /(to|end|until|till|last)(date|day)?$/

/** Whether a member is called like the last of some days. */
export function isLastDay(member: string): boolean {
  return lastDay.test(plainName(member))
}

/** In lower case, without what joins words; the dots between the words of a way stay. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** The field of the documents that an input of this name is, among these. */
export function fieldNamed(name: string, among: readonly string[]): string | undefined {
  return among.find((field) => inputNames[field]?.test(plainName(name)) === true)
}

/** Whether a member is called like what tells requests apart, whatever of it. */
export function isTokenName(member: string): boolean {
  return /[a-z](token|key|uuid|guid|nonce)$/.test(plainName(member))
}

/** Whether the words of a refusal say of a member, right after its name, that it is a UUID. */
export function isSaidUuid(member: string, words: string): boolean {
  const at = words.indexOf(member)
  const after = words.slice(at + member.length, at + member.length + nearby)
  return at >= 0 && !member.includes('.') && /\buuid\b/i.test(after)
}

/** How far, in characters, what a refusal says of a member stands from its name. */
const nearby = 40
