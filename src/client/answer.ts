import { readPointer } from '../contract/jsonPointer.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Exchange } from './exchange.js'
import { isGateway } from './isGateway.js'
import { serverWords } from './serverWords.js'
import { Stop } from './stop.js'
import { idText } from './idText.js'

/**
 * What an answer says of its request. `accepted`: 2xx with the documented answer. `refused`: 3xx, 4xx, or a 5xx of the target's own,
 * or what the profile's `refusal` recognises. `none`: whether the request was performed is not told, by 429, by a gateway, by 2xx
 * without the documented answer, or because no complete answer came.
 */
export type AnswerOutcome = 'accepted' | 'refused' | 'none'

/** The fields of a booking that octospec reads, and the profile key of the place where it reads each. */
export const bookingFields = {
  id: 'booking.id',
  status: null,
  cancellable: null,
  expirationMinutes: null,
  reference: 'booking.reference',
  notes: 'booking.notes',
  holdEnd: 'booking.holdEnd',
  emailReceipt: 'booking.emailReceipt',
  pricing: null,
  total: 'booking.pricing.total',
  net: 'booking.pricing.net',
  taxes: 'booking.pricing.taxes',
  currency: 'booking.pricing.currency',
  currencyPrecision: 'booking.pricing.currencyPrecision',
} as const
export type BookingField = keyof typeof bookingFields

/** Pointer of a field inside a booking of this target; null: its bookings do not carry it. The documents name four of them. */
export function bookingPointer(profile: Pick<Profile, 'booking'>, field: BookingField): string | null {
  const { booking } = profile
  switch (field) {
    case 'status':
    case 'cancellable':
    case 'expirationMinutes':
    case 'pricing':
      return `/${field}`
    case 'total':
    case 'net':
    case 'taxes':
    case 'currency':
    case 'currencyPrecision':
      return booking.pricing[field]
    default:
      return booking[field]
  }
}

/** Reads a field of a booking object through the profile; undefined: it is not there. */
export function readBooking(
  profile: Pick<Profile, 'booking'>,
  booking: Json | undefined,
  field: BookingField,
): Json | undefined {
  const pointer = bookingPointer(profile, field)
  return pointer === null || booking === undefined ? undefined : readPointer<Json>(booking, pointer)
}

/**
 * A recorded exchange, read through the profile. A pure view: it holds nothing that the exchange and the profile do not,
 * so that judging it again from the evidence gives the same.
 */
export class Answer {
  readonly exchange: Exchange
  readonly profile: Profile

  constructor(exchange: Exchange, profile: Profile) {
    this.exchange = exchange
    this.profile = profile
  }

  /** Number of the exchange. */
  get n(): number {
    return this.exchange.n
  }

  get status(): number | null {
    return this.exchange.response?.status ?? null
  }

  get json(): Json | undefined {
    return this.exchange.response?.json
  }

  get outcome(): AnswerOutcome {
    this.#outcome ??= this.#findOutcome()
    return this.#outcome
  }

  #outcome: AnswerOutcome | null = null

  #findOutcome(): AnswerOutcome {
    const { response } = this.exchange
    if (response === null || response.status === 429) return 'none'
    if (this.#matchesRefusal(response)) return 'refused'
    if (isGateway(response.status)) return 'none'
    if (!isSuccess(response.status)) return 'refused'
    return this.#isDocumented() ? 'accepted' : 'none'
  }

  get accepted(): boolean {
    return this.outcome === 'accepted'
  }

  get refused(): boolean {
    return this.outcome === 'refused'
  }

  /** It came, with 2xx, and is not the documented answer: that breaks what the operation returns, and tells nothing else. */
  get undocumented(): boolean {
    return this.status !== null && isSuccess(this.status) && this.outcome === 'none'
  }

  at(pointer: string): Json | undefined {
    return this.json === undefined ? undefined : readPointer<Json>(this.json, pointer)
  }

  /** A field of the booking that the answer is. */
  read(field: BookingField): Json | undefined {
    return readBooking(this.profile, this.json, field)
  }

  /** The items of a list or of an availability answer; an answer that is one item counts as a list of it. */
  get items(): readonly Json[] {
    const pointer = this.itemsPointer
    const found = this.at(pointer)
    if (Array.isArray(found)) return found
    return found === undefined || this.exchange.purpose !== 'availability' ? [] : [found]
  }

  /** Where `items` was read. */
  get itemsPointer(): string {
    const { purpose } = this.exchange
    return purpose === 'list' || purpose === 'availability' ? (this.profile.operations[purpose]?.items ?? '') : ''
  }

  /** The availabilityIds that an availability answer carries: of items that are sold out last, else in its order. */
  get availabilityIds(): readonly string[] {
    return [...this.freeAvailabilityIds, ...this.#availabilityIdsOf(this.items.filter(isSoldOut))]
  }

  /** Those of `availabilityIds` whose items do not say of themselves that they are sold out. */
  get freeAvailabilityIds(): readonly string[] {
    return this.#availabilityIdsOf(this.items.filter((item) => !isSoldOut(item)))
  }

  #availabilityIdsOf(items: readonly Json[]): readonly string[] {
    const places = this.profile.operations.availability?.availabilityId ?? []
    return items.flatMap((item) => {
      const id = places
        .map((place) => readPointer<Json>(item, place))
        .find((found) => typeof found === 'string' && found !== '')
      return typeof id === 'string' ? [id] : []
    })
  }

  /**
   * Id of the booking that the answer carries.
   * @throws Stop when the answer was not accepted or carries no id: what follows in the scenario needs one.
   */
  get bookingId(): string {
    this.need()
    const id = idText(this.read('id'))
    if (id !== undefined) return id
    throw new Stop(
      `the booking in the answer to ${this.exchange.purpose} has no id at ${this.profile.booking.id}`,
      'declare booking.id in the profile: the JSON Pointer of the id inside a booking',
      this.n,
    )
  }

  /**
   * This answer, when it was accepted.
   * @throws Stop when it was not.
   */
  need(): this {
    if (this.accepted) return this
    throw new Stop(
      `${this.exchange.purpose} was not accepted: ${this.describe()}`,
      `make ${this.exchange.purpose} succeed: see the exchange, then the operation in the profile or the server`,
      this.n,
    )
  }

  /**
   * The answer in a few words: status, and what the server says for itself; of a success that is not the documented one, what is
   * missing. Target text in it is bounded and not escaped: the reports do that.
   */
  describe(): string {
    const { response, failure } = this.exchange
    if (response === null) return failure === undefined ? 'no answer' : `no answer (${failure.kind})`
    if (this.undocumented) return `HTTP ${response.status} without the documented answer: ${this.#lack()}`
    const declared = this.profile.refusal.body === null ? undefined : this.at(this.profile.refusal.body)
    const words = this.accepted ? '' : serverWords(response)
    const code =
      typeof declared === 'string' && !words.startsWith(declared.slice(0, 80)) ? ` ${declared.slice(0, 80)}` : ''
    return `HTTP ${response.status}${code}${words === '' ? '' : ` ${words}`}`
  }

  /** Which pointer led nowhere in a success, and what is there instead. */
  #lack(): string {
    const { response, purpose } = this.exchange
    const { json } = this
    if (json === undefined) return response?.text === undefined ? 'it has no body' : 'its body is no JSON'
    const found = Array.isArray(json)
      ? `the body is a list of ${json.length}`
      : isObject(json)
        ? `the body has ${memberNames(json)}`
        : `the body is ${json === null ? 'null' : `a ${typeof json}`}`
    if (purpose === 'list' || purpose === 'availability') return `no list at '${this.itemsPointer}'; ${found}`
    if (purpose === 'transfers') return `no /options; ${found}`
    const marks = bookingMarks.filter((field) => this.read(field) === undefined)
    return `nothing at ${marks.map((field) => bookingPointer(this.profile, field)).join(', ')}; ${found}`
  }

  #matchesRefusal({ status }: NonNullable<Exchange['response']>): boolean {
    const { statuses, body } = this.profile.refusal
    const declared = statuses.map((wanted) => wanted.toLowerCase())
    if (declared.includes(String(status)) || declared.includes(`${Math.floor(status / 100)}xx`)) return true
    // Gateways have error bodies of their own.
    if (!isSuccess(status)) return false
    const error = body === null ? undefined : this.at(body)
    return error !== undefined && error !== null && error !== false && error !== ''
  }

  #isDocumented(): boolean {
    const { json } = this
    switch (this.exchange.purpose) {
      case 'clock':
      case 'redeem':
        return true
      case 'stray':
        return false
      case 'list':
        return Array.isArray(this.at(this.itemsPointer))
      case 'availability':
        return Array.isArray(this.at(this.itemsPointer)) || this.availabilityIds.length > 0
      case 'transfers':
        return isObject(json) && ('options' in json || 'pickUp' in json || 'distanceUnit' in json)
      default:
        return isObject(json) && this.#bookingMarks() >= 2
    }
  }

  /** How many of the places that mark a booking are filled: one alone may be an error body that names the booking. */
  #bookingMarks(): number {
    return bookingMarks.filter((field) => this.read(field) !== undefined).length
  }
}

/** What marks an object as a booking. */
const bookingMarks: readonly BookingField[] = ['id', 'status', 'cancellable', 'expirationMinutes', 'pricing']

/** Names of members that are shown; of a booking, that is most of them. */
const mostNames = 12

function memberNames(json: { readonly [key: string]: Json }): string {
  const names = Object.keys(json)
  if (names.length === 0) return 'no members'
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `the members ${names
    .slice(0, mostNames)
    .map((name) => name.slice(0, 40))
    .join(', ')}${more}`
}

/** In the ways of public OCTO; where an item says nothing of the kind, it is on offer. */
function isSoldOut(item: Json): boolean {
  if (!isObject(item)) return false
  const { available, vacancies, status } = item
  return available === false || vacancies === 0 || status === 'SOLD_OUT' || status === 'CLOSED'
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
