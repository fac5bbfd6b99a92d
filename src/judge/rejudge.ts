import { profileFromEvidence } from '../profile/profileFromEvidence.js'
import type { Pack } from '../suite/pack.js'
import type { EvidenceLine, Plan } from '../evidence/evidence.js'
import { Judging } from './judging.js'
import { messageOf } from '../contract/messageOf.js'

/** Evidence that cannot be judged: it was edited, or another octospec wrote it. */
export class EvidenceUnusable extends Error {
  override readonly name = 'EvidenceUnusable'
  readonly code = 'OCTOSPEC_EVIDENCE'
  readonly remedy = 'name the folder of a run, unchanged, as octospec run wrote it'
}

/**
 * Judges a run again from its evidence alone, line by line as it is read: nothing is sent, and only the exchanges of scenarios
 * that are under way are kept.
 *
 * @param lines as `readEvidence` reads them, the plan first
 * @throws EvidenceUnusable, and whatever reading throws
 */
export async function rejudge(lines: AsyncIterable<EvidenceLine>, registry: Pack): Promise<Judging> {
  let judging: Judging | null = null
  let number = 0
  for await (const line of lines) {
    number += 1
    if (judging === null) judging = begin(line, registry)
    else if (line.type === 'plan') throw new EvidenceUnusable(`line ${number} of the evidence begins another run`)
    else take(judging, line, number)
  }
  if (judging === null) throw new EvidenceUnusable('the evidence is empty')
  return judging
}

function begin(line: EvidenceLine, registry: Pack): Judging {
  if (line.type !== 'plan') throw new EvidenceUnusable('the evidence does not begin with the plan of a run')
  const { plan } = line
  // What was read is only known to be JSON with that type.
  const version: unknown = plan?.schemaVersion
  if (version !== 1)
    throw new EvidenceUnusable(
      `the evidence has schema version ${JSON.stringify(version)}, and this octospec reads version 1`,
    )
  if (!isPlan(plan)) throw new EvidenceUnusable('the plan of the evidence is none that octospec wrote')
  try {
    return new Judging(plan, profileFromEvidence(plan.profile), registry)
  } catch (error) {
    throw new EvidenceUnusable(messageOf(error))
  }
}

/** Whether the members that judging and reporting read are there. */
function isPlan({ checks, only, allowUntested, contract, tool, startedAt, seed }: Partial<Plan>): boolean {
  return (
    [checks, only, allowUntested].every(
      (list: unknown) => Array.isArray(list) && list.every((id: unknown) => typeof id === 'string'),
    ) &&
    [contract?.sha256, contract?.version, tool?.version].every((text: unknown) => typeof text === 'string') &&
    typeof startedAt === 'string' &&
    !Number.isNaN(Date.parse(startedAt)) &&
    typeof seed === 'number'
  )
}

function take(judging: Judging, line: EvidenceLine, number: number): void {
  try {
    judging.take(line)
  } catch (error) {
    // A judge that throws is caught where it is called, so this is a line that octospec did not write.
    throw new EvidenceUnusable(`line ${number} of the evidence is none that octospec wrote: ${messageOf(error)}`)
  }
}
