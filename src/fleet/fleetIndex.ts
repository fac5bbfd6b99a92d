import type { Report, ReportedBooking, Since, Verdict } from '../judge/report.js'
import { endingOf } from '../judge/verdict.js'
import { levelsInWords, standingOf } from '../judge/standing.js'

/** What the index keeps of one run of a target. */
export interface FleetRun {
  readonly pass: string
  readonly folder: string
  readonly url: string
  readonly startedAt: string
  readonly durationMs: number
  readonly requests: number
  readonly verdict: Verdict
  /** The verdict as people read it; absent in a run of an earlier octospec. */
  readonly ending?: string
  readonly headline: string
  /** By level, in words; null: nothing. */
  readonly broken: string | null
  readonly unverified: string | null
  /** Checks that fail and are not waived. */
  readonly failing: readonly string[]
  readonly left: number
  /** Bookings of which nobody knows whether they are there: `octospec resume` may learn it. */
  readonly unknown: number
  /** What changed since the last run that came to its end; null: there is none, or this one did not. */
  readonly since: Pick<Since, 'startedAt' | 'newFailures' | 'mended' | 'unverified' | 'verified'> | null
}

/** One target and its last runs, the oldest first: `target.json` in its folder. */
export interface FleetRecord {
  readonly schemaVersion: 1
  readonly name: string
  readonly runs: readonly FleetRun[]
}

/** `index.json` of a fleet, as `spec/fleet.schema.json` describes it. */
export interface FleetIndex {
  readonly schemaVersion: 1
  readonly tool: { readonly name: 'octospec'; readonly version: string }
  readonly startedAt: string
  readonly endedAt: string
  readonly summary: Readonly<Record<Verdict, number>>
  readonly targets: readonly FleetRecord[]
}

export function fleetRun(report: Report, pass: string, folder: string, since: Since | undefined): FleetRun {
  const standings = standingOf(report.clauses)
  const count = (what: ReportedBooking['remains']): number =>
    report.bookings.filter(({ remains }) => remains === what).length
  const changed = since !== undefined && cameToItsEnd(report) ? since : null
  return {
    pass,
    folder,
    url: report.target.url,
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    requests: report.requests,
    verdict: report.verdict,
    ending: endingOf(report),
    headline: report.headline,
    broken: levelsInWords(standings, 'broken') ?? null,
    unverified: levelsInWords(standings, 'unverified') ?? null,
    failing: report.checks.flatMap(({ id, outcome, waived }) => (outcome === 'fail' && !waived ? [id] : [])),
    left: count('for-good'),
    unknown: count('unknown'),
    since: changed && {
      startedAt: changed.startedAt,
      newFailures: changed.newFailures,
      mended: changed.mended,
      unverified: changed.unverified,
      verified: changed.verified,
    },
  }
}

/** Whether a run can be compared: one that was cut short knows too little. */
export function cameToItsEnd({ verdict }: Pick<FleetRun, 'verdict'>): boolean {
  return verdict !== 'aborted' && verdict !== 'suite-error'
}
