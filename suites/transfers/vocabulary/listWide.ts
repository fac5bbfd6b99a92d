import type { Answer, Context, Fields } from './words.js'

/** Page sizes that are asked for, the largest first: which sizes a target takes is left open (8/page-size-bounds). */
const sizes = [100, 50, 25, 10] as const

/** Where it stands which page size this target was seen to accept. */
export type Wide = Pick<Context, 'target' | 'forms'>

/**
 * A page of the list as large as the target gives it: where so large a first page is refused, or is more than octospec reads, a smaller one is
 * asked for, here and from then on in the whole run. Page 1 unless given.
 */
export async function listWide(
  { target, forms }: Wide,
  fields: Fields = {},
  options?: Parameters<Context['target']['list']>[1],
): Promise<Answer> {
  const ask = (pageSize: number): Promise<Answer> => target.list({ page: 1, ...fields, pageSize }, options)
  const size = forms.pageSize ?? sizes[0]
  const widest = await ask(size)
  if (widest.accepted) forms.pageSize ??= size
  // A size that was taken is not what a refusal is about; yet the list grows, and with it what a page of that size holds.
  const isTooWide = isTooLarge(widest) || (widest.refused && forms.pageSize === undefined)
  // A page beyond the last may be refused for what it is.
  if (!isTooWide || (fields['page'] ?? 1) !== 1) return widest
  for (const smaller of sizes.filter((each) => each < size)) {
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
