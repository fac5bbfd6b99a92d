import { judgeRow } from './judgeRow.js'
import type { ProofRow, ProofTask } from './proof.js'
import { runOnReference } from './runOnReference.js'

/** Runs the whole suite for one task and says what it proves. The suites must have been imported. */
export async function proveTask(task: ProofTask): Promise<ProofRow> {
  const began = performance.now()
  const { report, evidence } = await runOnReference({
    dialect: task.dialect,
    ...(task.kind === 'fault' ? { faults: task.names } : { variants: task.names }),
    // The edges of every property are tried at any effort; samples would cost time and prove nothing more.
    plan: { effort: 'low', ...(task.seed !== undefined && { seed: task.seed }) },
  })
  return judgeRow(task, report, evidence, Math.round(performance.now() - began))
}
