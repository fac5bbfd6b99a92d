import {
  Answer,
  idText,
  inWords,
  isJsonObject,
  isList,
  lookedUp,
  readPlaces,
  readPointer,
  Stop,
} from '../../src/suite/index.js'
import type { ContractError, FieldPlace, Json, LookedUp } from '../../src/suite/index.js'
import { contractErrors } from './contract/contractErrors.js'
import { answersBooking, operations } from './operations.js'
import type { TransferProfile } from './transferProfile.js'
import { bookingFields, bookingPointer, movedFields, ShownBooking, type BookingField } from './bookingFields.js'

/** An answer of this service: which is the documented one, and where it has what the documents name. */
export class TransferAnswer extends Answer<BookingField> {
  declare readonly profile: TransferProfile
  declare readonly shownBy: TransferAnswer | null

  override shownIn(read: TransferAnswer): TransferAnswer {
    return new TransferAnswer(this.exchange, this.profile, read)
  }

  /** What the answer is: of one that has its booking or its transfer in an envelope, that alone. */
  override get json(): Json | undefined {
    return this.#once('json', () => {
      const json = super.json
      const own = json === undefined ? undefined : readPointer<Json>(json, this.#envelope)
      return own === undefined || !answersBooking.has(this.exchange.purpose)
        ? own
        : asDocumented(own, this.profile, movedFields(this.profile.booking))
    })
  }

  /** Keeps what was looked up as long as its exchange is kept: there may be 100,000 items, each asked for its place. */
  #once<Name extends keyof Found>(name: Name, look: () => Found[Name]): Found[Name] {
    let found = this.#kept?.deref()
    if (found === undefined) this.#kept = lookedUp((this.shownBy ?? this).exchange, (found = {}))
    if (!Object.hasOwn(found, name)) found[name] = look()
    // It has just been looked up.
    return found[name] as Found[Name]
  }

  #kept: LookedUp<Partial<Found>> | null = null

  /** Where in the body the answer proper stands; empty: it has no envelope, as a refusal has none. */
  get #envelope(): string {
    const { purpose } = this.exchange
    const { booking, operations } = this.profile
    const at = purpose === 'transfers' ? operations.transfers?.at : answersBooking.has(purpose) ? booking.at : ''
    return at !== undefined && isJsonObject(readPointer<Json>(super.json ?? null, at)) ? at : ''
  }

  override inBody(pointer: string): string {
    if (this.exchange.purpose === 'list') {
      const item = this.#itemAt(pointer)
      if (item === undefined) return pointer
      const place = this.itemPlace(item)
      return `${place}${placeInBody(pointer.slice(place.length), this.profile)}`
    }
    const isBooking = answersBooking.has(this.exchange.purpose)
    return `${this.#envelope}${isBooking ? placeInBody(pointer, this.profile) : pointer}`
  }

  /** Its breaches of the contract, with pointers into `json`: a transfer, a booking, or each booking of a list. */
  get contractErrors(): readonly ContractError[] {
    return this.#once('contractErrors', () => contractErrors(this))
  }

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
    return this.#once('items', () => {
      const all = this.#lists.flatMap(({ items }) => items)
      const moved = this.exchange.purpose === 'list' ? movedFields(this.profile.booking) : []
      return moved.length === 0 ? all : all.map((item) => asDocumented(item, this.profile, moved))
    })
  }

  /** Where an item stands in the answer. */
  itemPlace(index: number): string {
    return this.#places[index] ?? this.itemsPointer
  }

  get #places(): readonly string[] {
    return this.#once('places', () =>
      this.#lists.flatMap(({ pointer, items, isList }) =>
        isList ? items.map((_, index) => `${pointer}/${index}`) : [pointer],
      ),
    )
  }

  /** The index of the item that a pointer leads to, or into. */
  #itemAt(pointer: string): number | undefined {
    const indexes = this.#once('indexes', () => new Map(this.#places.map((place, index) => [place, index])))
    for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
      const index = indexes.get(place)
      if (index !== undefined) return index
    }
    return undefined
  }

  /** The bookings that the answer shows: those of a list, or the one that it is; none where it was not accepted. */
  get bookings(): readonly ShownBooking[] {
    return this.#once('bookings', () => {
      const { json } = this
      const { purpose } = this.exchange
      if (!this.accepted || json === undefined) return []
      if (purpose === 'list') return this.items.map((item, index) => new ShownBooking(this, item, index))
      return answersBooking.has(purpose) ? [new ShownBooking(this, json, null)] : []
    })
  }

  /** The one of `bookings` that a pointer leads to, or into. */
  bookingAt(pointer: string): ShownBooking | undefined {
    const index = this.exchange.purpose === 'list' ? this.#itemAt(pointer) : 0
    return index === undefined ? undefined : this.bookings[index]
  }

  /** Where there are items, and which. */
  get #lists(): readonly ItemList[] {
    return this.#once('lists', () => {
      const found = this.json === undefined ? [] : readPlaces(this.json, this.itemsPointer)
      return found.flatMap(({ pointer, value }): readonly ItemList[] => {
        if (isList(value)) return [{ pointer, items: value, isList: true }]
        // In a connection, `/edges/*/node`, each place that the pointer leads to is an item.
        const isItem = this.itemsPointer.includes('/*') && isJsonObject(value)
        return isItem || this.exchange.purpose === 'availability' ? [{ pointer, items: [value], isList: false }] : []
      })
    })
  }

  /** Whether there is a list, be it empty, where the profile says. */
  get #hasList(): boolean {
    const [before] = this.itemsPointer.split('/*', 1)
    const holder = this.at(before ?? '')
    return Array.isArray(holder) || (before !== this.itemsPointer && isJsonObject(holder))
  }

  /** There is no such page: nothing came of one that may be past the end of the list. */
  get #isNoPage(): boolean {
    return this.status === 204 && Number(this.exchange.input['page'] ?? 1) !== 1
  }

  /** The availabilityIds that an availability answer carries: of items that are sold out last, else in its order. */
  get availabilityIds(): readonly string[] {
    return [...this.freeAvailabilityIds, ...this.#availabilityIdsOf(this.#itemsThat((free) => free === false))]
  }

  /** Those of `availabilityIds` whose items do not say of themselves that they are sold out. */
  get freeAvailabilityIds(): readonly string[] {
    return this.#availabilityIdsOf(this.#itemsThat((free) => free !== false))
  }

  /** Those of `availabilityIds` whose items do not say of themselves that they are on offer. */
  get unofferedAvailabilityIds(): readonly string[] {
    const [silent, sold] = [this.#itemsThat((free) => free === null), this.#itemsThat((free) => free === false)]
    return this.#availabilityIdsOf([...silent, ...sold])
  }

  /** The first item that names an availability and says of it that it is on offer; undefined: none does. */
  offerOf(availabilityId: string): Json | undefined {
    return this.#itemsThat((free) => free === true).find((item) => this.availabilityIdOf(item) === availabilityId)
  }

  #itemsThat(are: (free: boolean | null) => boolean): readonly Json[] {
    const { full } = this.profile.operations.availability ?? {}
    return this.items.filter((item) => are(isFree(item, full)))
  }

  /** The availabilityId of an item of an availability answer. */
  availabilityIdOf(item: Json): string | undefined {
    const places = this.profile.operations.availability?.availabilityId ?? []
    const id = places
      .map((place) => readPointer<Json>(item, place))
      .find((found) => typeof found === 'string' && found !== '')
    return typeof id === 'string' ? id : undefined
  }

  #availabilityIdsOf(items: readonly Json[]): readonly string[] {
    return items.flatMap((item) => this.availabilityIdOf(item) ?? [])
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
      'booking.id',
    )
  }

  protected isDocumented(): boolean {
    const { json } = this
    const { purpose } = this.exchange
    // Nobody knows the answer to a request that is no operation.
    if (!Object.hasOwn(operations, purpose)) return purpose !== 'stray'
    switch (purpose) {
      case 'list':
        return this.#hasList || this.#isNoPage
      case 'availability':
        return this.#hasList || this.availabilityIds.length > 0
      case 'transfers':
        return isJsonObject(json) && ('options' in json || 'pickUp' in json || 'distanceUnit' in json)
      default:
        // One mark alone may be an error body that names the booking.
        return isJsonObject(json) && bookingMarks.length - this.#lackedMarks().length >= 2
    }
  }

  protected lack(): { readonly words: string; readonly place: string } {
    const { purpose } = this.exchange
    const list = this.itemsPointer
    if (purpose === 'list' || purpose === 'availability') return { words: `no list at '${list}'`, place: list }
    if (purpose === 'transfers') return { words: 'no /options', place: '/options' }
    const places = this.#lackedMarks().map((field) => bookingPointer(this.profile, field) ?? '')
    return { words: `nothing at ${places.join(', ')}`, place: places[0] ?? '' }
  }

  #lackedMarks(): readonly BookingField[] {
    return bookingMarks.filter((field) => this.read(field) === undefined)
  }
}

/** What has been looked up in an answer: see the getters of these names. */
interface Found {
  json: Json | undefined
  contractErrors: readonly ContractError[]
  items: readonly Json[]
  places: readonly string[]
  indexes: ReadonlyMap<string, number>
  bookings: readonly ShownBooking[]
  lists: readonly ItemList[]
}

/** Items of an answer that stand together. */
interface ItemList {
  readonly pointer: string
  readonly items: readonly Json[]
  /** false: what the pointer leads to is the item itself. */
  readonly isList: boolean
}

/** A booking with the documented fields where the documents have them, whatever the target does. */
function asDocumented(
  booking: Json,
  { booking: places }: TransferProfile,
  fields: ReturnType<typeof movedFields>,
): Json {
  if (!isJsonObject(booking)) return booking
  const moved = fields.flatMap(({ field, from }): [string, Json][] => {
    const value = readPointer<Json>(booking, from)
    if (value === undefined) return []
    return [[field, from === places.notCancellable && typeof value === 'boolean' ? !value : value]]
  })
  return moved.length === 0 ? booking : { ...booking, ...Object.fromEntries(moved) }
}

function placeInBody(pointer: string, { booking }: TransferProfile): string {
  const moved = movedFields(booking).find(({ field }) => pointer === `/${field}`)
  return moved === undefined ? pointer : moved.from
}

/**
 * Two of these mark an object as a booking. One is too few: some servers answer an error under 200 with the id of the
 * booking. All would turn a missing field into a refusal.
 */
const bookingMarks: readonly BookingField[] = ['id', 'status', 'cancellable', 'expirationMinutes', 'pricing']

type Full = NonNullable<TransferProfile['operations']['availability']>['full']

/** Whether an item says that it is free, as the profile has it, else as public OCTO does; null: it does not say. */
function isFree(item: Json, full: Full): boolean | null {
  const own = full && readPointer<Json>(item, full.at)
  if (full !== undefined && own !== undefined)
    return !(full.values?.includes(inWords(own)) ?? (own === false || own === 0))
  if (!isJsonObject(item)) return null
  const { available, vacancies, status } = item
  if (available === false || vacancies === 0 || status === 'SOLD_OUT' || status === 'CLOSED') return false
  const isOpen = status === 'AVAILABLE' || status === 'FREESALE' || status === 'LIMITED'
  return available === true || isOpen || (typeof vacancies === 'number' && vacancies > 0) ? true : null
}
