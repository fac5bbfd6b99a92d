import type { Verdict } from '../judge/report.js'

export interface ExitCode {
  readonly code: number
  readonly name: string
  readonly meaning: string
}

export const exitCodes: readonly ExitCode[] = [
  {
    code: 0,
    name: 'conforms',
    meaning:
      'no must or derived clause is broken, and every applicable must clause was verified, but for those that --allow-untested names; of other commands: it holds',
  },
  {
    code: 1,
    name: 'fails',
    meaning:
      'at least one must or derived clause is broken, or a waiver matches no failure any more; of other commands: it does not hold',
  },
  {
    code: 2,
    name: 'wrong use',
    meaning:
      'wrong use or a wrong profile, also credentials that were refused and HTML instead of an API; it is no verdict on the target (reports of a run say aborted), and what the walk booked was cancelled or is named',
  },
  {
    code: 3,
    name: 'unverified',
    meaning: 'nothing is broken, but an applicable must clause is untested, and --allow-untested does not name it',
  },
  {
    code: 4,
    name: 'aborted',
    meaning:
      'the target cannot be reached, its credentials ran out, or the run was cut short; aborted with exit code 2 is a wrong profile, address or credentials',
  },
  { code: 5, name: 'suite-error', meaning: 'octospec itself broke: please report it' },
]

const codes: Readonly<Record<Verdict, number>> = { conforms: 0, fails: 1, unverified: 3, aborted: 4, 'suite-error': 5 }

export function exitCodeOf(verdict: Verdict): number {
  return codes[verdict]
}
