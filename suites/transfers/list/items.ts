import { fail, idsOf, pass, untested, wants } from '../vocabulary/index.js'
import type { Answer, Judgement, Profile, ShownBooking } from '../vocabulary/index.js'
import type { Paged } from './pages.js'

/** One booking of a list that carries an id. */
export type Entry = ShownBooking & { readonly id: string }

/** All bookings of some pages that carry an id, in their order. */
export function entriesOf(pages: readonly Answer[]): readonly Entry[] {
  return pages.flatMap(({ bookings }) => bookings.filter((each): each is Entry => each.id !== undefined))
}

/** Whether two readings of the same pages show the same bookings in the same order: then nothing changed in between. */
export function sameWalk(a: readonly Answer[], b: readonly Answer[]): boolean {
  const read = (pages: readonly Answer[]): string => JSON.stringify(pages.map(idsOf))
  const complete = [...a, ...b].every(({ outcome }) => outcome !== 'none') && a[0]?.accepted === true
  return complete && read(a) === read(b)
}

/** The readings of the list before and after all others. */
export type Stillness = Pick<Paged, 'whole' | 'before' | 'after' | 'settled'>

/** Whether the list was the same from before all that is sorted, or of one booking type, until after it. */
export function isStill({ whole, before, after, settled }: Stillness): boolean {
  return sameWalk(before, after) && (!whole || sameWalk(after, settled))
}

/** What a page was asked for with; null: not asked for, or not a number. */
export function asked(page: Answer, input: 'page' | 'pageSize'): number | null {
  const value = page.exchange.input[input]
  return typeof value === 'number' ? value : null
}

/**
 * The profile keys of paging whose effect these answers do not show. The documents do not name the inputs, so what a server does
 * with names that are ours and that it may not know cannot count against it.
 */
export function unshownInputs(paged: Pick<Paged, 'pages' | 'before' | 'sizes'>): readonly string[] {
  return [
    ...(pageShows(paged.pages) || pageShows(paged.before) ? [] : ['operations.list.page']),
    ...(sizeShows([...paged.before, ...paged.pages, ...paged.sizes]) ? [] : ['operations.list.pageSize']),
  ]
}

/** Says why paging cannot be judged: the profile has no place for one of its inputs; null: it has. */
export function withoutInput(profile: Profile, ...inputs: readonly ('page' | 'pageSize')[]): Judgement | null {
  const missing = inputs.find((input) => profile.operations.list?.fields[input] === undefined)
  return missing === undefined
    ? null
    : untested(`the profile has no place for ${missing}`, `declare operations.list.${missing}, if the target has it`)
}

/** The first two pages have nothing in common. */
function pageShows(pages: readonly Answer[]): boolean {
  const [first, second] = pages.map(idsOf)
  if (first === undefined || second === undefined || first.length === 0 || second.length === 0) return false
  return second.every((id) => !first.includes(id))
}

/** A smaller size gave a smaller first page, later: a list that grows meanwhile does not look like that. */
function sizeShows(pages: readonly Answer[]): boolean {
  const firsts = pages.filter((page) => page.accepted && asked(page, 'page') === 1)
  return firsts.some((small) =>
    firsts.some(
      (large) =>
        large.n < small.n &&
        (asked(small, 'pageSize') ?? 0) < (asked(large, 'pageSize') ?? 0) &&
        small.items.length < large.items.length,
    ),
  )
}

/** Judges that a booking in a list carries price data, where octo/pricing is asked for. @param what names it in the finding */
export function judgePriced(entry: ShownBooking, what: string): Judgement {
  const pricing = entry.read('pricing')
  if (typeof pricing === 'object' && pricing !== null && Object.keys(pricing).length > 0) return pass
  const wanted = wants.fitting('pricing, an object with the price', { type: 'object' })
  return fail(entry.finding('pricing', { message: `${what} carries no price data in the list`, ...wanted }))
}
