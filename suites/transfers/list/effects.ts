import { idsOf, untested, type Answer, type Judgement, type Profile } from '../vocabulary/index.js'
import { asked } from './items.js'
import type { Paged } from './pages.js'

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
