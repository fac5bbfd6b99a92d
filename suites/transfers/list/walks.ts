import { fail, idsOf, pass, untested, wants } from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Profile, ShownBooking } from '../vocabulary/index.js'
import type { Listed } from './pages.js'

/** One booking of a list that carries an id. */
export type Entry = ShownBooking & { readonly id: string }

/** All bookings of some pages that carry an id, in their order. */
export function entriesOf(pages: readonly Answer[]): readonly Entry[] {
  return pages.flatMap(({ bookings }) => bookings.filter((each): each is Entry => each.id !== undefined))
}

/** Whether two readings of the same pages show the same bookings in the same order. */
export function sameWalk(a: readonly Answer[], b: readonly Answer[]): boolean {
  const read = (pages: readonly Answer[]): string => JSON.stringify(pages.map(idsOf))
  const complete = [...a, ...b].every(({ outcome }) => outcome !== 'none') && a[0]?.accepted === true
  return complete && read(a) === read(b)
}

/** Whether the list was the same before and after all that was read in between: then nothing changed meanwhile. */
export function isStill({ before, after }: Pick<Listed, 'before' | 'after'>): boolean {
  return sameWalk(before, after)
}

/** What a page was asked for with; null: not asked for, or not a number. */
export function asked(page: Answer, input: 'page' | 'pageSize'): number | null {
  const value = page.exchange.input[input]
  return typeof value === 'number' ? value : null
}

/** The pages that were asked for with this order, and of this booking type; of none unless given. */
export function askedFor(
  lists: readonly Answer[],
  wanted: { readonly sortOrder?: Json; readonly bookingType?: Json } = {},
): readonly Answer[] {
  return lists.filter(
    ({ exchange: { input } }) => input['sortOrder'] === wanted.sortOrder && input['bookingType'] === wanted.bookingType,
  )
}

/** The pages that the list was cut into. */
export function cutPages(listed: Listed): readonly Answer[] {
  return askedFor(listed.lists).filter(
    (page) => asked(page, 'pageSize') === listed.size && asked(page, 'page') !== 0 && !isBeyond(page, listed),
  )
}

/** Whether a page comes after the last one. */
export function isBeyond(page: Answer, { end, effective }: Pick<Listed, 'end' | 'effective'>, by = 0): boolean {
  const number = (asked(page, 'page') ?? 1) - by
  return end !== null && number > 1 && (number - 1) * Math.min(asked(page, 'pageSize') ?? effective, effective) >= end
}

/**
 * The profile keys of paging whose effect these answers do not show. The documents do not name the inputs, and a server
 * may not know names that are ours: what it does with them cannot count against it.
 */
export function unshownInputs(listed: Listed): readonly string[] {
  const firsts = askedFor([...listed.before, ...listed.lists]).filter(
    (page) => page.accepted && asked(page, 'page') === 1,
  )
  return [
    ...(pageShows(cutPages(listed)) || pageShows(listed.before) ? [] : ['operations.list.page']),
    ...(sizeShows(firsts) ? [] : ['operations.list.pageSize']),
  ]
}

/** The first two pages have nothing in common. */
function pageShows(pages: readonly Answer[]): boolean {
  const [first, second] = pages.map(idsOf)
  if (first === undefined || second === undefined || first.length === 0 || second.length === 0) return false
  return second.every((id) => !first.includes(id))
}

/** A smaller size gave a smaller first page, later: a list that grows meanwhile does not look like that. */
function sizeShows(firsts: readonly Answer[]): boolean {
  const isSmaller = (small: Answer, large: Answer): boolean =>
    (asked(small, 'pageSize') ?? 0) < (asked(large, 'pageSize') ?? 0) && small.items.length < large.items.length
  return firsts.some((small) => firsts.some((large) => large.n < small.n && isSmaller(small, large)))
}

/** Says why paging cannot be judged: the profile has no place for one of its inputs; null: it has. */
export function withoutInput(
  profile: Profile,
  ...inputs: readonly ('page' | 'sortField' | 'sortOrder')[]
): Judgement | null {
  const missing = inputs.find((input) => profile.operations.list?.fields[input] === undefined)
  return missing === undefined
    ? null
    : untested(`the profile has no place for ${missing}`, `declare operations.list.${missing}, if the target has it`)
}

/** Judges that a listed booking carries prices where octo/pricing is asked for. @param what names it in the finding */
export function judgePriced(entry: ShownBooking, what: string): Judgement {
  const pricing = entry.read('pricing')
  if (typeof pricing === 'object' && pricing !== null && Object.keys(pricing).length > 0) return pass
  const wanted = wants.fitting('pricing, an object with the price', { type: 'object' })
  return fail(entry.finding('pricing', { message: `${what} carries no price data in the list`, ...wanted }))
}
