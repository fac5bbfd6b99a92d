import type { Break, Change, Shown } from '../change.js'
import type { Fault } from '../fault.js'
import type { OperationName } from '../model.js'
import type { Variant } from '../variant.js'

/** An answer to an operation, and the place in it: `get /status`; the answer as a whole: `get`. */
export type ShownAt = OperationName | `${OperationName} /${string}`

/**
 * What is wrong, in plain words; the change that makes it so; and where that shows, where the change does not say it, or where
 * it is seen elsewhere.
 */
export type FaultRow =
  | readonly [title: string, change: Break]
  | readonly [title: string, change: Change, shows: ShownAt | readonly ShownAt[]]

/** What is different, in plain words; the change that makes it so; and what the variant says besides. */
export type VariantRow = readonly [title: string, change: Change, more?: Omit<Variant, 'name' | 'title' | keyof Change>]

/** Faults, by the clause that they break and by their name. */
export function faults(rows: Readonly<Record<string, Readonly<Record<string, FaultRow>>>>): readonly Fault[] {
  return Object.entries(rows).flatMap(([clause, ofClause]) =>
    Object.entries(ofClause).map(([name, row]) => ({ name, clause, title: row[0], ...broken(row) })),
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

function broken(row: FaultRow): Break {
  if (row.length === 2) return row[1]
  const [, change, shows] = row
  return { ...change, shows: (typeof shows === 'string' ? [shows] : shows).map(shownAt) }
}

function shownAt(text: ShownAt): Shown {
  const [operation, place = ''] = text.split(' ')
  // The type of the text says so.
  return { operation: operation as OperationName, place }
}
