import type { Context } from '../suite/context.js'
import type { OneShot, PropertyScenario, Scenario } from '../suite/scenario.js'
import { encodeTrial } from '../suite/trial.js'
import { checkOutcome } from '../judge/checkOutcome.js'
import { levelOf } from '../judge/checkRecord.js'
import type { CheckResult } from '../judge/report.js'
import { runEnded, Stop } from '../wire/stop.js'
import { orAfterOthers } from './orAfterOthers.js'
import { performProperty } from './performProperty.js'
import type { RunContext } from './runContext.js'
import { faultOf } from '../contract/messageOf.js'

/** Lets one scenario act when there is room, records its trials and cancels what it booked. It never throws. */
export async function perform(scenario: OneShot | PropertyScenario, run: RunContext): Promise<void> {
  const { progress, record, registry, agenda, signal } = run
  await agenda.enter()
  let rest = Promise.resolve()
  try {
    if (signal.aborted) return
    progress.started(scenario.id)
    await guarded(scenario, run, async () => {
      const open = (): Context => registry.acts.openContext(scenario.id, run)
      if (scenario.kind === 'property') await performProperty(scenario, open(), run)
      else {
        const data = encodeTrial(await orAfterOthers(scenario.id, run, () => scenario.act(open())))
        record({ type: 'trial', scenario: scenario.id, trial: 1, phase: 'once', data })
      }
    })
    rest = tidy(scenario, run)
  } finally {
    agenda.leave(rest)
  }
  await rest
}

/** Cancels what a scenario booked, and closes it. */
export async function tidy(scenario: Scenario, run: RunContext): Promise<void> {
  // A fault of ours in one clean-up must not cost the run the others, nor its verdict.
  await guarded(scenario, run, () => run.registry.acts.cleanUp(scenario.id, run, !run.signal.aborted))
  finish(scenario, run)
}

/** Turns what an act throws into evidence: a `Stop` is the target's matter, anything else is a fault of octospec. */
export async function guarded(
  scenario: Scenario,
  { record, signal }: RunContext,
  act: () => Promise<void>,
): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (signal.aborted) {
      record({ type: 'stop', scenario: scenario.id, ...runEnded, exchange: null })
    } else if (error instanceof Stop) {
      record({
        type: 'stop',
        scenario: scenario.id,
        reason: error.message,
        remedy: error.remedy,
        exchange: error.exchange,
        ...(error.key !== undefined && { key: error.key }),
      })
    } else {
      record({ type: 'crash', scenario: scenario.id, message: faultOf(error) })
    }
    return false
  }
}

/** Closes a scenario: its exchanges are no longer needed. */
export function finish(scenario: Scenario, { judging, progress, record, registry }: RunContext): void {
  record({ type: 'done', scenario: scenario.id })
  const own = judging.checksOf(scenario.id)
  // What only warns is no failure.
  const failed = own.filter(
    (check) =>
      (judging.checks.get(check.id)?.failures ?? 0) > 0 &&
      (judging.plan.strict || levelOf(registry.contract, check) !== 'convention'),
  )
  const results = (): readonly CheckResult[] =>
    own.map((check) => checkOutcome(check, levelOf(registry.contract, check), judging))
  progress.finished(scenario.id, { checks: own.length, failed: failed.length }, results)
}
