import type { BookingFate } from '../evidence/bookingFate.js'
import { bookingFates } from '../judge/bookingFates.js'
import type { RunContext } from './runContext.js'
import { TargetLost } from './watch.js'

export function fatesOf({ session, judging, clock, registry }: RunContext): readonly BookingFate[] {
  const now = clock.now() + session.clockMinutes * 60_000
  const ageing = new Set(judging.pending.map(({ scenario }) => scenario))
  return bookingFates(session.bookings, registry, judging.profile, now).map((each) =>
    ageing.has(each.scenario) && registry.bookings.remains(each.fate) === 'for-good'
      ? { ...each, note: `${each.note ?? ''}: octospec resume goes on with it` }
      : each,
  )
}

/** A target that limits requests and does not say how: once for all of them. */
function paceNote(slowedTo: number | null): readonly string[] {
  if (slowedTo === null) return []
  const rate = Math.max(1, Math.round(slowedTo))
  return [
    `the target answered 429 without Retry-After, so the run went on with ${rate} requests a second: set limits.requestsPerSecond in the profile to what it allows`,
  ]
}

/** Why a run was cut short; null: it was not. */
export function cutOf({ signal }: RunContext): string | null {
  if (!signal.aborted) return null
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason.message : 'the run was interrupted'
}

/** Writes down what became of its bookings, and how the run ended. @param broke what kept it from going on */
export function endRun(run: RunContext, began: number, notes: readonly string[] = [], broke?: string): void {
  const { record, judging, session, signal, clock, registry } = run
  const said = [...notes, ...(registry.acts.premises?.(run) ?? []), ...paceNote(session.slowedTo)]
  record({ type: 'bookings', bookings: fatesOf(run) })
  const reason: unknown = signal.reason
  const why = cutOf(run) ?? broke
  record({
    type: 'end',
    reason: why === undefined ? 'complete' : 'aborted',
    ...(why !== undefined && { why }),
    ...(reason instanceof TargetLost && { since: reason.since }),
    // The clock of the machine may have been set back meanwhile.
    durationMs: Math.max(0, clock.now() - began),
    requests: judging.exchanges,
    ...(said.length > 0 && { notes: said }),
  })
}
