import {
  defaultProfile,
  idText,
  placesIn,
  readPointer,
  valueAt,
  openFields,
  operationNames,
  writes,
} from '../vocabulary/index.js'
import type { Found, Heard, Interview, Json, OperationName } from '../vocabulary/index.js'
import { fieldNamed, nameAt, plainName } from '../walk/lexicon.js'
import { bookingIds, usualPlace } from '../walk/places.js'
import type { Learning } from './plan.js'

type Drafting = Pick<Interview, 'draft'>

/** What is known of a booking before an answer shows it. */
export interface Known {
  /** The texts that were written into it. */
  readonly notes?: string
  readonly reference?: string
  /** When its hold should end, in milliseconds since the epoch. */
  readonly holdEnd?: number
  /** The minutes that it was to be held for. */
  readonly minutes?: number
}

/** How far a hold may end from when it should, by two clocks: three minutes. */
const slack = 180_000

/** The booking that an answer is. */
export function bookingIn({ draft }: Drafting, { json = null }: Pick<Heard, 'json'>): Json {
  const at = draft.read(['booking', 'at'])
  return (typeof at === 'string' ? readPointer<Json>(json, at) : undefined) ?? json
}

/** What a booking that an answer is shows in a field. undefined: nothing. */
export function shownIn(
  interview: Drafting,
  heard: Heard,
  field: 'status' | 'notes' | 'emailReceipt',
): Json | undefined {
  const place = interview.draft.read(['booking', field])
  return readPointer<Json>(bookingIn(interview, heard), typeof place === 'string' ? place : usualPlace(field))
}

/** What may be the id of the booking that an answer is, the likeliest first. */
export function idsIn(interview: Drafting, heard: Heard, notItsId: readonly string[] = []): readonly Found<string>[] {
  const booking = bookingIn(interview, heard)
  const pointer = interview.draft.read(['booking', 'id'])
  const value = typeof pointer === 'string' ? idText(readPointer<Json>(booking, pointer)) : undefined
  const known = typeof pointer === 'string' && value !== undefined ? [{ pointer, value }] : []
  const others = bookingIds(booking).filter((found) => found.pointer !== pointer && !notItsId.includes(found.value))
  return [...known, ...others]
}

/** How a field of a booking is told from others. */
interface Telling {
  readonly field: readonly string[]
  readonly is: (found: Found<Json>, known: Known) => boolean
  /** Words for the line: the answer has them there. */
  readonly what?: string
  /** The documents name its place: only another one is written. */
  readonly isDocumented?: true
}

const looksLikeIt = 'what looks like it'
const isTime = /\d{4}-\d\d-\d\dT/
const sentText = 'the text that was sent'
/** A member with a value of a type, by its plain name. */
const flag =
  (names: RegExp): Telling['is'] =>
  ({ pointer, value }) =>
    typeof value === 'boolean' && names.test(plainName(nameAt(pointer)))
/** A part of a price, by the words on the way to it. */
const price = (part: string, words: RegExp, is: (value: Json) => boolean): Telling => ({
  field: ['pricing', part],
  is: ({ pointer, value }) => is(value) && isPrice(part, words, pointer),
})

/** What bookings show, and by what it is known; of the parts of a price, those that are tried first say most. */
const tellings: readonly Telling[] = [
  { field: ['notes'], what: sentText, is: ({ value }, { notes }) => holds(value, notes) },
  { field: ['reference'], what: sentText, is: ({ value }, { reference }) => holds(value, reference) },
  {
    field: ['holdEnd'],
    what: 'the time at which the hold ends',
    is: ({ value }, { holdEnd = NaN }) =>
      typeof value === 'string' && isTime.test(value) && Math.abs(Date.parse(value) - holdEnd) < slack,
  },
  { field: ['status'], isDocumented: true, is: ({ value }) => value === 'ON_HOLD' },
  { field: ['notCancellable'], isDocumented: true, is: flag(/^(is)?(locked|(not|non|un)cancell?able)$/) },
  {
    field: ['cancellable'],
    isDocumented: true,
    // Not `cancelled`, which is a state.
    is: flag(/^((is)?cancell?able|(can|may)(be)?cancell?(ed)?|cancell?(ation)?(is)?(allowed|possible|permitted))$/),
  },
  {
    field: ['expirationMinutes'],
    isDocumented: true,
    is: ({ pointer, value }, { minutes }) =>
      Number.isInteger(value) &&
      (fieldNamed(nameAt(pointer), ['expirationMinutes']) !== undefined ||
        (value === minutes && /min/i.test(nameAt(pointer)))),
  },
  {
    field: ['emailReceipt'],
    // Bookings show whether a receipt is mailed: it is known by its name alone.
    is: ({ pointer, value }) =>
      typeof value === 'boolean' && fieldNamed(pointer.slice(1).replaceAll('/', '.'), ['emailReceipt']) !== undefined,
  },
  price('total', /retail|payable|total|gross|sell|guestpays/, Number.isInteger),
  price('net', /net|wholesale|cost|supplier/, Number.isInteger),
  price('taxes', /tax/, (value) => Array.isArray(value)),
  price('currency', /currency/, (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value)),
  price('currencyPrecision', /precision|decimals|exponent|minorunit/, Number.isInteger),
]

function holds(value: Json, text: string | undefined): boolean {
  const plain = (each: string): string => each.replace(/\s/g, '').toLowerCase()
  return text !== undefined && typeof value === 'string' && plain(value).includes(plain(text))
}

/** Whether an answer has a text anywhere in it. */
export function showsText(json: Json | undefined, text: string): boolean {
  return placesIn<Json>(json ?? null).some(({ value }) => holds(value, text))
}

/** Writes where an answer shows what is known of its booking. */
export function learnPlaces({ draft }: Drafting, heard: Heard, known: Known): void {
  const found = placesIn<Json>(bookingIn({ draft }, heard))
  for (const { field, is, what = looksLikeIt, isDocumented } of tellings) {
    const usual = usualPlace(...field)
    if (isDocumented === true && found.some(({ pointer }) => pointer === `/${field.join('/')}`)) continue
    const places = found.filter((each) => is(each, known)).map(({ pointer }) => pointer)
    const place = places.includes(usual) ? usual : places[0]
    if (place === undefined || draft.read(['booking', ...field]) !== undefined) continue
    const isCase = place !== usual && place.toLowerCase() === usual.toLowerCase()
    const but = isCase ? `: it differs only in case from ${usual.slice(1)}` : ''
    draft.write(['booking', ...field], place, 'seen', `the answer to request ${heard.n} has ${what} there${but}`)
  }
  learnTaxAmount({ draft }, found, heard)
}

/** Whether a place is called like this part of a price. Its last two names say it; `pricing` is on the way to all. */
function isPrice(field: string, words: RegExp, pointer: string): boolean {
  if (!/pric|amount|cost|money|fare/i.test(pointer) || /\/\d+(\/|$)/.test(pointer)) return false
  if (field !== 'currencyPrecision' && /precision|decimals|original|before|count/i.test(pointer)) return false
  return words.test(pointer.split('/').slice(-2).join('/').toLowerCase().replace('pricing', ''))
}

/** The place of a tax in the net price: by its name, by that of the list, or by a net amount beside it. */
function learnTaxAmount({ draft }: Drafting, found: readonly Found<Json>[], { n }: Heard): void {
  const key = ['booking', 'pricing', 'taxAmount']
  const [taxes, net, total] = ['taxes', 'net', 'total'].map((field) => draft.read(['booking', 'pricing', field]))
  if (typeof taxes !== 'string' || draft.read(key) !== undefined) return
  const above = (place: Json | undefined): string => (typeof place === 'string' ? place.replace(/\/[^/]*$/, '') : '')
  const isOfNet = /net/i.test(nameAt(taxes)) || (above(taxes) === above(net) && above(taxes) !== above(total))
  const names = found.flatMap(({ pointer, value }) => {
    const name = pointer.startsWith(`${taxes}/0/`) ? pointer.slice(`${taxes}/0/`.length) : ''
    // In itself, or in a price object.
    return /^[^/]+(?:\/amount)?$/.test(name) && Number.isInteger(value) ? [name] : []
  })
  const amount = names.find((name) => /^(tax_?)?(amount|value)(?:\/amount)?$/i.test(name))
  const own = names.find((name) => /net/i.test(name)) ?? (isOfNet ? amount : undefined)
  if (own !== undefined) draft.write(key, `/${own}`, 'seen', `the answer to request ${n} has ${looksLikeIt} there`)
  else if (amount !== undefined)
    draft.miss(key, `/${amount}`, `each tax in the answer to request ${n} has it; write it if it is in the net amount`)
}

const ofBookings = ['get', 'list', ...writes] as const
const openPlaces = ['id', 'reference', 'notes', 'holdEnd', 'emailReceipt'] as const
const openPrices = ['total', 'net', 'taxes', 'taxAmount', 'currency', 'currencyPrecision'] as const

/**
 * Leaves a line for whatever was not found, with what octospec assumes until it is written.
 * @param over why nothing more was asked; null: all was asked that it asks
 */
export function leaveLines({ interview: { draft, bookings }, plans }: Learning, over: string | null): void {
  const leave = (key: readonly string[], why: string): void =>
    draft.miss(key, valueAt(defaultProfile(), key) ?? null, why)
  // What was sent where no document names an input, and seen in no answer, may have gone nowhere.
  for (const name of operationNames.filter((each) => plans.has(each)))
    for (const field of openFields(name))
      leave(
        ['operations', name, field],
        over === null ? 'no answer showed what was sent there' : `not looked for: ${over}`,
      )
  const isLost = (name: OperationName): boolean => !plans.has(name) && draft.read(['operations', name]) !== null
  const lost = ofBookings.filter((name) => isLost(name) && draft.read(['operations', name, 'request']) === undefined)
  // Where so much is elsewhere, it may be by commands.
  for (const name of lost.length > 1 ? lost : []) {
    if (name !== 'list') draft.miss(['operations', name, 'id'], 'body:/id', 'where its path has no {id} in it')
    draft.miss(['operations', name, 'body'], { command: name }, 'where one path takes several operations')
  }
  leave(['hold', 'graceSeconds'], 'how late a hold is noticed to have ended takes its time to see')
  if (bookings.length === 0) return
  for (const place of openPlaces) leave(['booking', place], 'nothing in an answer was known for it')
  for (const price of openPrices) leave(['booking', 'pricing', price], 'nothing in an answer looks like it')
}
