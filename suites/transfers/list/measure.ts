import { idsOf, isNameless, listWide, Stop, type Answer, type Context, type Wide } from '../vocabulary/index.js'
import { asked } from './walks.js'

/** How long a list is, as far as that is worth finding out. */
export interface Measured {
  /** The largest page size that the target took. */
  readonly size: number
  /** How many bookings a page of that size really holds at most: a target may cap it. */
  readonly effective: number
  /** The pages read from the first on: all of a short list, and the one after them if the last looked full. */
  readonly pages: readonly Answer[]
  /** The last page that holds something; null: it was not found. */
  readonly last: number | null
  /** Bookings in the list, where all of it was read. */
  readonly total: number | null
}

/** Pages up to which a list is read whole; more where the server caps the size, so that its pages are small. */
const [short, shortWhereCapped] = [5, 12]
/** Pages among which the end of a long list is looked for. */
const farthest = 2 ** 14

/** Reads a list to its end when that takes few pages, and else finds its end by doubling and bisecting. */
export async function measure(context: Wide): Promise<Measured> {
  const first = (await listWide(context)).need()
  if (isNameless(first))
    throw new Stop(
      `the items of the list have no text at ${first.profile.booking.id}, so that none can be told from another`,
      'see operations.list.items and booking.id in the profile',
      first.n,
      'booking.id',
    )
  const size = asked(first, 'pageSize') ?? first.items.length
  const effective = Math.max(1, first.items.length)
  const seen = new Set(idsOf(first))
  const pages = [first]
  let last = first.items.length === 0 ? 0 : 1
  let ended = last === 0
  while (!ended && pages.length < (effective < size ? shortWhereCapped : short)) {
    const page = told(await context.target.list({ page: last + 1, pageSize: size }))
    pages.push(page)
    const fresh = idsOf(page).filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    if (fresh.length > 0) last += 1
    // A page that is not full ends the list, unless the target caps the size: then all are as short as the first.
    ended = fresh.length === 0 || (page.items.length < effective && effective === size)
  }
  last = Math.max(1, last)
  if (ended) return { size, effective, pages, last, total: seen.size }
  return { size, effective, pages, last: await findEnd(context.target, size, last), total: null }
}

async function findEnd(target: Context['target'], size: number, known: number): Promise<number | null> {
  let before = ''
  const holdsSome = async (page: number): Promise<boolean> => {
    const ids = JSON.stringify(idsOf(told(await target.list({ page, pageSize: size }))))
    // The same again: a target that repeats its last page for ever.
    const some = ids !== '[]' && ids !== before
    if (some) before = ids
    return some
  }
  let full = known
  let empty = known * 2
  while (await holdsSome(empty)) {
    full = empty
    empty *= 2
    if (empty > farthest) return null
  }
  while (empty - full > 1) {
    const middle = Math.floor((full + empty) / 2)
    if (await holdsSome(middle)) full = middle
    else empty = middle
  }
  return full
}

/** A page that no answer came to is not the end of the list: nobody knows where that is then. */
function told(page: Answer): Answer {
  return page.outcome === 'none' ? page.need() : page
}
