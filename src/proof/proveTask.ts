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

/** Where more must clauses than this stay untested, one of a group keeps the suite from seeing what the others do. */
const mostUntested = 20

/** Halves a group until what is left holds, or is one: it alone decides. */
async function proveTogether(task: ProofTask, pack: Pack): Promise<ProofRow> {
  if (task.names.length < 2) return named(await runTask(task, [], pack))
  // Two may contradict each other, so that no profile fits both: the run ends before it has begun.
  const together = await runTask(task, [], pack).catch(() => null)
  if (together?.holds === true && together.untested <= mostUntested) return together
  const middle = Math.ceil(task.names.length / 2)
  const first = await proveTogether({ ...task, names: task.names.slice(0, middle) }, pack)
  const second = await proveTogether({ ...task, names: task.names.slice(middle) }, pack)
  const why = [first, second].flatMap((half) => half.why ?? [])
  return { ...(first.holds ? second : first), names: task.names, ...(why.length > 0 && { why: why.join('; ') }) }
}

/** With its name before what is wrong: it stands among others. */
function named(row: ProofRow): ProofRow {
  return row.why === undefined ? row : { ...row, why: `${row.names.join()}: ${row.why}` }
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
