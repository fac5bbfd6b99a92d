import type { Report } from '../judge/report.js'
import { remedyNote } from '../judge/runError.js'

export function afterAbort({ problems }: Pick<Report, 'problems'>): string {
  const remedy = problems.find((problem) => problem.startsWith(remedyNote))
  if (remedy !== undefined) return `${remedy.slice(remedyNote.length)}; then run it again`
  return problems.some((problem) => problem.startsWith('the run took longer than its time limit'))
    ? 'run it again with a longer --time-limit'
    : 'mend what ended the run early, and run it again'
}
