import { pack } from '../pack.js'
import type { ProofTask } from './proof.js'

/** Variants that are on together, and all that they touch. */
interface Group {
  readonly names: string[]
  readonly touched: string[]
}

const { dialects, variant } = pack.reference

/**
 * The same tasks, with the legal variants of a dialect up to `most` at a time, in a run each. Two that touch the same rule, or whose
 * profiles speak of the same thing, are never together, so that none undoes another. One whose profile takes something away stays
 * alone: what others do to that would not be seen.
 */
export function togetherTasks(tasks: readonly ProofTask[], most: number): readonly ProofTask[] {
  return [
    ...tasks.filter((task) => !joins(task)),
    ...dialects.flatMap((dialect) =>
      groupsOf(
        tasks.filter((task) => task.dialect === dialect && joins(task)).flatMap(({ names }) => names),
        most,
      ).map((names) => ({ kind: 'variant' as const, names, dialect })),
    ),
  ]
}

function joins({ kind, names }: ProofTask): boolean {
  return kind === 'variant' && names.length === 1 && !/:null\b/.test(JSON.stringify(names.map(variant)))
}

/** Each goes to the smallest group in which nothing touches what it touches; those that play with connections first. */
function groupsOf(names: readonly string[], most: number): readonly (readonly string[])[] {
  const groups = Array.from({ length: Math.ceil(names.length / most) }, (): Group => ({ names: [], touched: [] }))
  const sorted = names.map(variant).toSorted((a, b) => Number(!!b.wire) - Number(!!a.wire))
  for (const { name, profile = {}, touches = [] } of sorted) {
    const touched = [
      ...touches,
      ...Object.entries(profile).flatMap(([key, members]) =>
        Object.keys(Object(members)).map((member) => `${key}.${member}`),
      ),
    ]
    const [group] = groups
      .filter((each) => each.names.length < most && !touched.some((one) => each.touched.includes(one)))
      .toSorted((a, b) => a.names.length - b.names.length)
    if (group === undefined) groups.push({ names: [name], touched })
    else {
      group.names.push(name)
      group.touched.push(...touched)
    }
  }
  return groups.map((group) => group.names)
}
