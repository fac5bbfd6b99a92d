import { createHash } from 'node:crypto'
import { matchesGlob } from '../judge/plannedChecks.js'
import { pack } from '../pack.js'
import { catches, keyOf, type Kill } from './kills.js'
import type { ProofTask } from './proof.js'

const { dialects, faults: allFaults, variants: allVariants } = pack.reference

/** The bare service, every fault and every variant, each in both dialects against all checks. */
export function proofTasks(): readonly ProofTask[] {
  return dialects.flatMap((dialect) => [
    { kind: 'variant' as const, name: null, dialect },
    ...allVariants.map(({ name }) => ({ kind: 'variant' as const, name, dialect })),
    ...allFaults.map(({ name }) => ({ kind: 'fault' as const, name, dialect })),
  ])
}

/** Those of some faults and variants, `*` is any text, and of one dialect. */
export function chosenTasks(
  tasks: readonly ProofTask[],
  only: readonly string[],
  dialect: string | undefined,
): readonly ProofTask[] {
  return tasks.filter(
    (task) =>
      (dialect === undefined || task.dialect === dialect) &&
      (only.length === 0 || only.some((pattern) => task.name !== null && matchesGlob(pattern, task.name))),
  )
}

/** Every fault, and the bare service, in both dialects, with a run of little effort. */
export function effortTasks(effort: NonNullable<ProofTask['effort']>): readonly ProofTask[] {
  return proofTasks()
    .filter(({ kind, name }) => kind === 'fault' || name === null)
    .map((task) => ({ ...task, effort }))
}

/** One task in so many, another slice for another seed, and all that `kills.csv` has no line of. */
export function sampledTasks(
  tasks: readonly ProofTask[],
  kills: readonly Kill[],
  { one, seed }: { readonly one: number; readonly seed: string },
): readonly ProofTask[] {
  const known = new Set(kills.map(({ fault, dialect }) => `${fault},${dialect}`))
  const catchers = new Map<string, string[]>()
  for (const kill of kills.filter((each) => pack.checks.has(each.check) && catches(each, pack))) {
    const key = `${kill.fault},${kill.dialect}`
    catchers.set(key, [...(catchers.get(key) ?? []), kill.check])
  }
  return tasks.flatMap((task) => {
    const key = keyOf(task)
    if (!known.has(key)) return [task]
    const drawn = createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE(0) % one === 0
    if (!drawn) return []
    const only = task.kind === 'fault' ? (catchers.get(key) ?? []) : []
    return [{ ...task, ...(only.length > 0 && { only }) }]
  })
}

/** Faults, variants and checks that `kills.csv` names and that are no more. */
export function staleKills(tasks: readonly ProofTask[], kills: readonly Kill[]): readonly string[] {
  const there = new Set(tasks.map(keyOf).map(faultOf))
  const gone = kills.flatMap(({ fault, check }) => {
    if (!there.has(fault)) return [fault]
    return check === '' || pack.checks.has(check) ? [] : [check]
  })
  return [...new Set(gone)]
}

function faultOf(key: string): string {
  return key.split(',', 1)[0] ?? key
}
