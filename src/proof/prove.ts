import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { matchesGlob } from '../judge/plan.js'
import { pack } from '../pack.js'
import { catches, keyOf, type Kill, runOf, subjectOf } from './kills.js'
import type { Proof, ProofRow, ProofTask } from './proof.js'

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
  const known = new Set(kills.map(runOf))
  const catchers = new Map<string, string[]>()
  for (const kill of kills.filter((each) => pack.checks.has(each.check) && catches(each, pack)))
    catchers.set(runOf(kill), [...(catchers.get(runOf(kill)) ?? []), kill.check])
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
  const there = new Set(tasks.map(subjectOf))
  const gone = kills.flatMap(({ fault, check }) => {
    if (!there.has(fault)) return [fault]
    return check === '' || pack.checks.has(check) ? [] : [check]
  })
  return [...new Set(gone)]
}

export interface ProofQuestion {
  readonly index: number
  readonly task: ProofTask
}

export interface ProofAnswer {
  readonly index: number
  readonly row: ProofRow
}

/** Tasks that a thread works on at once: some variants mostly wait, and another thread would have to warm up first. */
const atOnce = 2

interface ProveOptions {
  readonly tasks: readonly ProofTask[]
  /** Module that answers each task it is sent with a row: `proofWorker.js` of the built package. */
  readonly worker: URL
  readonly threads?: number
  /** Aborted: all threads end at once. */
  readonly signal?: AbortSignal
  readonly onRow?: (row: ProofRow, done: number, total: number) => void
}

/**
 * Runs the suite against every task, on all cores. The rows are in the order of the tasks.
 * @throws whatever a worker breaks with: that is a fault of octospec; the reason of `signal` when that aborts first.
 */
export async function prove(options: ProveOptions): Promise<Proof> {
  const { tasks, worker, threads = availableParallelism(), signal, onRow } = options
  signal?.throwIfAborted()
  const rows: (ProofRow | undefined)[] = tasks.map(() => undefined)
  // One iterator for all: each task goes to whoever asks first.
  const queue = tasks.entries()
  let done = 0
  const workThrough = async (thread: Worker): Promise<void> => {
    for (const [index, task] of queue) {
      const row = await ask(thread, { index, task }, signal)
      rows[index] = row
      done += 1
      onRow?.(row, done, tasks.length)
    }
  }
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(threads, tasks.length)) }, async () => {
      // Runs make garbage by the megabyte; a larger nursery lets most of it die young.
      const thread = new Worker(worker, { resourceLimits: { maxYoungGenerationSizeMb: 64 } })
      try {
        await Promise.all(Array.from({ length: atOnce }, () => workThrough(thread)))
      } finally {
        await thread.terminate()
      }
    }),
  )
  return { rows: rows.flatMap((row) => row ?? []) }
}

function ask(thread: Worker, question: ProofQuestion, signal: AbortSignal | undefined): Promise<ProofRow> {
  return new Promise((resolve, reject) => {
    const cut = (): void => reject(signal?.reason)
    const answered = ({ index, row }: ProofAnswer): void => {
      if (index !== question.index) return
      thread.off('error', reject).off('message', answered)
      signal?.removeEventListener('abort', cut)
      resolve(row)
    }
    thread.on('message', answered).once('error', reject)
    signal?.addEventListener('abort', cut, { once: true })
    thread.postMessage(question)
  })
}
