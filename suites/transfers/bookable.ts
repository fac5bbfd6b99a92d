import {
  map,
  number,
  oneOrMore,
  optional,
  overDays,
  payload,
  payloads,
  text,
  texts,
  type Json,
  type Key,
  type OptionalKey,
} from '../../src/suite/index.js'
import type { TransferProfile } from './profile.js'

const bookableMembers = {
  productId: text('Product id.'),
  optionId: text('Option id.'),
  defaultCurrency: optional(
    text(
      'Currency that applies when a reservation names none (4.2). Without it that clause stays untested for bookings.',
      {
        examples: ['EUR'],
        compared: true,
      },
    ),
  ),
  currencies: optional(
    texts('Every currency that it is sold in, where these are others than USD, EUR and GBP.', {
      examples: [['JPY', 'USD']],
      compared: true,
    }),
  ),
  bookingType: optional(
    text(
      'For bookable.other and bookable.standard: how the booking type of the list calls their bookings. Without it, bookable.standard is of the type that its bookings show where those of bookable.other show theirs, or else of operations.list.values.product; what rests on that alone is untested where it does not come true.',
      { examples: ['Rental'], compared: true },
    ),
  ),
  availability: optional(
    payloads(
      'Extra body members of the availability check of this bookable; or a list of them, each for a check of its own: where one check tells of one day only. {today+30..60} in one makes a check for each of these days. One that is refused is left out.',
    ),
  ),
  reserve: optional(payload('Extra body members of a reservation of this bookable.')),
}
const cutOffMinutes = number(
  'For bookable.soon: for how many minutes after an availability check what it offers can still be cancelled, to the minute.',
  { type: 'integer', minimum: 10, maximum: 10_080, examples: [45] },
)
const cutOffAt = text(
  'For bookable.soon and bookable.lateStart: JSON Pointer, inside an item of the availability check, or else inside the booking, to the UTC time at which its cancellation window closes. Each availability may have its own, and cutOffMinutes need not be reckoned.',
  { examples: ['/utcCancellableUntil'] },
  'pointer',
)
const cutOffBefore = number(
  'For bookable.soon and bookable.lateStart, beside cutOffAt: how many minutes before the time at cutOffAt the window closes, where that is the time at which it starts.',
  { type: 'integer', minimum: 0, maximum: 525_600, examples: [1440] },
)
const places = number(
  'How many bookings one availability takes at a time. octospec fills each that it uses up with holds of its own, so that one place is left; nobody else should book there meanwhile.',
  { type: 'integer', minimum: 1, maximum: 5, examples: [3] },
)
const anyBookable = {
  ...bookableMembers,
  cutOffMinutes: optional(cutOffMinutes),
  cutOffAt: optional(cutOffAt),
  cutOffBefore: optional(cutOffBefore),
}

type Named = TransferProfile['bookable']

/** What a profile says under `bookable`. */
export const bookables: { readonly [Name in Exclude<keyof Named, 'exclusive'>]: Key<Named[Name]> } & {
  readonly exclusive: OptionalKey<Bookable>
} = {
  standard: map('A product and option that can be booked, confirmed, updated and cancelled.', anyBookable),
  lateStart: oneOrMore(
    'One whose cancellation window has already passed when it is booked, or that can never be cancelled, so that it is never cancellable; or a list of them. null: there is none.',
    anyBookable,
  ),
  soon: oneOrMore(
    'One that can still be cancelled when it is booked, but only for the minutes of cutOffMinutes, or until the time at cutOffAt: with time that passes, the cancellation window is seen to close; or a list of them, for each policy and time zone one. null: there is none.',
    anyBookable,
  ),
  soldOut: map('One of which the availability check names what is sold out. null: there is none.', anyBookable, {
    orNull: true,
  }),
  other: oneOrMore(
    'Another product than the standard one, or another option of it, in another currency or of another booking type where there is such a one; or a list of them. null: there is none.',
    anyBookable,
  ),
  exclusive: optional(
    map(
      'Something of which one availability takes one booking at a time, or as many as places says, where bookable.standard has room for more.',
      { ...anyBookable, places: optional(places) },
    ),
  ),
}

/** Extra members of a body. */
export type Payload = Readonly<Record<string, Json>>

/** Something that may be booked on the target. */
export interface Bookable {
  readonly productId: string
  readonly optionId: string
  readonly defaultCurrency?: string
  /** Every one that it is sold in; undefined: the profile does not say. */
  readonly currencies?: readonly string[]
  readonly bookingType?: string
  /** Extra members of the bodies of these two operations. */
  readonly availability?: Payload | readonly Payload[]
  readonly reserve?: Readonly<Record<string, Json>>
  /** Minutes after an availability check. */
  readonly cutOffMinutes?: number
  /** Pointer in the item of the availability, or else in the booking, to when it can be cancelled no more. */
  readonly cutOffAt?: string
  /** Minutes before that at which it can be cancelled no more. */
  readonly cutOffBefore?: number
  /** How many bookings one availability takes, where the profile names few. */
  readonly places?: number
}

export type BookableName = keyof TransferProfile['bookable']
/** Everything that a profile names to book. */
export function bookablesOf({ bookable }: Pick<TransferProfile, 'bookable'>): readonly Bookable[] {
  const { standard, lateStart, soon, soldOut, other, exclusive = null } = bookable
  return [standard, ...lateStart, ...soon, soldOut, ...other, exclusive].filter((each) => each !== null)
}

/** Whether the profile names one product alone that has an option of this id: several may call one of theirs DEFAULT, VAN, or as their vehicle. */
export function isOfOneProduct(optionId: string, profile: Pick<TransferProfile, 'bookable'>): boolean {
  const having = bookablesOf(profile).filter((each) => each.optionId === optionId)
  return new Set(having.map(({ productId }) => productId)).size === 1
}

/** How a profile calls something that it names to book: `bookable.lateStart.1` for the second of a list. */
export function bookableKey({ bookable }: Pick<TransferProfile, 'bookable'>, what: Bookable): string {
  const isIt = [
    (each: Bookable | null) => each === what,
    // One that was made of an entry, with other days.
    (each: Bookable | null) => each?.productId === what.productId && each.optionId === what.optionId,
  ]
  for (const is of isIt)
    for (const [name, named] of Object.entries(bookable)) {
      const all = [named].flat()
      const at = all.findIndex(is)
      if (at !== -1) return `bookable.${name}${all.length > 1 ? `.${at}` : ''}`
    }
  return 'bookable'
}

/** Of `bookable.soon` the one that all scenarios look at: of the others, only the edge of the window is. null: the profile names none. */
export function soonOf({ bookable }: Pick<TransferProfile, 'bookable'>): Bookable | null {
  return bookable.soon[0] ?? null
}

/** What else is looked for in the list: of another booking type, if there is such a one; null: the profile names nothing else. */
export function otherOf(profile: Pick<TransferProfile, 'bookable' | 'operations'>): Bookable | null {
  const { standard, other } = profile.bookable
  const usual = standard.bookingType ?? profile.operations.list?.values.product
  const typed = other.filter(({ bookingType }) => bookingType !== undefined)
  return typed.find(({ bookingType }) => bookingType !== usual) ?? typed[0] ?? other[0] ?? null
}

/** Another booking type of the list than that of most: null, it has none; undefined: the profile does not say. */
export function otherTypeOf(profile: Pick<TransferProfile, 'bookable' | 'operations'>): string | null | undefined {
  const { product, otherType } = profile.operations.list?.values ?? {}
  const booked = otherOf(profile)?.bookingType
  const said = profile.bookable.standard.bookingType
  if (booked !== (said ?? product)) return booked ?? otherType
  // That bookable.standard is of another type than that, its bookings may show.
  return said === undefined && otherType === undefined ? booked : otherType
}

/** The first of some currencies that a bookable may be sold in, and that is not its default one; undefined: it is sold in no other. */
export function currencyAside(
  { defaultCurrency, currencies }: Bookable,
  wanted: readonly string[],
): string | undefined {
  const known = currencies === undefined ? wanted : [...wanted, ...currencies]
  return known.find((each) => each !== defaultCurrency && currencies?.includes(each) !== false)
}

/** What a booking of one thing must be in, so that it can be moved to another; undefined: as it comes, as far as the profile says. */
export function currencyOfBoth(from: Bookable, to: Bookable): string | undefined {
  const { currencies: there } = to
  if (there === undefined || (from.defaultCurrency !== undefined && there.includes(from.defaultCurrency)))
    return undefined
  return (from.currencies ?? there).find((each) => there.includes(each))
}

/** What one booking at a time can have of each availability; null: the profile names none. */
export function exclusiveOf({ bookable, availability }: TransferProfile): Bookable | null {
  return bookable.exclusive ?? (availability.exclusive ? bookable.standard : null)
}

/** How many holds fill one of its availabilities up so that one place is left. */
export function fillersOf({ places = 1 }: Bookable): number {
  return places - 1
}

/** Availabilities that one scenario fills up in vain, at most: somebody else has a place there. */
export const mostInVain = 2

/**
 * The most bookings that a scenario makes with what one booking at a time can have: its own, and those that fill up the availabilities that
 * it uses, where they take several.
 */
export function withFillers(own: number, availabilities: number): (profile: TransferProfile) => number {
  return (profile) => own + (availabilities + mostInVain) * fillersOf(exclusiveOf(profile) ?? profile.bookable.standard)
}

/** The payloads of the availability checks of a bookable, a check each. */
export function checksOf({ availability = {} }: Bookable): readonly Payload[] {
  return (isList(availability) ? availability : [availability]).flatMap(overDays)
}

/** The members of the bodies of quotes of further routes. */
export function routesOf({ operations }: Pick<TransferProfile, 'operations'>): readonly Payload[] {
  const { routes = [] } = operations.transfers ?? {}
  return (isList(routes) ? routes : [routes]).flatMap(overDays)
}

function isList(availability: Payload | readonly Payload[]): availability is readonly Payload[] {
  return Array.isArray(availability)
}
