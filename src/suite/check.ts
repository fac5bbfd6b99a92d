import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'
import type { Remark } from './finding.js'
import type { Judgement } from './judgement.js'
import { stoppable } from './expect.js'
import type { Trials } from './scenario.js'

/** Values of a run that are worth seeing together. They are counted over all answers, and never judged. */
export interface Tally {
  /** Anchor of its table in a report. */
  readonly id: string
  readonly title: string
  /** What is counted, and what its numbers are. */
  readonly note: string
  /** Heads of the columns of words: what is one and the same there is one row. */
  readonly words: readonly string[]
  /** Heads of the columns of numbers: a row shows the least and the most of each. */
  readonly numbers: readonly string[]
  /** What one answer shows. A method, so that a pack may take its own answers. */
  of(answer: Answer): readonly TallyEntry[]
}

/** One thing that an answer shows. */
export interface TallyEntry {
  /** As many as there are columns of words; hostile text. */
  readonly words: readonly string[]
  /** As many as there are columns of numbers; null: not shown. */
  readonly numbers: readonly (number | null)[]
}

/** What a judge may know besides the trial: the profile and nothing that changes. */
export interface JudgeContext<Own extends Profile = Profile> {
  readonly profile: Own
}

interface CheckBase {
  /** `chapter.what-it-says`; public, unique. */
  readonly id: string
  /** The clause it judges, one of its pack's; the clause decides the severity. */
  readonly clause: string
  /** The fact that it states, in words. */
  readonly title: string
  /** Operations without which this check means nothing (besides those of its scenario). */
  readonly uses?: readonly string[]
  readonly needs?: readonly string[]
  /** Profile keys whose undeclared defaults every failure of this check rests on, see `Finding.restsOn`. */
  readonly restsOn?: readonly string[]
}

/** A check that judges the trials of one scenario. A method here and below, so that a pack may take profiles and answers of its own. */
export interface TrialCheck extends CheckBase {
  readonly kind: 'trial'
  readonly scenario: string
  judge(data: unknown, context: JudgeContext): Judgement
}

/** A check that looks on, whichever scenario asked. */
interface Onlooker extends CheckBase {
  /** The operations that it speaks of: of nothing without an answer to any of these. */
  readonly of: readonly string[]
  /** It rests on what a run of octospec does, as which scenario asked, or what one asked for together: it judges no recordings. */
  readonly ofOwnRun?: boolean
  /** Only holds that have aged show what it speaks of. */
  readonly ages?: boolean
}

/** Judges every answer of the run to some operations. */
export interface SweepCheck extends Onlooker {
  readonly kind: 'sweep'
  /** null: this answer says nothing of the matter. */
  judge(answer: Answer, context: JudgeContext): Judgement | null
}

/** Judges, once a scenario is done, all that was asked and answered in it. */
export interface CourseCheck extends Onlooker {
  readonly kind: 'course'
  /** @param answers in the order of their requests; null: they say nothing of the matter */
  judge(answers: readonly Answer[], context: JudgeContext): Judgement | null
}

/** Judges, once the run is over, what was kept of all its answers. */
export interface WholeCheck extends Onlooker {
  readonly kind: 'whole'
  /** Keeps of an answer what the check needs, as plain data: not the answer itself. Checks may share it. */
  keep(answer: Answer): readonly unknown[]
  /** @param kept in the order of the answers; null: it says nothing of the matter */
  judge(kept: readonly unknown[], context: JudgeContext): Judgement | null
}

/** Records how a target fills what the documents leave open; never passes nor fails. */
export interface Observation {
  readonly id: string
  readonly clause: string
  /** Whose trials it looks at; null: it looks at every answer of the run to the operations `of`. */
  readonly scenario: string | null
  readonly of?: readonly string[]
  /** What it sees is inferred, so that no check may judge it: the reports show it apart, as worth a look. */
  readonly worth?: true
  /** What the target does, in words, or what is worth a look; null: the trial, or the answer, does not show it. */
  observe(data: unknown, context: JudgeContext): string | readonly Remark[] | null
}

export type Check = TrialCheck | SweepCheck | CourseCheck | WholeCheck

type Given<Kind extends Check> = Omit<Kind, 'kind' | 'scenario' | 'keep' | 'judge'>
type Judge<Data, OwnProfile extends Profile, Said> = (data: Data, context: JudgeContext<OwnProfile>) => Said

/** What checks and observations are declared with, by a pack whose profiles and answers are its own. */
export interface Checks<OwnProfile extends Profile = Profile, OwnAnswer extends Answer = Answer> {
  /** Declares a check over the trials of a scenario. Its judge is pure and sends nothing. */
  readonly check: <Data>(
    of: Trials<Data>,
    what: Given<TrialCheck> & { readonly judge: Judge<Data, OwnProfile, Judgement> },
  ) => void
  /** Declares a check over all answers of the run to the operations `of`. */
  readonly sweep: (what: Given<SweepCheck> & { readonly judge: Judge<OwnAnswer, OwnProfile, Judgement | null> }) => void
  /** Declares a check over all answers of each scenario that asked for the operations `of`. */
  readonly course: (
    what: Given<CourseCheck> & { readonly judge: Judge<readonly OwnAnswer[], OwnProfile, Judgement | null> },
  ) => void
  /** Declares a check over what was kept of all answers of the run, by the end of it. */
  readonly whole: <Kept>(
    what: Given<WholeCheck> & {
      readonly keep: (answer: OwnAnswer) => readonly Kept[]
      readonly judge: Judge<readonly Kept[], OwnProfile, Judgement | null>
    },
  ) => void
  /** Declares an observation of a gap over the trials of a scenario, or over all answers of the run to some operations. */
  readonly observe: <Data = OwnAnswer>(
    of: Trials<Data> | readonly string[],
    what: Pick<Observation, 'id' | 'clause' | 'worth'> & {
      readonly observe: Judge<Data, OwnProfile, ReturnType<Observation['observe']>>
    },
  ) => void
}

/**
 * @param into takes what is declared. It is only ever judged with profiles and answers of its own pack, and a check or observation
 * only ever with trials of the scenario that it names, or with what it kept itself.
 */
export function openChecks<OwnProfile extends Profile, OwnAnswer extends Answer>(into: {
  readonly check: (check: Check) => void
  readonly observation: (observation: Observation) => void
}): Checks<OwnProfile, OwnAnswer> {
  return {
    check: (of, what) => into.check({ ...what, kind: 'trial', scenario: of.id, judge: stoppable(what.judge) }),
    sweep: (what) => into.check({ ...what, kind: 'sweep', judge: stoppable(what.judge) }),
    course: (what) => into.check({ ...what, kind: 'course', judge: stoppable(what.judge) }),
    whole: (what) => into.check({ ...what, kind: 'whole', judge: stoppable(what.judge) }),
    observe: (of, what) =>
      into.observation('id' in of ? { ...what, scenario: of.id } : { ...what, scenario: null, of }),
  }
}

/** Whether a check judges recordings, and what passes the proxy, as well: it looks on, whoever asked, and rests on nothing that only a run does. */
export function judgesRecordings(check: Check): boolean {
  return check.kind !== 'trial' && check.ofOwnRun !== true
}
