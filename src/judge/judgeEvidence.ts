import { toolVersion } from '../contract/specFile.js'
import { EvidenceError, type EvidenceLine, type Plan } from '../evidence/evidence.js'
import type { EvidenceReader } from '../evidence/readEvidence.js'
import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import { Judging } from './judging.js'
import { plannedChecks } from './plan.js'
import { profileFromEvidence } from '../profile/recordedProfile.js'
import { messageOf } from '../contract/messageOf.js'

export interface JudgedEvidence {
  readonly judging: Judging
  /** What does not fit together, so that somebody edited it, a sentence each. */
  readonly problems: readonly string[]
  readonly notes: readonly string[]
  /** Why the evidence does not go on to the end of the run; null: it does. */
  readonly cutShort: string | null
}

/** Reads and judges evidence from a file. @throws EvidenceError for evidence that cannot be judged */
export async function judgeEvidence(
  read: EvidenceReader,
  registry: Pack,
  profileOf?: (plan: Plan) => Profile,
): Promise<JudgedEvidence> {
  const miscounted: string[] = []
  const judging = await rejudge(counting(read, miscounted), registry, profileOf)
  return {
    judging,
    problems: [...miscounted, ...planProblems(judging)],
    notes: versionNotes(judging),
    cutShort: whyCutShort(read, judging.end !== null),
  }
}

/** Why evidence that was read does not go on to the end of its run; null: it does. */
export function whyCutShort({ cutOff, lines }: EvidenceReader, ended: boolean): string | null {
  if (cutOff)
    return `the evidence is cut short: its last line (${lines + 1}) ends in the middle, so the run was killed while it wrote`
  return ended ? null : 'the evidence is cut short: it ends in the middle of the run'
}

async function* counting(read: EvidenceReader, miscounted: string[]): AsyncGenerator<EvidenceLine> {
  for await (const line of read) {
    if (line.type === 'end' && line.requests !== read.exchanges)
      miscounted.push(`the run recorded ${line.requests} exchanges, but the evidence has ${read.exchanges}`)
    yield line
  }
}

function planProblems({ plan, registry }: Judging): readonly string[] {
  const unknown = plan.checks.filter((id) => !registry.checks.has(id))
  if (plan.tool.version !== toolVersion() || plan.contract.sha256 !== registry.contract.identity.sha256)
    return unknown.map((id) => `check ${id}: the run planned it, but this octospec does not know it`)
  const chosen = new Set(plan.checks)
  const left = selected(registry, plan).filter((id) => !chosen.has(id))
  return [
    ...unknown.map((id) => `check ${id}: the run planned it, but there is no such check`),
    ...left.map((id) => `check ${id}: the plan leaves it out, but what the run was told to check takes it in`),
  ]
}

/** A pattern that matches nothing would have kept the run from starting. */
function selected(registry: Pack, { only, effort }: Plan): readonly string[] {
  try {
    return plannedChecks(registry, { only, effort })
  } catch {
    return []
  }
}

function versionNotes({ plan, registry }: Judging): readonly string[] {
  const [own, contract] = [toolVersion(), registry.contract.identity]
  return [
    ...(plan.tool.version === own
      ? []
      : [
          `the run was made by octospec ${plan.tool.version}, and this is ${own}: verify it with that one if something differs`,
        ]),
    ...(plan.contract.sha256 === contract.sha256
      ? []
      : [
          `the run was judged by another contract (${plan.contract.version}, ${plan.contract.sha256.slice(0, 12)}) than this octospec has`,
        ]),
  ]
}

/**
 * Judges a run again from its evidence alone, line by line as it is read. It sends nothing, and keeps only the
 * exchanges of open scenarios.
 * @param lines as `readEvidence` reads them, the plan first
 * @param profileOf the profile to judge by; by default that of the evidence, which has no secrets and so cannot send
 * @throws EvidenceError, and whatever reading throws
 */
export async function rejudge(
  lines: AsyncIterable<EvidenceLine>,
  registry: Pack,
  profileOf: (plan: Plan) => Profile = (plan) => recordedProfile(plan, registry),
): Promise<Judging> {
  let judging: Judging | null = null
  let number = 0
  for await (const line of lines) {
    number += 1
    if (judging !== null && line.type === 'plan')
      throw new EvidenceError(`line ${number} of the evidence begins another run`)
    if (judging !== null) {
      take(judging, line, number)
      continue
    }
    if (line.type !== 'plan') throw new EvidenceError('the evidence does not begin with the plan of a run')
    judging = new Judging(line.plan, profileOf(line.plan), registry)
  }
  if (judging === null) throw new EvidenceError('the evidence is empty')
  return judging
}

function take(judging: Judging, line: EvidenceLine, number: number): void {
  if ((line.type === 'exchange' || line.type === 'intent') && !isPurpose(line.exchange.purpose, judging.registry))
    throw new EvidenceError(`line ${number} of the evidence is of a request that the service does not have`)
  try {
    judging.take(line)
  } catch (error) {
    // A judge that throws is caught where it is called, so this is a line that octospec did not write.
    throw new EvidenceError(`line ${number} of the evidence is none that octospec wrote: ${messageOf(error)}`)
  }
}

/** @throws EvidenceError where the plan holds no profile of this service */
function recordedProfile({ profile }: Plan, registry: Pack): Profile {
  try {
    return profileFromEvidence(profile, registry.profile)
  } catch (error) {
    if (error instanceof TypeError) throw new EvidenceError(error.message)
    throw error
  }
}

/** Whether a run may have asked for it: an operation, the test clock, another helper, or a path that cannot exist. */
function isPurpose(purpose: string, { operations, requests }: Pick<Pack, 'operations' | 'requests'>): boolean {
  return (
    Object.hasOwn(operations, purpose) ||
    purpose === 'clock' ||
    purpose === 'stray' ||
    requests.helpers.includes(purpose)
  )
}
