import { finish, settle } from '../act/run.js'
import type { BookingFate } from '../evidence/bookingFate.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { bookingFates, firstDue } from '../judge/bookingFates.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import type { Report } from '../judge/report.js'
import type { OwnRun } from './ownRun.js'

/** What a run that is come back to still needs. */
export type ToResume =
  /** No hold of it ages, and nothing of it is left on the target. */
  | { readonly kind: 'nothing' }
  /** Its first hold is due later. */
  | { readonly kind: 'early'; readonly due: string }
  /** Holds are to be looked at, or bookings to be cancelled. */
  | { readonly kind: 'complete' | 'finish'; readonly act: typeof finish }

/** Says what a run needs: its holds are completed first, and what is left of it is cancelled. */
export function toResume(
  own: Pick<OwnRun, 'profile' | 'judging'>,
  { now, cancels, waits }: { readonly now: number; readonly cancels: boolean; readonly waits: boolean },
): ToResume {
  const due = firstDue(reportOf(own.judging))
  // What a killed run did with its holds is not known to its end: they are cancelled.
  if (due !== null && own.judging.end !== null && !cancels)
    return waits || Date.parse(due) <= now
      ? { kind: 'complete', act: (judging, options) => settle(judging, { ...options, stays: waits }) }
      : { kind: 'early', due }
  return openBookings(own, now).length === 0 ? { kind: 'nothing' } : { kind: 'finish', act: finish }
}

/** The bookings of a run that hold something on the target, as far as its evidence says. */
export function openBookings(
  { judging, profile }: Pick<OwnRun, 'profile' | 'judging'>,
  now: number,
): readonly BookingFate[] {
  const { registry, books } = judging
  return bookingFates(books.entries(), registry, profile, now).filter((each) => isOpen(judging, each))
}

export function isOpen({ registry }: Pick<Judging, 'registry'>, { fate }: Pick<BookingFate, 'fate'>): boolean {
  return registry.bookings.remains(fate) !== 'nothing'
}

/** The report of a run as its evidence has it by now. */
export function reportOf(judging: Judging, sha256 = ''): Report {
  return makeReport(judging, { file: evidenceName, sha256, exchanges: judging.exchanges })
}
