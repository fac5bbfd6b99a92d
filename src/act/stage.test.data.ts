import type { Context } from '../../suites/transfers/vocabulary/context.js'
import { pack } from '../pack.js'
import type { Profile } from '../profile/profile.js'
import type { Check, Observation, TrialCheck } from '../suite/check.js'
import { fail, pass } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'
import type { OneShot as AnyOneShot, Scenario, Stage as AnyStage, Timeline as AnyTimeline } from '../suite/scenario.js'
import { testClock, type TestClock } from '../wire/testClock.test.data.js'
import { openTestSession, testProfile } from '../wire/testTarget.test.data.js'
import type { EvidenceLine, Plan } from '../evidence/evidence.js'
import { Judging } from '../judge/judging.js'
import { type RunContext, silent } from './runContext.js'
import { Agenda } from './agenda.js'
import { passingOf } from './performTimelines.js'

/** Scenarios whose contexts are those of the pack that the tests run with. */
export interface OneShot extends Omit<AnyOneShot, 'act'> {
  act(context: Context): Promise<unknown>
}

export interface Timeline extends Omit<AnyTimeline, 'stages'> {
  readonly stages: () => readonly AnyStage<Context>[]
}

export function registryOf({
  scenarios = [],
  checks = [],
  observations = [],
}: {
  readonly scenarios?: readonly Scenario[]
  readonly checks?: readonly Check[]
  readonly observations?: readonly Observation[]
}): Pack {
  return {
    ...pack,
    scenarios: new Map(scenarios.map((each) => [each.id, each])),
    checks: new Map(checks.map((each) => [each.id, each])),
    observations: new Map(observations.map((each) => [each.id, each])),
  }
}

/** A plan of the checks of a registry. */
export function planOf(registry: Pack, more: Partial<Plan> = {}): Plan {
  return {
    schemaVersion: 1,
    tool: { name: 'octospec', version: '0', node: '20' },
    contract: { version: '0', sha256: 'c0ffee' },
    startedAt: '2027-01-01T10:00:00.000Z',
    seed: 5,
    nonce: 'n',
    effort: 'normal',
    strict: false,
    only: [],
    allowUntested: [],
    allowLiveBookings: false,
    ageing: 'later',
    profile: {},
    checks: [...registry.checks.keys()],
    ...more,
  }
}

/** A check that fails the trials whose data it finds broken. */
export function failing<Data>(id: string, scenario: string, broken: (data: Data) => boolean): TrialCheck {
  return {
    kind: 'trial',
    id,
    clause: '4.2/new-booking-on-hold',
    title: id,
    scenario,
    // The caller knows what the trials of its scenario hold.
    judge: (data) =>
      broken(data as Data)
        ? fail({ message: `${id} is broken`, expected: 'a', received: 'b', exchange: null, pointer: null })
        : pass,
  }
}

/** A stage without a server behind it, unless the profile names one, and what was recorded on it. */
export interface Stage {
  readonly run: RunContext
  readonly clock: TestClock
  readonly lines: EvidenceLine[]
  /** The lines of one type. */
  recorded<Type extends EvidenceLine['type']>(type: Type): readonly Extract<EvidenceLine, { type: Type }>[]
}

export function stageOf(
  registry: Pack,
  {
    profile = testProfile('http://127.0.0.1:1'),
    plan = {},
    ...more
  }: { readonly profile?: Profile; readonly plan?: Partial<Plan> } & Partial<
    Pick<RunContext, 'replay' | 'signal' | 'judging' | 'progress'>
  > = {},
): Stage {
  const judging = more.judging ?? new Judging(planOf(registry, plan), profile, registry)
  const lines: EvidenceLine[] = []
  const record: RunContext['record'] = (line) => {
    lines.push(line)
    return judging.take(line)
  }
  const clock = testClock()
  const signal = more.signal ?? new AbortController().signal
  const { progress = silent } = more
  const { session } = openTestSession(profile, {
    clock,
    signal,
    onExchange: (exchange) => void record({ type: 'exchange', exchange }),
  })
  return {
    clock,
    lines,
    recorded: (type) =>
      lines.filter((line): line is Extract<EvidenceLine, { type: typeof type }> => line.type === type),
    run: {
      session,
      judging,
      registry,
      clock,
      signal,
      progress,
      shared: registry.acts.openShared(),
      agenda: new Agenda(
        profile.limits.concurrency,
        passingOf(judging.plan.ageing, { session, clock, signal, progress }),
      ),
      replay: null,
      record,
      ...more,
    },
  }
}
