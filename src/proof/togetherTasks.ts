import { pack } from '../pack.js'
import { groupFaults } from './groupFaults.js'
import type { ProofTask } from './proof.js'

/** Variants that are on together, and all that they touch. */
interface Group {
  readonly names: string[]
  readonly touched: string[]
}

const { dialects, variant } = pack.reference

/**
 * The same tasks, with the faults and the legal variants of a dialect up to `most` at a time, in a run each: the faults as {@link groupFaults}
 * says. Two variants that touch the same rule, or whose
 * profiles speak of the same thing, are never together, so that none undoes another. One whose profile takes something away stays
 * alone: what others do to that would not be seen.
 *
 * @param whole names of the faults that need the whole suite
 */
export function togetherTasks(
  tasks: readonly ProofTask[],
  most: number,
  whole: ReadonlySet<string>,
): readonly ProofTask[] {
  return [
    ...tasks.filter((task) => !joins(task) && !isSingleFault(task)),
    ...dialects.flatMap((dialect) =>
      groupsOf(
        tasks.filter((task) => task.dialect === dialect && joins(task)).flatMap(({ names }) => names),
        most,
      ).map((names) => ({ kind: 'variant' as const, names, dialect })),
    ),
    ...groupFaults(tasks.filter(isSingleFault), most, whole),
  ]
}

/** What a group is run with is what a focused task is; any other stays as it is. */
function isSingleFault({ kind, names, focused, effort }: ProofTask): boolean {
  return kind === 'fault' && names.length === 1 && focused === true && effort === undefined
}

function joins({ kind, names, effort }: ProofTask): boolean {
  return (
    kind === 'variant' &&
    names.length === 1 &&
    effort === undefined &&
    !/:null\b/.test(JSON.stringify(names.map(variant)))
  )
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
      .filter((each) => each.names.length < most && !touched.some((one) => each.touched.some((at) => meet(one, at))))
      .toSorted((a, b) => a.names.length - b.names.length)
    if (group === undefined) groups.push({ names: [name], touched })
    else {
      group.names.push(name)
      group.touched.push(...touched)
    }
  }
  return groups.map((group) => group.names)
}

/** Whether two are the same, or one a part of the other: `x` of `x y`, `x /y` of `x /y/z`. */
function meet(one: string, other: string): boolean {
  return [one, other].some((whole) =>
    [one, other].every((part) => `${part} `.startsWith(`${whole} `) || part.startsWith(`${whole}/`)),
  )
}
