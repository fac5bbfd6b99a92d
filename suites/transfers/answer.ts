import {
  Answer,
  idText,
  isJsonObject,
  readPointer,
  Stop,
  type ContractError,
  type FieldPlace,
  type Json,
} from '../../src/suite/index.js'
import { contractErrors } from './contract/contractErrors.js'
import type { TransferProfile } from './profile.js'
import { bookingFields, bookingPointer, type BookingField } from './bookingFields.js'

/** An answer of this service: which is the documented one, and where it has what the documents name. */
export class TransferAnswer extends Answer<BookingField> {
  declare readonly profile: TransferProfile

  /** What the answer is: of one that has its booking in an envelope, the booking. */
  override get json(): Json | undefined {
    const whole = super.json
    if (whole === undefined || this.profile.booking.at === '' || !isOneBooking.has(this.exchange.purpose)) return whole
    const inside = readPointer<Json>(whole, this.profile.booking.at)
    // A refusal has none.
    return isJsonObject(inside) ? inside : whole
  }

  override inBody(pointer: string): string {
    return this.json === super.json ? pointer : `${this.profile.booking.at}${pointer}`
  }

  /** Where it departs from the contract, with pointers into `json`: a transfer, a booking, or each booking of a list. */
  get contractErrors(): readonly ContractError[] {
    this.#contractErrors ??= contractErrors(this)
    return this.#contractErrors
  }

  #contractErrors: readonly ContractError[] | null = null

  /** Where the booking that the answer is has a field. */
  place(field: BookingField): FieldPlace {
    return { pointer: bookingPointer(this.profile, field), key: bookingFields[field] }
  }

  /** Where `items` was read. */
  get itemsPointer(): string {
    const { purpose } = this.exchange
    return purpose === 'list' || purpose === 'availability' ? (this.profile.operations[purpose]?.items ?? '') : ''
  }

  /** The items of a list or of an availability answer; an answer that is one item counts as a list of it. */
  override get items(): readonly Json[] {
    const found = this.at(this.itemsPointer)
    if (Array.isArray(found)) return found
    return found === undefined || this.exchange.purpose !== 'availability' ? [] : [found]
  }

  /** The availabilityIds that an availability answer carries: of items that are sold out last, else in its order. */
  get availabilityIds(): readonly string[] {
    return [...this.freeAvailabilityIds, ...this.#availabilityIdsOf(this.items.filter(isSoldOut))]
  }

  /** Those of `availabilityIds` whose items do not say of themselves that they are sold out. */
  get freeAvailabilityIds(): readonly string[] {
    return this.#availabilityIdsOf(this.items.filter((item) => !isSoldOut(item)))
  }

  /** Those of `availabilityIds` whose items do not say of themselves that they are on offer. */
  get unofferedAvailabilityIds(): readonly string[] {
    const [sold, silent] = [
      this.items.filter(isSoldOut),
      this.items.filter((item) => !isSoldOut(item) && !isOnOffer(item)),
    ]
    return this.#availabilityIdsOf([...silent, ...sold])
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

  protected isDocumented(): boolean {
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
        return isJsonObject(json) && ('options' in json || 'pickUp' in json || 'distanceUnit' in json)
      default:
        // One mark alone may be an error body that names the booking.
        return isJsonObject(json) && bookingMarks.length - this.#lackedMarks().length >= 2
    }
  }

  protected lack(): string {
    const { purpose } = this.exchange
    if (purpose === 'list' || purpose === 'availability') return `no list at '${this.itemsPointer}'`
    if (purpose === 'transfers') return 'no /options'
    return `nothing at ${this.#lackedMarks()
      .map((field) => bookingPointer(this.profile, field))
      .join(', ')}`
  }

  #lackedMarks(): readonly BookingField[] {
    return bookingMarks.filter((field) => this.read(field) === undefined)
  }
}

/** What is answered with one booking. */
const isOneBooking: ReadonlySet<string> = new Set(['reserve', 'extend', 'confirm', 'update', 'cancel', 'get'])

/** What marks an object as a booking. */
const bookingMarks: readonly BookingField[] = ['id', 'status', 'cancellable', 'expirationMinutes', 'pricing']

/** In the ways of public OCTO; where an item says nothing of the kind, it is on offer. */
function isSoldOut(item: Json): boolean {
  if (!isJsonObject(item)) return false
  const { available, vacancies, status } = item
  return available === false || vacancies === 0 || status === 'SOLD_OUT' || status === 'CLOSED'
}

function isOnOffer(item: Json): boolean {
  if (!isJsonObject(item)) return false
  const { available, vacancies, status } = item
  const isOpen = status === 'AVAILABLE' || status === 'FREESALE' || status === 'LIMITED'
  return available === true || isOpen || (typeof vacancies === 'number' && vacancies > 0)
}
