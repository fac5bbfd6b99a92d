import type { ProofTask } from './proof.js'
import type { PublishedProof } from './publishedProof.js'

/**
 * The same tasks, with as few of the faults as turn each check red that the published proof has, and those that it does not know yet.
 * The same each time.
 */
export function coveringTasks(tasks: readonly ProofTask[], published: PublishedProof): readonly ProofTask[] {
  const known = new Set(published.faults.map(({ name }) => name))
  const asked = new Set(tasks.filter(({ kind }) => kind === 'fault').flatMap(({ names }) => names))
  const chosen = new Set([...asked].filter((name) => !known.has(name)))
  let open = published.checks.map(({ provenBy }) => provenBy.filter((name) => asked.has(name)))
  for (;;) {
    open = open.filter((provers) => provers.length > 0 && !provers.some((name) => chosen.has(name)))
    const counts = new Map<string, number>()
    for (const name of open.flat()) counts.set(name, (counts.get(name) ?? 0) + 1)
    const [most] = [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    if (most === undefined) break
    chosen.add(most[0])
  }
  return tasks.filter(({ kind, names }) => kind !== 'fault' || names.every((name) => chosen.has(name)))
}
