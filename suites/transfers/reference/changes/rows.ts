import type { Break, Change, Fault, Shown, Variant } from '../change.js'
import type { OperationName } from '../model.js'

/** An answer to an operation, and the place in it: `get /status`; the answer as a whole: `get`. */
export type ShownAt = OperationName | `${OperationName} /${string}`

/** What a fault says besides: the variant without which it cannot show, and as in `Fault`. */
type FaultMore = Pick<Fault, 'seenAs' | 'missed'> & { readonly on?: string }

type Told = ShownAt | readonly ShownAt[] | FaultMore | undefined

type Wrong =
  | readonly [change: Break, more?: FaultMore]
  | readonly [change: Change, shows: ShownAt | readonly ShownAt[], more?: FaultMore]

/**
 * The title in plain words, unless the name says it; the change that makes it so; the places where it shows, where the
 * change does not say them, or it shows elsewhere; and what the fault says besides.
 */
export type FaultRow = Break | Wrong | readonly [title: string, ...Wrong]

/** What is different, in plain words; the change that makes it so; and what the variant says besides. */
export type VariantRow = readonly [title: string, change: Change, more?: Omit<Variant, 'name' | 'title' | keyof Change>]

/** Faults, by the clause that they break and by their name. */
export function faults(rows: Readonly<Record<string, Readonly<Record<string, FaultRow>>>>): readonly Fault[] {
  return Object.entries(rows).flatMap(([clause, ofClause]) =>
    Object.entries(ofClause).map(([name, row]) => ({ name, clause, ...fault(row, name) })),
  )
}

/** Variants, by their name. */
export function variants(rows: Readonly<Record<string, VariantRow>>): readonly Variant[] {
  return Object.entries(rows).map(([name, [title, { rules, wire }, more]]) => ({
    name,
    title,
    ...(rules && { rules }),
    ...(wire && { wire }),
    ...more,
  }))
}

function fault(row: FaultRow, name: string): Omit<Fault, 'name' | 'clause'> {
  const words = name.replaceAll('-', ' ')
  if ('shows' in row) return { title: words, ...row }
  const [title, change, ...told] = isTold(row) ? row : ([words, ...row] as const)
  const others: readonly Told[] = told
  const shows = others.find(isShown)
  const { on, ...more } = others.find(isMore) ?? {}
  const places = (typeof shows === 'string' ? [shows] : (shows ?? [])).map(shownAt)
  return { title, shows: places, ...change, ...(shows && { shows: places }), ...(on && { on: [on] }), ...more }
}

function isTold(row: Exclude<FaultRow, Break>): row is readonly [title: string, ...Wrong] {
  return typeof row[0] === 'string'
}

function isShown(told: Told): told is ShownAt | readonly ShownAt[] {
  return typeof told === 'string' || Array.isArray(told)
}

function isMore(told: Told): told is FaultMore {
  return told !== undefined && !isShown(told)
}

function shownAt(text: ShownAt): Shown {
  const [operation, place = ''] = text.split(' ')
  // The type of the text says so.
  return { operation: operation as OperationName, place }
}
