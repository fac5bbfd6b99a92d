import type { Json } from '../profile/profile.js'
import type { Finding, Remark } from '../suite/finding.js'
import type { Level } from '../contract/clause.js'
import type { Remains } from '../wire/service.js'
import type { BookingFate } from '../evidence/evidence.js'

/** How a check, and from its checks a clause, ended. */
export type Outcome = 'pass' | 'fail' | 'warn' | 'untested' | 'not-applicable' | 'error'

/** What a run comes to as a whole: see `docs/report.md`. */
export type Verdict = 'conforms' | 'fails' | 'unverified' | 'aborted' | 'suite-error'

/** One check in the report. */
export interface CheckResult {
  readonly id: string
  readonly title: string
  readonly clause: string
  readonly level: Level
  readonly outcome: Outcome
  /** Scenario that acted for it; null: it looked at every answer of the run. */
  readonly scenario: string | null
  /** Why it is untested, not applicable or an error. */
  readonly reason?: string
  /** What would change that. */
  readonly remedy?: string
  readonly findings: readonly Finding[]
  /** How many trials or answers it judged. */
  readonly judged: number
  /** Its share of the time that the answers it judged took, in milliseconds. */
  readonly durationMs?: number
  /** `--seed SEED:PATH`, with which `--only` this check finds the smallest failing value again. */
  readonly replay?: string
  /** Checks that must be run with it, as their scenarios confirm a default that its findings rest on. */
  readonly confirmedBy?: readonly string[]
  readonly waived?: { readonly reason: string; readonly until: string }
  /** It was not checked since a hold still ages. */
  readonly ageing?: true
  /** The run was allowed to leave it unchecked. */
  readonly allowed?: true
}

/** One clause in the report; `unobservable` ones have no outcome and never count. */
export interface ClauseResult {
  readonly id: string
  readonly section: string
  readonly level: Level
  readonly text: string
  readonly outcome: Outcome | 'unobservable' | 'not-selected'
  readonly reason?: string
  readonly checks: readonly string[]
}

/** How this target fills one gap of the documents. */
export interface GapResult {
  readonly id: string
  readonly question: string
  readonly default: string
  /** What was seen; null: the run did not show it. */
  readonly observed: string | null
  /** Remarks on what may be wrong; empty: none. Absent if the gap is about what a target does, not about that. */
  readonly worth?: readonly Remark[]
}

/** How many checks ended in each way. */
export interface Counts {
  readonly pass: number
  readonly fail: number
  readonly warn: number
  readonly untested: number
  readonly 'not-applicable': number
  readonly error: number
}

/** The common cause of several checks, told once. */
export interface Cause {
  /** `failure`: what one of its checks found stands behind the others. */
  readonly kind: 'rule' | 'refused' | 'missing' | 'lacking' | 'unshown' | 'failure'
  /** It, in one line, with the server's words where there are any: hostile text. */
  readonly text: string
  /** The worst outcome of its checks. */
  readonly outcome: 'fail' | 'warn' | 'untested'
  readonly checks: readonly string[]
  readonly clauses: readonly string[]
  /** The check among them that shows it by itself, where one does. */
  readonly shownBy?: string
  /** The first exchange that shows it. */
  readonly exchange?: number
  readonly remedy?: string
}

/** A booking that the run made, and what is left of it. */
export interface ReportedBooking extends BookingFate {
  readonly remains: Remains
}

/** How often a trigger was seen to lead from one status to another, or to be refused. */
export interface TransitionSeen {
  /** Status before, as answered; null: there was no booking. */
  readonly from: string | null
  readonly trigger: string
  /** Status after; null: the trigger was refused. */
  readonly to: string | null
  readonly times: number
}

/** What a run showed of one matter, counted and never judged. */
export interface TallyResult {
  readonly id: string
  readonly title: string
  readonly note: string
  /** Heads of the columns of words, and of those of numbers. */
  readonly words: readonly string[]
  readonly numbers: readonly string[]
  readonly rows: readonly TallyRow[]
}

export interface TallyRow {
  /** Hostile text. */
  readonly words: readonly string[]
  /** Null: never shown. */
  readonly numbers: readonly ({ readonly least: number; readonly most: number } | null)[]
  readonly times: number
  /** The first exchange that shows it. */
  readonly exchange: number
}

/** What changed since an earlier run. It is about two runs, so it follows from the evidence of neither alone. */
export interface Since {
  readonly startedAt: string
  readonly url: string
  readonly verdict: Verdict
  /** Ids of checks. */
  readonly newFailures: readonly string[]
  /** How many checks failed in both. */
  readonly stillFailing: number
  readonly mended: readonly string[]
  /** Could not be verified any more. */
  readonly unverified: readonly string[]
  /** Were verified now, and not then. */
  readonly verified: readonly string[]
}

/** What `report.json` holds. */
export interface Report {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'octospec'; readonly version: string; readonly node: string }
  readonly contract: { readonly version: string; readonly sha256: string }
  readonly target: { readonly url: string; readonly environment: string }
  readonly startedAt: string
  readonly durationMs: number
  readonly requests: number
  readonly seed: number
  readonly effort: string
  readonly strict: boolean
  /** True: `--only` or `--effort smoke` chose some of the checks. */
  readonly partial: boolean
  readonly only: readonly string[]
  /** How many of all checks a smoke run did not look at; absent where the run was none. */
  readonly smoke?: { readonly leftOut: number; readonly of: number }
  readonly allowUntested: readonly string[]
  readonly verdict: Verdict
  readonly headline: string
  /** Why the run was cut short, what is wrong with the waivers, and what else a reader must know of the run. */
  readonly problems: readonly string[]
  /** What to do about what ended the run early, where that is known. */
  readonly remedy?: string
  readonly summary: {
    readonly checks: Counts
    readonly must: {
      readonly total: number
      readonly verified: number
      readonly broken: number
      readonly untested: number
      readonly notApplicable: number
      readonly unobservable: number
    }
  }
  readonly waivers: readonly {
    readonly check: string
    readonly reason: string
    readonly until: string
    readonly state: 'matches' | 'stale' | 'over'
  }[]
  readonly profile: Json
  /** The words of a command line that makes such a run again, without `--only` and `--seed`, where that is known. */
  readonly command?: readonly string[]
  readonly checks: readonly CheckResult[]
  /** The causes of checks that are not as they should be; absent if the run did not begin. */
  readonly causes?: readonly Cause[]
  readonly clauses: readonly ClauseResult[]
  readonly gaps: readonly GapResult[]
  /** Absent of a run that did not begin. */
  readonly tallies?: readonly TallyResult[]
  readonly bookings: readonly ReportedBooking[]
  readonly lifecycle: readonly TransitionSeen[]
  readonly evidence: { readonly file: string; readonly sha256: string; readonly exchanges: number }
  /** What changed since the run before, where there was one. */
  readonly since?: Since
  /** Holds that are left to age; `octospec resume` completes the report. */
  readonly pending: readonly { readonly scenario: string; readonly dueAt: string }[]
}
