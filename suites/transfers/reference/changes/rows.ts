import type { Break, Change } from '../change.js'
import type { Fault } from '../fault.js'
import type { Variant } from '../variant.js'

/** What is wrong, in plain words, and the change that makes it so. */
export type FaultRow = readonly [title: string, change: Break]

/** What is different, in plain words; the change that makes it so; and what the variant says besides. */
export type VariantRow = readonly [title: string, change: Change, more?: Omit<Variant, 'name' | 'title' | keyof Change>]

/** Faults, by the clause that they break and by their name. */
export function faults(rows: Readonly<Record<string, Readonly<Record<string, FaultRow>>>>): readonly Fault[] {
  return Object.entries(rows).flatMap(([clause, ofClause]) =>
    Object.entries(ofClause).map(([name, [title, change]]) => ({ name, clause, title, ...change })),
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
