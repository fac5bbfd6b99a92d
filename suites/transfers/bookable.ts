import { overDays } from '../../src/suite/index.js'
import type { Bookable, Payload, TransferProfile } from './transferProfile.js'

/** Everything that a profile names to book. */
export function bookablesOf({ bookable }: Pick<TransferProfile, 'bookable'>): readonly Bookable[] {
  const { standard, late, closing, soldOut, other, exclusive } = bookable
  return [standard, ...late, ...closing, soldOut, ...other, exclusive].filter((each) => each !== null)
}

/** Whether one product alone of the profile has an option of this id: several may have one called DEFAULT or VAN. */
export function isOfOneProduct(optionId: string, profile: Pick<TransferProfile, 'bookable'>): boolean {
  const having = bookablesOf(profile).filter((each) => each.optionId === optionId)
  return new Set(having.map(({ productId }) => productId)).size === 1
}

/** How a profile calls something that it names to book: `bookable.late.1` for the second of a list. */
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

/** The entry of `bookable.closing` that all scenarios look at; the others tell only a window's edge. null: none. */
export function soonOf({ bookable }: Pick<TransferProfile, 'bookable'>): Bookable | null {
  return bookable.closing[0] ?? null
}

/** The other thing looked for in the list: of another booking type, if there is one; null: the profile has no other. */
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
  // Its bookings may show that bookable.standard is of another type than that.
  return said === undefined && otherType === undefined ? booked : otherType
}

/** The first of these currencies that a bookable may be sold in and is not its default; undefined: there is none. */
export function currencyAside(
  { defaultCurrency, currencies }: Bookable,
  wanted: readonly string[],
): string | undefined {
  const known = currencies === undefined ? wanted : [...wanted, ...currencies]
  return known.find((each) => each !== defaultCurrency && currencies?.includes(each) !== false)
}

/** The currency a booking needs, so that it can be moved to the other; undefined: any, as far as the profile says. */
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
 * The most bookings that a scenario makes where one booking at a time is possible: its own, and those that fill up the
 * availabilities that it uses, where they take several.
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
