import { pack as shipped } from '../pack.js'
import { judgeRow } from './judgeRow.js'
import type { ProofRow, ProofTask } from './proof.js'
import type { Pack } from '../suite/pack.js'
import { runOnReference } from './runOnReference.js'
import { scenarioCosts } from './scenarioCosts.js'

/**
 * Runs the suite for one task and says what it proves: a focused one by the checks of the broken clause alone, and by all of them
 * where those do not show it, since it may need what other scenarios do. Where variants that are on together turn something red, or
 * do not go together, each of them has to hold by itself.
 */
export async function proveTask(task: ProofTask, pack: Pack = shipped): Promise<ProofRow> {
  if (task.kind === 'variant' && task.names.length > 1) return proveTogether(task, pack)
  if (task.focused !== true) return runTask(task, [], pack)
  const clauses = new Set(
    task.names.map(pack.reference.fault).flatMap(({ clause, seenAs = [] }) => [clause, ...seenAs]),
  )
  const row = await runTask(
    task,
    [...pack.checks.values()].filter(({ clause }) => clauses.has(clause)).map(({ id }) => id),
    pack,
  )
  return row.holds ? row : runTask(task, [], pack)
}

async function proveTogether(task: ProofTask, pack: Pack): Promise<ProofRow> {
  // Two may contradict each other, so that no profile fits both: the run ends before it has begun.
  const together = await runTask(task, [], pack).catch(() => null)
  if (together?.holds === true) return together
  const alone: ProofRow[] = []
  for (const name of task.names) alone.push(await runTask({ ...task, names: [name] }, [], pack))
  const wrong = alone.filter(({ holds }) => !holds)
  const [row] = [...wrong, ...alone]
  if (row === undefined) throw new Error('variants that are on together are two or more')
  return {
    ...row,
    names: task.names,
    requests: alone.reduce((sum, { requests }) => sum + requests, 0),
    milliseconds: alone.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    ...(wrong.length > 0 && { why: wrong.map(({ names, why }) => `${names.join()}: ${why ?? ''}`).join('; ') }),
  }
}

/** @param only ids of the checks to run; none: all of them */
async function runTask(task: ProofTask, only: readonly string[], pack: Pack): Promise<ProofRow> {
  const began = performance.now()
  const { report, evidence } = await runOnReference({
    pack,
    dialect: task.dialect,
    ...(task.kind === 'fault' ? { faults: task.names } : { variants: task.names }),
    // The edges of every property are tried at any effort; samples would cost time and prove nothing more.
    plan: {
      effort: task.effort ?? 'low',
      ...(only.length > 0 && { only }),
      ...(task.seed !== undefined && { seed: task.seed }),
    },
  })
  const row = judgeRow(task, report, evidence, Math.round(performance.now() - began), pack)
  return task.names.length === 0 ? { ...row, costs: scenarioCosts(evidence, pack.operations) } : row
}
