import type { Break, Change, Shown } from '../change.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Variant } from '../variant.js'

/** An answer to an operation, and the place in it: `get /status`; the answer as a whole: `get`. */
export type ShownAt = OperationName | `${OperationName} /${string}`

/**
 * What is wrong, in plain words, unless the name says it; the change that makes it so; and where that shows, where the change
 * does not say it, or where it is seen elsewhere.
 */
export type FaultRow = Break | ToldRow | readonly [change: Change, shows: ShownAt | readonly ShownAt[]]

export type ToldRow =
  | readonly [title: string, change: Break]
  | readonly [title: string, change: Change, shows: ShownAt | readonly ShownAt[]]

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
  const title = name.replaceAll('-', ' ')
  if ('shows' in row) return { title, ...row }
  if (!isTold(row)) return { title, ...row[0], shows: placesOf(row[1]) }
  return row.length === 2 ? { title: row[0], ...row[1] } : { title: row[0], ...row[1], shows: placesOf(row[2]) }
}

function isTold(row: Exclude<FaultRow, Break>): row is ToldRow {
  return typeof row[0] === 'string'
}

function placesOf(shows: ShownAt | readonly ShownAt[]): readonly Shown[] {
  return (typeof shows === 'string' ? [shows] : shows).map(shownAt)
}

function shownAt(text: ShownAt): Shown {
  const [operation, place = ''] = text.split(' ')
  // The type of the text says so.
  return { operation: operation as OperationName, place }
}
