import type fc from 'fast-check'
import type { Profile } from '../profile/profile.js'
import type { Random } from './random.js'

/** How much a run may spend: scales the samples of properties and the lengths of sequences. */
export type Effort = 'low' | 'normal' | 'high'

/** The spending of a run: with `smoke` only those scenarios act that find most for their requests, with low effort. */
export type Spending = Effort | 'smoke'

/** The effort of a scenario in such a run. */
export function effortOf(spending: Spending): Effort {
  return spending === 'smoke' ? 'low' : spending
}

/** The means of a scenario, as far as the engine knows them: a pack adds what its scenarios need. */
export interface Context {
  readonly profile: Profile
  readonly effort: Effort
  /** Seeded for this scenario alone; the only source of chance in a scenario. */
  readonly random: Random
}

export interface ScenarioOptions<OwnProfile extends Profile = Profile> {
  /** Operations that it uses. One that is not offered makes its checks not applicable (or not checked). */
  readonly uses?: readonly string[]
  /** Names of what else it needs (`Pack.needs`); where the profile lacks one, its checks are not checked. */
  readonly needs?: readonly string[]
  /** The most bookings it makes, for the announcement before a run and the limit of the profile. */
  readonly bookings?: number | ((profile: OwnProfile) => number)
  /** It lets time pass (`Context.age`), while others that wait for it may hold all that an account may hold. */
  readonly ages?: true
}

/** A method here and below, so that a pack may take profiles and contexts of its own. */
export interface ScenarioBase extends Omit<ScenarioOptions, 'bookings'> {
  /** `chapter` or `chapter.topic`; unique. */
  readonly id: string
  bookings?(profile: Profile): number
}

/** Acts once. */
export interface OneShot extends ScenarioBase {
  readonly kind: 'one-shot'
  act(context: Context): Promise<unknown>
}

/** How a property acts: `prepare` once, `act` for each value. */
export interface PropertyActs<
  Value = unknown,
  Prepared extends object = object,
  Acted extends object = object,
  OwnProfile extends Profile = Profile,
  OwnContext extends Context = Context,
> {
  edges(profile: OwnProfile): readonly Value[]
  arbitrary(profile: OwnProfile): fc.Arbitrary<Value>
  readonly samples: Readonly<Record<Effort, number>>
  /** The most acts that a failure may spend on finding a simpler value; 12 unless given. */
  readonly shrinks?: number
  /** No act builds on what another did or left behind, so they may be under way side by side. */
  readonly apart?: true
  prepare(context: OwnContext): Promise<Prepared>
  act(context: OwnContext, value: Value, prepared: Prepared): Promise<Acted>
}

/** Acts once for every value: all edges, then samples, and on a failure ever simpler values. */
export interface PropertyScenario extends ScenarioBase, PropertyActs {
  readonly kind: 'property'
}

/** One stage of a timeline, which adds to its data. */
export interface Stage<OwnContext extends Context = Context, Data extends object = object> {
  /** Minutes after the first stage; the run's agenda sees to it that so much time has passed for the target. */
  readonly at: number
  /** Latest minute at which it still makes sense (a hold must still be alive); absent: any time later. */
  readonly before?: number
  /** No time is waited for on its account: it comes with the next later moment that another waits for, if any. */
  readonly orLater?: true
  act(context: OwnContext, soFar: Readonly<Partial<Data>>): Promise<Partial<Data>>
}

/** Acts in stages with time between them: by the target's test clock, by waiting, or on a second visit. */
export interface Timeline extends ScenarioBase {
  readonly kind: 'timeline'
  /** As many whatever the stages before have come to, which may say when the next are due. */
  stages(profile: Profile, soFar?: object): readonly Stage[]
}

export type Scenario = OneShot | PropertyScenario | Timeline

/** What a scenario's trials look like to its checks. Only the type is used. */
export interface Trials<Data> {
  readonly id: string
  /** Never set: carries the type of the data from a scenario to its checks. */
  readonly data?: Data
}
