import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'
import type { Check, CourseCheck, JudgeContext, Observation, SweepCheck, TrialCheck, WholeCheck } from './check.js'
import { stoppable } from './expect.js'
import type { Judgement } from './judgement.js'
import type { Context, PropertyActs, Scenario, ScenarioBase, ScenarioOptions, Stage, Trials } from './scenario.js'

type Given<Kind extends Check> = Omit<Kind, 'kind' | 'scenario' | 'keep' | 'judge'>
type Judge<Data, OwnProfile extends Profile, Said> = (data: Data, context: JudgeContext<OwnProfile>) => Said
type Stages<OwnProfile, OwnContext extends Context, Data extends object> =
  | readonly Stage<OwnContext, Data>[]
  | ((profile: OwnProfile, soFar: Readonly<Partial<Data>>) => readonly Stage<OwnContext, Data>[])

/**
 * The declarations of one file of a pack, in its order: the file exports them as a suite, and the pack takes it in. A
 * pack has its own profiles, answers and contexts. A declaration only ever acts with these, on what it returned itself.
 * It judges trials of the scenario that it names, or what it kept itself.
 */
export class Suite<
  OwnProfile extends Profile = Profile,
  OwnAnswer extends Answer = Answer,
  OwnContext extends Context = Context,
> {
  readonly declared: {
    readonly scenarios: Scenario[]
    readonly checks: Check[]
    readonly observations: Observation[]
  } = { scenarios: [], checks: [], observations: [] }

  /** A scenario that acts once: it sends requests and returns answers and plain data, which its checks judge. */
  readonly scenario = <Data>(
    id: string,
    act: (context: OwnContext) => Promise<Data>,
    options: ScenarioOptions<OwnProfile> = {},
  ): Trials<Data> => this.#acts({ kind: 'one-shot', id, act, ...announced(options) })

  /**
   * A scenario over many values. Its data is what `prepare` returned, `value`, and what `act` returned for that value.
   * `edges` are always tried; then so many `samples` of the arbitrary; a value that a check fails is shrunk.
   */
  readonly property = <Value, Prepared extends object, Acted extends object>(
    id: string,
    how: PropertyActs<Value, Prepared, Acted, OwnProfile, OwnContext>,
    options: ScenarioOptions<OwnProfile> = {},
  ): Trials<Prepared & Acted & { readonly value: Value }> =>
    this.#acts({ kind: 'property', id, ...how, ...announced(options) })

  /**
   * A scenario in stages, the first at minute 0. Each stage sees the data of those before it; the checks see all of it.
   * A stage whose moment was missed leaves its part of the data out.
   */
  readonly timeline = <Data extends object>(
    id: string,
    stages: Stages<OwnProfile, OwnContext, Data>,
    options: ScenarioOptions<OwnProfile> = {},
  ): Trials<Partial<Data>> =>
    this.#acts({
      kind: 'timeline',
      id,
      // Nothing is what there is before the first.
      stages: (profile: OwnProfile, soFar: Readonly<Partial<Data>> = {} as Partial<Data>) =>
        typeof stages === 'function' ? stages(profile, soFar) : stages,
      ...announced(options),
    })

  /** Declares a check over the trials of a scenario. Its judge is pure and sends nothing. */
  readonly check = <Data>(
    of: Trials<Data>,
    what: Given<TrialCheck> & { readonly judge: Judge<Data, OwnProfile, Judgement> },
  ): void => this.#judges({ ...what, kind: 'trial', scenario: of.id, judge: stoppable(what.judge) })

  /** Declares a check over all answers of the run to the operations `of`. */
  readonly sweep = (
    what: Given<SweepCheck> & { readonly judge: Judge<OwnAnswer, OwnProfile, Judgement | null> },
  ): void => this.#judges({ ...what, kind: 'sweep', judge: stoppable(what.judge) })

  /** Declares a check over all answers of each scenario that asked for the operations `of`. */
  readonly course = (
    what: Given<CourseCheck> & { readonly judge: Judge<readonly OwnAnswer[], OwnProfile, Judgement | null> },
  ): void => this.#judges({ ...what, kind: 'course', judge: stoppable(what.judge) })

  /** Declares a check over what was kept of all answers of the run, by the end of it. */
  readonly whole = <Kept>(
    what: Given<WholeCheck> & {
      readonly keep: (answer: OwnAnswer) => readonly Kept[]
      readonly judge: Judge<readonly Kept[], OwnProfile, Judgement | null>
    },
  ): void => this.#judges({ ...what, kind: 'whole', judge: stoppable(what.judge) })

  /** Declares an observation of a gap over a scenario's trials, or over all answers of the run to some operations. */
  readonly observe = <Data = OwnAnswer>(
    of: Trials<Data> | readonly string[],
    what: Pick<Observation, 'id' | 'clause' | 'worth'> & {
      readonly observe: Judge<Data, OwnProfile, ReturnType<Observation['observe']>>
    },
  ): void => {
    this.declared.observations.push('id' in of ? { ...what, scenario: of.id } : { ...what, scenario: null, of })
  }

  #acts(scenario: Scenario): { readonly id: string } {
    this.declared.scenarios.push(scenario)
    return { id: scenario.id }
  }

  #judges(check: Check): void {
    this.declared.checks.push(check)
  }
}

function announced<OwnProfile extends Profile>({
  bookings = 0,
  ...options
}: ScenarioOptions<OwnProfile>): Omit<ScenarioBase, 'id'> {
  return {
    ...options,
    bookings: (profile: OwnProfile) => (typeof bookings === 'function' ? bookings(profile) : bookings),
  }
}

/** A suite in which nothing is declared yet. */
export function openSuite<
  OwnProfile extends Profile = Profile,
  OwnAnswer extends Answer = Answer,
  OwnContext extends Context = Context,
>(): Suite<OwnProfile, OwnAnswer, OwnContext> {
  return new Suite()
}

/** What checks of the run as a whole are declared with. */
export type Checks<OwnProfile extends Profile = Profile, OwnAnswer extends Answer = Answer> = Pick<
  Suite<OwnProfile, OwnAnswer>,
  'check' | 'sweep' | 'course' | 'whole' | 'observe'
>

/** All that the suites of a pack declare, by id, in their order. */
export interface Registry {
  readonly scenarios: ReadonlyMap<string, Scenario>
  readonly checks: ReadonlyMap<string, Check>
  readonly observations: ReadonlyMap<string, Observation>
}

/** @throws Error when two declarations have one id. */
export function registryOf(suites: readonly Pick<Suite, 'declared'>[]): Registry {
  return {
    scenarios: byId(suites.flatMap(({ declared }) => declared.scenarios)),
    checks: byId(suites.flatMap(({ declared }) => declared.checks)),
    observations: byId(suites.flatMap(({ declared }) => declared.observations)),
  }
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    if (found.has(item.id)) throw new Error(`two declarations have the id ${item.id}`)
    found.set(item.id, item)
  }
  return found
}
