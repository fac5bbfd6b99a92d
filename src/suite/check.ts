import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'
import type { Remark } from './finding.js'
import type { Judgement } from './judgement.js'

/** Values of a run that are worth seeing together. They are counted over all answers, and never judged. */
export interface Tally {
  /** Anchor of its table in a report. */
  readonly id: string
  readonly title: string
  /** The thing that is counted, and the meaning of its numbers. */
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

/** A check that judges one scenario's trials. Methods, here and below, so that a pack may take its own types. */
export interface TrialCheck extends CheckBase {
  readonly kind: 'trial'
  readonly scenario: string
  judge(data: unknown, context: JudgeContext): Judgement
}

/** A check that looks on, whichever scenario asked. */
interface Onlooker extends CheckBase {
  /** The operations that it speaks of: of nothing without an answer to any of these. */
  readonly of: readonly string[]
  /** It rests on what octospec's run does, such as which scenario asked, or what together: it judges no recordings. */
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

/** Whether a check judges recordings and proxy traffic too: it looks on, and rests on nothing that only a run does. */
export function judgesRecordings(check: Check): boolean {
  return check.kind !== 'trial' && check.ofOwnRun !== true
}
