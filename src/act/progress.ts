import type { CheckResult } from '../judge/report.js'

/** What a run tells while it goes on; the terminal shows it. */
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
  /** Time has to pass on the target until a stage of this scenario is due: its test clock is moved, or the run waits. */
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
