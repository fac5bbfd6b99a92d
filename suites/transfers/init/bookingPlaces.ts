import {
  defaultProfile,
  idText,
  isMap,
  placesIn,
  readPointer,
  valueAt,
  type Found,
  type Heard,
  type Interview,
  type Json,
} from '../vocabulary/index.js'
import { fieldNamed, plainName } from './lexicon.js'

/** What is known of a booking that an answer shows. */
export interface Known {
  /** The texts that were written into it, by the field that each is. */
  readonly texts: Readonly<Partial<Record<'notes' | 'reference', string>>>
  /** When its hold should end, in milliseconds since the epoch. */
  readonly holdEnd?: number
  /** The minutes that it was to be held for. */
  readonly minutes?: number
  /** Values that are no id of it. */
  readonly notItsId?: readonly string[]
}

/** How far a hold may end from when it should, by two clocks: three minutes. */
const slack = 180_000

/** Names by which services call the id of a booking. */
const idName =
  /^(uuid|id|(booking|reservation|order)(uuid|id|number|no|reference|code|ref)?|number|code|token|ref|reference|(record)?locator|pnr)$/
/** Those of them that services with an id call something else by, too. */
const doubtfulIdName = /^(number|code|token|ref|reference|(record)?locator|pnr)$/

/**
 * Where an answer that is one booking has it: where a status stands that the documents name beside what may be its id, or at least where it
 * is that of a new booking.
 */
export function envelopeOf(json: Json | undefined): string {
  const places = placesIn<Json>(json ?? null)
  const found = places.filter(({ value }) => typeof statusAt(value) === 'string' && bookingIds(value).length > 0)
  // What is around it may have a status of its own: DONE.
  const held = [...found, ...places].find(({ value }) => statusAt(value) === 'ON_HOLD')
  return (held ?? found[0])?.pointer ?? onlyMember(json)
}

function statusAt(value: Json): Json | undefined {
  return readPointer<Json>(value, '/status')
}

/** Where its status stands elsewhere: `{ "booking": { ... } }`. */
function onlyMember(json: Json | undefined): string {
  const [root, only] = placesIn<Json>(json ?? null)
  const isAlone = root !== undefined && isMap(root.value) && Object.keys(root.value).length === 1
  return isAlone && only !== undefined && isMap(only.value) && bookingIds(only.value).length > 0 ? only.pointer : ''
}

/** The booking that an answer is. */
export function bookingIn({ draft }: Pick<Interview, 'draft'>, { json = null }: Heard): Json {
  const at = draft.read(['booking', 'at'])
  return (typeof at === 'string' ? readPointer<Json>(json, at) : undefined) ?? json
}

/** The id of the booking that an answer is, where it is known to stand; else what may be it, the likeliest first. */
export function idsIn(
  interview: Pick<Interview, 'draft'>,
  heard: Heard,
  notItsId: readonly string[] = [],
): readonly Found<string>[] {
  const booking = bookingIn(interview, heard)
  const pointer = interview.draft.read(['booking', 'id'])
  const value = typeof pointer === 'string' ? idText(readPointer<Json>(booking, pointer)) : undefined
  const known = typeof pointer === 'string' && value !== undefined ? [{ pointer, value }] : []
  return [...known, ...bookingIds(booking, notItsId).filter((found) => found.pointer !== pointer)]
}

/** What may be the id of a booking, the likeliest first. */
export function bookingIds(json: Json, notItsId: readonly string[] = []): readonly Found<string>[] {
  const usual = usualPlace('id')
  const rank = ({ pointer }: Found): number => {
    if (pointer === usual) return 0
    const doubt = /uu?id/i.test(pointer) ? 0 : doubtfulIdName.test(plainName(nameAt(pointer))) ? 2 : 1
    return 10 * pointer.split('/').length + doubt
  }
  return placesIn(json)
    .flatMap(({ pointer, value }): Found<string>[] => {
      const id = idText(value)
      return id !== undefined && idName.test(plainName(nameAt(pointer))) && !notItsId.includes(id)
        ? [{ pointer, value: id }]
        : []
    })
    .sort((a, b) => rank(a) - rank(b))
}

/** Names by which services call what else a booking goes by; none that may be an id of something else, which may be a booking's, too. */
const otherIdName =
  /^(booking|reservation|order|confirmation)(reference|ref|number|no|code|uuid|id)$|^supplierref(erence)?$|^(uuid|id)$/

/** What else an operation may know a booking by than its id. */
export function otherIds(json: Json, id: string): readonly Found<string>[] {
  return placesIn(json).flatMap(({ pointer, value }): Found<string>[] =>
    typeof value === 'string' &&
    /^\/[^/]+$/.test(pointer) &&
    value !== '' &&
    value !== id &&
    otherIdName.test(plainName(nameAt(pointer)))
      ? [{ pointer, value }]
      : [],
  )
}

/** Writes where an answer shows what is known of its booking. */
export function learnPlaces(interview: Pick<Interview, 'draft'>, heard: Heard, known: Known): void {
  const { draft } = interview
  const { n } = heard
  const found = placesIn<Json>(bookingIn(interview, heard))
  const put = (field: 'notes' | 'reference' | 'holdEnd', from: string, is: (value: Json) => boolean): void => {
    if (draft.read(['booking', field]) !== undefined) return
    const places = found.filter(({ value }) => is(value)).map(({ pointer }) => pointer)
    const place = places.includes(usualPlace(field)) ? usualPlace(field) : places[0]
    if (place !== undefined)
      draft.write(['booking', field], place, 'seen', `the answer to request ${n} has ${from} there`)
  }
  for (const field of ['notes', 'reference'] as const) {
    const text = known.texts[field]
    if (text !== undefined)
      put(
        field,
        'the text that was sent',
        (value) => typeof value === 'string' && plainText(value).includes(plainText(text)),
      )
  }
  const { holdEnd } = known
  if (holdEnd !== undefined)
    put(
      'holdEnd',
      'the time at which the hold ends',
      (value) =>
        typeof value === 'string' && /\d{4}-\d\d-\d\dT/.test(value) && Math.abs(Date.parse(value) - holdEnd) < slack,
    )
  learnMoved(draft, found, n, known)
  learnReceipt(draft, found, n)
  learnPrices(draft, found, n)
  if (draft.read(['booking', 'pricing', 'taxAmount']) === undefined) learnTaxAmount(draft, found, n)
}

/** What the documents name is known by its name, or its value, where it stands elsewhere. */
const moved: readonly (readonly [field: string, is: (name: string, value: Json, known: Known) => boolean])[] = [
  ['status', (_, value) => value === 'ON_HOLD'],
  [
    'notCancellable',
    (name, value) => typeof value === 'boolean' && /^(is)?(locked|(not|non|un)cancell?able)$/.test(plainName(name)),
  ],
  [
    'cancellable',
    // Not `cancelled`, which is a state.
    (name, value) =>
      typeof value === 'boolean' &&
      /^((is)?cancell?able|(can|may)(be)?cancell?(ed)?|cancell?(ation)?(is)?(allowed|possible|permitted))$/.test(
        plainName(name),
      ),
  ],
  [
    'expirationMinutes',
    (name, value, { minutes }) =>
      Number.isInteger(value) && (isCalled('expirationMinutes', name) || (value === minutes && /min/i.test(name))),
  ],
]

function learnMoved(draft: Interview['draft'], found: readonly Found<Json>[], n: number, known: Known): void {
  for (const [field, is] of moved) {
    if (draft.read(['booking', field]) !== undefined || found.some(({ pointer }) => pointer === `/${field}`)) continue
    const place = found.find(({ pointer, value }) => is(nameAt(pointer), value, known))?.pointer
    if (place !== undefined)
      draft.write(
        ['booking', field],
        place,
        'seen',
        `the answer to request ${n} has what looks like it there${inCase(field, place)}`,
      )
  }
}

/** That a name is the documented one, but for its case, which a person may take for the same. */
function inCase(field: string, place: string): string {
  return place !== `/${field}` && place.toLowerCase() === `/${field.toLowerCase()}`
    ? `: it differs only in case from ${field}`
    : ''
}

/** The member of a booking that is called like a field, at the top of it; undefined: none is, but by the name that is assumed. */
export function memberCalled(field: string, booking: Json): string | undefined {
  const names = placesIn<Json>(booking).flatMap(({ pointer }) => (/^\/[^/]+$/.test(pointer) ? [nameAt(pointer)] : []))
  return names.find((name) => isCalled(field, name))
}

function isCalled(field: string, name: string): boolean {
  return fieldNamed(name, [field]) !== undefined
}

function nameAt(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1)
}

/** The receipt option is known by its name alone: bookings show whether a receipt is mailed. */
function learnReceipt(draft: Interview['draft'], found: readonly Found<Json>[], n: number): void {
  const key = ['booking', 'emailReceipt']
  const isIt = ({ pointer, value }: Found<Json>): boolean =>
    typeof value === 'boolean' && fieldNamed(pointer.slice(1).replaceAll('/', '.'), ['emailReceipt']) !== undefined
  const place = found.find(isIt)?.pointer
  if (place !== undefined && draft.read(key) === undefined)
    draft.write(key, place, 'seen', `the answer to request ${n} has what looks like it there`)
}

/** Parts of a price, by the words on the way to them; those that are tried first say most. */
const prices: readonly (readonly [field: string, words: RegExp, is: (value: Json) => boolean])[] = [
  ['total', /retail|payable|total|gross|sell|guestpays/, Number.isInteger],
  ['net', /net|wholesale|cost|supplier/, Number.isInteger],
  ['taxes', /tax/, (value) => Array.isArray(value)],
  ['currency', /currency/, (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value)],
  ['currencyPrecision', /precision|decimals|exponent|minorunit/, Number.isInteger],
]

function learnPrices(draft: Interview['draft'], found: readonly Found<Json>[], n: number): void {
  const priced = found.filter(
    ({ pointer }) => /pric|amount|cost|money|fare/i.test(pointer) && !/\/\d+(\/|$)/.test(pointer),
  )
  for (const [field, words, is] of prices) {
    const key = ['booking', 'pricing', field]
    if (draft.read(key) !== undefined) continue
    const usual = usualPlace('pricing', field)
    // The last two words are what a place is; `pricing` is on the way to all of them.
    const wordsOf = (pointer: string): string =>
      pointer.split('/').slice(-2).join('/').toLowerCase().replace('pricing', '')
    const isOther = (pointer: string): boolean =>
      field !== 'currencyPrecision' && /precision|decimals|original|before|count/i.test(pointer)
    const places = priced
      .filter(({ pointer, value }) => is(value) && words.test(wordsOf(pointer)) && !isOther(pointer))
      .map(({ pointer }) => pointer)
    const place = places.includes(usual) ? usual : places[0]
    if (place !== undefined)
      draft.write(
        key,
        place,
        'seen',
        `the answer to request ${n} has ${place === usual ? 'it' : 'what looks like it'} there`,
      )
  }
}

/** What a tax comes to in the net amount, where it or the list of them is called so. */
function learnTaxAmount(draft: Interview['draft'], found: readonly Found<Json>[], n: number): void {
  const taxes = draft.read(['booking', 'pricing', 'taxes'])
  const own = found.flatMap(({ pointer, value }) => {
    const isIn = typeof taxes === 'string' && pointer.startsWith(`${taxes}/0/`)
    const name = isIn ? pointer.slice(`${taxes}/0/`.length) : ''
    // In itself, or in a price object.
    return /^[^/]+(?:\/amount)?$/.test(name) && Number.isInteger(value) ? [name] : []
  })
  const isOfNet = typeof taxes === 'string' && /net/i.test(nameAt(taxes))
  const amount = own.find((each) => /^(tax_?)?(amount|value)(?:\/amount)?$/i.test(each))
  const name =
    own.find((each) => /net/i.test(each)) ??
    (isOfNet || (amount !== undefined && isByRate(draft, found, amount)) ? amount : undefined)
  if (name === undefined && amount !== undefined)
    draft.miss(
      ['booking', 'pricing', 'taxAmount'],
      `/${amount}`,
      `each tax in the answer to request ${n} has it; write it if that is what is in the net amount`,
    )
  if (name !== undefined)
    draft.write(
      ['booking', 'pricing', 'taxAmount'],
      `/${name}`,
      'seen',
      `the answer to request ${n} has what looks like it there`,
    )
}

/** Whether each tax is what its rate makes of the net amount, and not what it makes of the total. */
function isByRate(draft: Interview['draft'], found: readonly Found<Json>[], amount: string): boolean {
  const [taxes, net, total] = ['taxes', 'net', 'total'].map((name) => draft.read(['booking', 'pricing', name]))
  const at = (place: string): Json | undefined => found.find(({ pointer }) => pointer === place)?.value
  const [ofNet, ofTotal] = [net, total].map((place) => (typeof place === 'string' ? at(place) : undefined))
  const tax = typeof taxes === 'string' ? `${taxes}/0/` : ''
  const rate = found.find(({ pointer }) => pointer.startsWith(tax) && /rate|percent/i.test(nameAt(pointer)))?.value
  const each = at(`${tax}${amount}`)
  if (typeof ofNet !== 'number' || typeof ofTotal !== 'number' || typeof rate !== 'number' || typeof each !== 'number')
    return false
  const isOf = (sum: number): boolean =>
    [rate, rate * 100].some((percent) => percent > 0 && Math.abs((sum * percent) / (100 + percent) - each) <= 1)
  return isOf(ofNet) && !isOf(ofTotal)
}

/** Where public OCTO has it. */
export function usualPlace(...path: readonly string[]): string {
  const place = valueAt(defaultProfile(), ['booking', ...path])
  return typeof place === 'string' ? place : ''
}

/** The status that an answer shows, where the documents have it. */
export function statusOf(interview: Pick<Interview, 'draft'>, heard: Heard): string | null {
  const place = interview.draft.read(['booking', 'status'])
  const status = readPointer<Json>(bookingIn(interview, heard), typeof place === 'string' ? place : '/status')
  return typeof status === 'string' ? status : null
}

function plainText(text: string): string {
  return text.replace(/\s/g, '').toLowerCase()
}
