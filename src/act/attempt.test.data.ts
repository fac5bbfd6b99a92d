import { pack } from '../pack.js'
import type { OneShot } from './stage.test.data.js'
import { profile as keys } from '../../suites/transfers/profile.js'
import { specFile } from '../contract/specFile.js'
import { readProfile } from '../profile/readProfile.js'
import type { Profile } from '../profile/profile.js'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import type { Reference, ReferenceOptions } from '../../suites/transfers/reference/startReference.js'
import type { Check, TrialCheck } from '../suite/check.js'
import type { Pack } from '../suite/pack.js'
import type { Scenario } from '../suite/scenario.js'
import { systemClock, type Clock } from '../wire/clock.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import { makePlan, type PlanOptions } from '../judge/plan.js'
import { makeReport } from '../judge/makeReport.js'
import { silent } from './runContext.js'
import { Judging } from '../judge/judging.js'
import { run } from './run.js'
import type { CheckResult, Report } from '../judge/report.js'

/** The reference service of the test that goes on; whoever imports this ends it by `closeReference` after each. */
let reference: Reference | null = null

/** It is there no more; the next attempt asks it in vain. */
export async function stopReference(): Promise<void> {
  await reference?.close()
}

export async function closeReference(): Promise<void> {
  await stopReference()
  reference = null
}

export function registryOf(scenarios: readonly Scenario[], checks: readonly Check[]): Pack {
  return {
    ...pack,
    scenarios: new Map(scenarios.map((each) => [each.id, each])),
    checks: new Map(checks.map((each) => [each.id, each])),
    observations: new Map(),
  }
}

/** A check whose data is known to have these members. */
export function checkOf<Data>(
  scenario: string,
  judge: (data: Data) => ReturnType<TrialCheck['judge']>,
  more: Partial<TrialCheck> = {},
): TrialCheck {
  return {
    kind: 'trial',
    id: `${scenario}.check`,
    clause: '4.2/new-booking-on-hold',
    title: 'x',
    scenario,
    // The scenario beside it returns this data.
    judge: (data) => judge(data as Data),
    ...more,
  }
}

export interface Tried {
  readonly report: Report
  readonly evidence: readonly EvidenceLine[]
  readonly check: CheckResult
}

export async function attempt(
  registry: Pack,
  options: {
    reference?: ReferenceOptions
    overrides?: Record<string, unknown>
    plan?: PlanOptions
    clock?: Clock
    signal?: AbortSignal
  } = {},
): Promise<Tried & { readonly profile: Profile; readonly judging: Judging }> {
  const clock = options.clock ?? systemClock
  reference ??= await startReference({ now: () => clock.now(), ...options.reference })
  const profile = await readProfile({
    keys,
    file: specFile('transfers/profiles/reference.yaml'),
    env: {},
    now: new Date(clock.now()),
    overrides: { 'target.url': reference.url, ...options.overrides },
  })
  const evidence: EvidenceLine[] = []
  const judging = await run({
    plan: makePlan(profile, registry, clock.now(), options.plan),
    profile,
    registry,
    clock,
    random: { nonce: () => '0123456789abcdef' },
    sink: { write: (line) => void evidence.push(line) },
    progress: silent,
    signal: options.signal ?? new AbortController().signal,
  })
  const report = makeReport(judging, { file: '', sha256: '', exchanges: judging.exchanges })
  const [check] = report.checks
  if (check === undefined) throw new Error('no check in the report')
  return { report, evidence, check, profile, judging }
}

export const hold: OneShot = {
  kind: 'one-shot',
  id: 'hold',
  act: async (context) => ({ reserved: (await context.hold()).reserved }),
}
