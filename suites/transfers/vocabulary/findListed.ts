import { isDeepStrictEqual } from 'node:util'
import type { Answer, Context, ShownBooking, Fields } from './words.js'
import { isListedAs, tellingFields } from './sameBooking.js'
import { toldBy } from './reads.js'

/** Where a booking stands in the list. Plain data beside the answer, for a trial. */
export interface Listed {
  /** The page that holds it, or the last one looked at. */
  readonly page: Answer | null
  /** Its place among the items of that page; null: it was not found. */
  readonly index: number | null
  /** The whole list was looked at, and nothing in it moved meanwhile: not found means not listed. */
  readonly complete: boolean
}

/** The booking as the list shows it; null: it was not found. */
export function shownIn(listed: Pick<Listed, 'page' | 'index'> | null | undefined): ShownBooking | null {
  return listed?.page?.bookings[listed.index ?? -1] ?? null
}

/** Pages that one search may cost: enough for an account with a thousand old bookings, newest first or last. */
const patience = 14
/** Bookings that one search looks at however short the pages are: more than a run makes. */
const enough = 120

/**
 * Looks for a booking in the list. The newest or the oldest may come first (left open), so it reads on until the end.
 * @param write the last write to it: a list that does not show it is read once more after the settling time
 * @throws Stop when the target does not offer the list.
 */
export async function findListed(
  context: Pick<Context, 'target' | 'settle' | 'forms'>,
  id: string,
  write: Answer | null = null,
): Promise<Listed> {
  const first = await look(context, id)
  if (write?.accepted !== true || shows(write, first) || !(await context.settle(id))) return first
  return look(context, id)
}

/** A cancelled booking may be left out, and what was not found may be where nobody looked. */
function shows(write: Answer, listed: Listed): boolean {
  if (!listed.page?.accepted) return true
  if (listed.index === null) return !listed.complete || write.exchange.purpose === 'cancel'
  return isListedAs(write, shownIn(listed), toldBy(tellingFields, write))
}

async function look(context: Pick<Context, 'target' | 'forms'>, id: string): Promise<Listed> {
  const { forms } = context
  let first: string | null = null
  let last: Answer | null = null
  let seen = 0
  const before = new Set<string>()
  // A booking on two pages has moved between two requests, and the one that is looked for may have moved past them.
  let moved = false
  for (let page = 1; page <= patience || seen < enough; page += 1) {
    const answer = await listWide(context, { page })
    if (!answer.accepted)
      return { page: page === 1 ? answer : last, index: null, complete: !moved && isPastEnd(answer, last, forms) }
    if (isNameless(answer)) return { page: answer, index: null, complete: false }
    const ids = idsOf(answer)
    seen += ids.length
    const index = ids.indexOf(id)
    if (index >= 0) return { page: answer, index, complete: true }
    if (ids.length === 0) return { page: last ?? answer, index: null, complete: !moved }
    // The last page again, for a page beyond it.
    if (page > 2 && last !== null && isDeepStrictEqual(ids, idsOf(last)))
      return { page: last, index: null, complete: !moved }
    // The same again: this list has no pages, or calls them by another name, and then there may be more of it.
    if (page > 1 && ids[0] === first) return { page: last, index: null, complete: false }
    first ??= ids[0] ?? null
    moved ||= ids.some((each) => each !== '' && before.has(each))
    for (const each of ids) before.add(each)
    last = answer
  }
  return { page: last, index: null, complete: false }
}

/** Whether a page was refused since the one before, with fewer bookings than asked for, is the last. 5xx: unknown. */
function isPastEnd({ refused, status }: Answer, last: Answer | null, { pageSize = 0 }: Context['forms']): boolean {
  return refused && (status ?? 0) < 500 && last !== null && last.items.length < pageSize
}

/** It shows bookings, and an id of none: nobody can say which they are. */
export function isNameless({ bookings }: Answer): boolean {
  return bookings.length > 0 && bookings.every(({ id }) => id === undefined)
}

/** Ids of the bookings of a list, in its order; one without an id counts as an empty one. */
export function idsOf(page: Answer): readonly string[] {
  return page.bookings.map(({ id = '' }) => id)
}

/** Page sizes that are asked for, the largest first: which sizes a target takes is left open (8/page-size-bounds). */
export const pageSizes = [100, 50, 25, 10] as const

/** Where it stands which page size this target was seen to accept. */
export type Wide = Pick<Context, 'target' | 'forms'>

/**
 * A page of the list as large as the server allows. It asks for a smaller one where so large a first page is refused,
 * or is more than octospec reads. That size serves the whole run from then on. Page 1 unless given.
 */
export async function listWide(
  { target, forms }: Wide,
  fields: Fields = {},
  options?: Parameters<Context['target']['list']>[1],
): Promise<Answer> {
  const ask = (pageSize: number): Promise<Answer> => target.list({ page: 1, ...fields, pageSize }, options)
  const size = forms.pageSize ?? pageSizes[0]
  const widest = await ask(size)
  if (widest.accepted) forms.pageSize ??= size
  // A size that was once accepted is no reason for a refusal; yet the list grows, and a page of that size with it.
  const isTooWide = isTooLarge(widest) || (widest.refused && forms.pageSize !== size)
  // A page beyond the last may be refused for what it is.
  if (!isTooWide || (fields['page'] ?? 1) !== 1) return widest
  for (const smaller of pageSizes.filter((each) => each < size)) {
    const page = await ask(smaller)
    if (page.accepted) forms.pageSize = smaller
    if (!page.refused && !isTooLarge(page)) return page
  }
  return widest
}

/** Whether a page came that is more than octospec reads. */
function isTooLarge({ exchange }: Answer): boolean {
  return exchange.failure?.kind === 'too-large'
}
