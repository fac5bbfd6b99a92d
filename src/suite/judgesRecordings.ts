import type { Check } from './check.js'

/** Whether a check judges recordings, and what passes the proxy, as well: it looks on, whoever asked, and rests on nothing that only a run does. */
export function judgesRecordings(check: Check): boolean {
  if (check.kind === 'whole') return check.inRecordings === true
  return check.kind === 'sweep' || (check.kind === 'course' && check.ofOwnRun !== true)
}
