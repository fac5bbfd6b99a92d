import type { Report } from '../judge/report.js'

/** What to do about a run that ended early, as the end of a sentence. */
export function afterAbort({ problems }: Pick<Report, 'problems'>): string {
  return problems.some((problem) => problem.startsWith('the run took longer than its time limit'))
    ? 'run it again with a longer --time-limit'
    : 'mend what ended the run early, and run it again'
}
