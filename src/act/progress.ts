/** What a run tells while it goes on; the terminal shows it. */
export interface Progress {
  plan(plan: {
    readonly checks: number
    readonly scenarios: number
    readonly bookings: number
    readonly target: string
  }): void
  started(scenario: string): void
  finished(scenario: string, tally: { readonly checks: number; readonly failed: number }): void
  waiting(minutes: number): void
  request(count: number): void
}

/** Tells nobody. */
export const silent: Progress = {
  plan: () => undefined,
  started: () => undefined,
  finished: () => undefined,
  waiting: () => undefined,
  request: () => undefined,
}
