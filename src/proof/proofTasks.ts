import { matchesGlob } from '../judge/glob.js'
import { pack } from '../pack.js'
import { openRandom } from '../suite/random.js'
import type { ProofTask } from './proof.js'

const { dialects, faults: allFaults, variants: allVariants } = pack.reference

/**
 * Every fault and every variant, each in both dialects; without any of them, the bare service too. A variant is run against the whole
 * suite; a fault against the checks of its clause, and against all of them where these do not show it, or where everything is to be run.
 */
export function proofTasks(everything: boolean): readonly ProofTask[] {
  return dialects.flatMap((dialect) => [
    { kind: 'variant' as const, names: [], dialect },
    ...allVariants.map(({ name }) => ({ kind: 'variant' as const, names: [name], dialect })),
    ...allFaults.map(({ name }) => ({
      kind: 'fault' as const,
      names: [name],
      dialect,
      ...(!everything && { focused: true as const }),
    })),
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
      (only.length === 0 || task.names.some((name) => only.some((pattern) => matchesGlob(pattern, name)))),
  )
}

/** Every fault, and the bare service, in both dialects, with a run of little effort. */
export function effortTasks(effort: NonNullable<ProofTask['effort']>): readonly ProofTask[] {
  return proofTasks(true)
    .filter(({ kind, names }) => kind === 'fault' || names.length === 0)
    .map((task) => ({ ...task, effort }))
}

/** So many random pairs of faults, always the same for a seed. */
export function pairTasks(count: number, seed: number): readonly ProofTask[] {
  const random = openRandom(seed)
  const last = allFaults.length - 1
  return Array.from({ length: count }, () => {
    const first = random.integer(0, last)
    const second = (first + random.integer(1, last)) % allFaults.length
    const names = [first, second].flatMap((index) => allFaults[index]?.name ?? [])
    return { kind: 'fault' as const, names, dialect: dialects[random.integer(0, dialects.length - 1)] ?? '' }
  })
}
