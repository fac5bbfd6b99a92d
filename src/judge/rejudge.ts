import { profileFromEvidence } from '../profile/recordedProfile.js'
import type { Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import type { EvidenceLine, Plan } from '../evidence/evidence.js'
import { EvidenceError } from '../evidence/evidenceError.js'
import { Judging } from './judging.js'
import { messageOf } from '../contract/messageOf.js'

/**
 * Judges a run again from its evidence alone, line by line as it is read: nothing is sent, and only the exchanges of scenarios
 * that are under way are kept.
 * @param lines as `readEvidence` reads them, the plan first
 * @param profileOf the profile to judge by; the one of the evidence unless given, which has no secrets and so cannot be used to send
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

/** Whether a run may have asked for it: an operation of the service, the test clock, another helper, or a path that cannot exist. */
function isPurpose(purpose: string, { operations, requests }: Pick<Pack, 'operations' | 'requests'>): boolean {
  return (
    Object.hasOwn(operations, purpose) ||
    purpose === 'clock' ||
    purpose === 'stray' ||
    requests.helpers.includes(purpose)
  )
}
