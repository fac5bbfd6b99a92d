import type { OperationName, Profile } from '../profile/profile.js'
import type { Answer } from '../client/answer.js'
import type { Purpose } from '../client/exchange.js'
import type { Judgement } from './judgement.js'
import { registerCheck } from './registry.js'
import type { Need, Trials } from './scenario.js'

/** What a judge may know besides the trial: the profile and nothing that changes. */
export interface JudgeContext {
  readonly profile: Profile
}

interface CheckBase {
  /** `chapter.what-it-says`; public, unique. */
  readonly id: string
  /** The clause it judges, in `spec/transfers/clauses.yaml`; the clause decides the severity. */
  readonly clause: string
  /** The fact that it states, in words. */
  readonly title: string
  /** Operations without which this check means nothing (besides those of its scenario). */
  readonly uses?: readonly OperationName[]
  readonly needs?: readonly Need[]
  /** Profile keys whose undeclared defaults every failure of this check rests on, see `Finding.restsOn`. */
  readonly restsOn?: readonly string[]
}

/** A check that judges the trials of one scenario. */
export interface TrialCheck extends CheckBase {
  readonly kind: 'trial'
  readonly scenario: string
  readonly judge: (data: unknown, context: JudgeContext) => Judgement
}

/** A check that judges every answer of the run to some operations, whichever scenario asked for it. */
export interface SweepCheck extends CheckBase {
  readonly kind: 'sweep'
  readonly of: readonly Purpose[]
  /** null: this answer says nothing of the matter. */
  readonly judge: (answer: Answer, context: JudgeContext) => Judgement | null
}

/** Records how a target fills what the documents leave open; never passes nor fails. */
export interface Observation {
  readonly id: string
  /** A clause of level gap. */
  readonly clause: string
  readonly scenario: string
  /** What the target does, in words; null: the trial does not show it. */
  readonly observe: (data: unknown, context: JudgeContext) => string | null
}

export type Check = TrialCheck | SweepCheck

type Given<Kind extends CheckBase> = Omit<Kind, 'kind' | 'scenario' | 'judge'>

/** Declares a check over the trials of a scenario. Its judge is pure and sends nothing. */
export function check<Data>(
  of: Trials<Data>,
  what: Given<TrialCheck> & { readonly judge: (data: Data, context: JudgeContext) => Judgement },
): void {
  const { judge } = what
  // A check is only ever given trials of the scenario that it names, and these have that scenario's data.
  registerCheck({ ...what, kind: 'trial', scenario: of.id, judge: (data, context) => judge(data as Data, context) })
}

/** Declares a check over all answers of the run to the operations `of`. */
export function sweep(what: Omit<SweepCheck, 'kind'>): void {
  registerCheck({ ...what, kind: 'sweep' })
}

/** Declares an observation of a gap over the trials of a scenario. */
export function observe<Data>(
  of: Trials<Data>,
  what: {
    readonly id: string
    readonly clause: string
    readonly observe: (data: Data, context: JudgeContext) => string | null
  },
): void {
  const { observe: look } = what
  // As with check: the data is of the scenario named.
  registerCheck({
    ...what,
    kind: 'observation',
    scenario: of.id,
    observe: (data, context) => look(data as Data, context),
  })
}
