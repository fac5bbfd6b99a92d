import { pack as shipped } from '../pack.js'
import type { Pack } from '../suite/pack.js'
import { judgeRow } from './judgeRow.js'
import type { ProofRow, ProofTask } from './proof.js'
import { runOnReference } from './runOnReference.js'
import { scenarioCosts } from './scenarioCosts.js'

export async function proveTask({ only = [], ...task }: ProofTask, pack: Pack = shipped): Promise<ProofRow> {
  if (only.length === 0) return runTask(task, [], pack)
  const row = await runTask(task, only, pack)
  // It may need what the scenarios of other checks do.
  return row.holds ? row : runTask(task, [], pack)
}

async function runTask(task: Omit<ProofTask, 'only'>, only: readonly string[], pack: Pack): Promise<ProofRow> {
  const { kind, name, dialect, effort = 'low' } = task
  const began = performance.now()
  const { report, evidence } = await runOnReference({
    pack,
    dialect,
    ...(name !== null && (kind === 'fault' ? { faults: [name] } : { variants: [name] })),
    // The edges of every property are tried at any effort; samples would cost time and prove nothing more.
    plan: { effort, ...(only.length > 0 && { only }) },
  })
  const row = judgeRow(task, report, evidence, Math.round(performance.now() - began), pack)
  return name === null ? { ...row, costs: scenarioCosts(evidence, pack.operations) } : row
}
