import type { Pack } from '../suite/pack.js'
import type { Clock } from '../wire/clock.js'
import type { OpenTargetOptions } from '../wire/target.js'
import type { TargetSession } from '../wire/session.js'
import type { EvidenceLine, EvidenceSink, Plan } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import type { Agenda } from './agenda.js'
import type { Profile } from '../profile/profile.js'
import type { NonceSource } from '../wire/marker.js'
import type { CheckResult } from '../judge/report.js'

/** What the parts of a run share: where scenarios act, where evidence goes, and who judges it meanwhile. */
export interface RunContext {
  readonly session: TargetSession
  readonly judging: Judging
  readonly registry: Pack
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly shared: object
  readonly agenda: Agenda
  /** The scenario whose value is tried again, and the path to it: `--only … --seed SEED:PATH`. */
  readonly replay: { readonly scenario: string; readonly path: string } | null
  readonly record: (line: EvidenceLine) => ReturnType<Judging['take']>
}

/** Milliseconds since the epoch in the target's time, moves of its test clock included. */
export function nowIn({ clock, session }: Pick<RunContext, 'clock' | 'session'>): number {
  return clock.now() + session.clockMinutes * 60_000
}

export interface RunOptions {
  readonly plan: Omit<Plan, 'nonce'>
  readonly profile: Profile
  readonly registry: Pack
  readonly clock: Clock
  readonly random: NonceSource
  readonly sink: EvidenceSink
  readonly progress: Progress
  /** Aborted: the run ends early, cleans up and is judged as cut short. */
  readonly signal: AbortSignal
  /** Milliseconds that its requests and the waits between them may take; two hours unless given. */
  readonly timeLimit?: number | undefined
  readonly notes?: readonly string[]
  /** Scenarios acting and requests under way at once; `limits.concurrency` of the profile unless given. */
  readonly concurrency?: number
  readonly replay?: RunContext['replay']
  /** Asks the target for so many milliseconds at most, until it answers, before anything else. */
  readonly readyWithin?: number | undefined
  /** Walks the whole path of a booking before anything is judged, and not only its first step. */
  readonly walks?: boolean
  /** Told what was judged until then of a run that cannot go on, before that throws. */
  readonly onBreak?: (judging: Judging) => void
  /** See `Attended.ticks`. */
  readonly ticks?: Clock
  /** See `OpenTargetOptions.reuseConnections`. */
  readonly reuseConnections?: boolean
  /** See `OpenTargetOptions.through`. */
  readonly through?: OpenTargetOptions['through']
}

/** The events of a run while it goes on; the terminal shows them. */
export interface Progress {
  plan(plan: {
    readonly checks: number
    readonly scenarios: number
    readonly bookings: number
    readonly target: string
  }): void
  started(scenario: string): void
  /** @param results what its checks came to, by what is known as yet */
  finished(
    scenario: string,
    tally: { readonly checks: number; readonly failed: number },
    results: () => readonly CheckResult[],
  ): void
  /** Time must pass on the target until a stage of this scenario is due: its test clock moves, or the run waits. */
  waiting(minutes: number, scenario: string, by: 'clock' | 'wait'): void
  /** @param putOff why the next ones wait, where the target put this one off (429); null: they do not */
  request(count: number, putOff: string | null): void
}

export const silent: Progress = {
  plan: () => undefined,
  started: () => undefined,
  finished: () => undefined,
  waiting: () => undefined,
  request: () => undefined,
}
