import { checksOf, type Bookable, type Context } from './words.js'

/** One bookable for each of its availability checks, those of what the run has taken last: by now they may be refused as sold out. */
export function untakenFirst({ isTaken }: Pick<Context, 'isTaken'>, bookable: Bookable): readonly Bookable[] {
  return checksOf(bookable)
    .map((availability) => ({ ...bookable, availability }))
    .toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)))
}
