import { runEnded } from '../wire/stop.js'
import type { Check } from '../suite/check.js'
import type { Finding } from '../suite/finding.js'
import type { Why } from '../suite/judgement.js'
import type { Judging, ScenarioRecord } from './judging.js'

/** A finding with all that it rests on. */
export type Resting = Finding & Required<Pick<Finding, 'restsOn'>>

/** What a finding rests on that nothing of the run confirms; null: there is no finding. */
export function whyDoubted(finding: Resting | undefined, { confirmedKeys, profile }: Judging): Why | null {
  if (finding === undefined) return null
  const keys = confirmedKeys.doubtful(finding.restsOn, profile)
  const [declared] = keys.filter((key) => profile.declared.has(key))
  if (declared !== undefined)
    return {
      reason: `${finding.message}; but nothing stood there in any answer of the run, so that it may be shown elsewhere, or not at all`,
      remedy: `write ${declared}: null in the profile where it is not shown, or where it is; else the target loses it everywhere`,
      obstacle: { kind: 'lacking', key: declared },
    }
  return {
    reason: `${finding.message}; but that rests on a default of octospec (${keys.join(', ')}) that the profile does not declare and no answer confirms`,
    remedy: `declare ${keys.join(', ')} in the profile`,
    obstacle: { kind: 'lacking', key: keys.join() },
  }
}

export function whySilent(check: Check, acted: ScenarioRecord | undefined, judging: Judging): Why {
  const isAsked = (purpose: string): boolean => judging.purposes.has(purpose)
  // What an answer that was not asked for any more would have shown is nothing to look for.
  const early = judging.end?.reason === 'aborted'
  if (check.kind !== 'trial' && !early && !check.of.some(isAsked))
    return {
      reason: `there was no request for ${check.of.join(', ')}`,
      remedy: `choose checks that send ${check.of.join(' or ')} too; where the traffic of others is looked at, let them send it`,
      obstacle: { kind: 'unshown', operations: check.of },
    }
  if (check.kind !== 'trial' && !early)
    return {
      reason: `no answer to ${check.of.join(', ')} showed whether ${check.title}`,
      remedy: `see whether the answers to ${check.of.join(', ')} show at all what was looked for; if so, give the key of the profile for where it stands, if there is one`,
      obstacle: { kind: 'unshown', operations: check.of },
    }
  if (check.kind === 'trial' && acted?.stop !== undefined)
    return {
      reason: `${acted.stop.reason}${acted.stop.exchange === null ? '' : ` (exchange ${acted.stop.exchange})`}`,
      remedy: acted.stop.remedy,
      obstacle: acted.stop.obstacle ?? { kind: 'lacking', key: acted.stop.key ?? check.scenario },
    }
  if (check.kind === 'trial' && judging.pending.some(({ scenario }) => scenario === check.scenario))
    return {
      reason: 'its booking is still ageing',
      remedy: 'come back with octospec resume, or give the target a test clock, or run with --wait',
      obstacle: { kind: 'lacking', key: 'clock' },
    }
  const { key, ...why } = runEnded
  return { ...why, obstacle: { kind: 'lacking', key } }
}
