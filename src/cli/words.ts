import type { Level } from '../contract/clause.js'
import type { Outcome, Verdict } from '../judge/report.js'

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  pass: 'every trial and answer that was judged is as the clause says',
  fail: 'a must or derived clause is broken (or, with --strict, a convention)',
  warn: 'a convention is not followed: public OCTO practice where the documents are silent; it does not fail a server',
  untested:
    'it could have been observed but was not: something is missing, never arose, or failed before; the report says why and what would change it',
  'not-applicable': 'it is about an operation that the documents call optional and the profile declares as not offered',
  error: 'octospec itself broke while it judged this: please report it',
}

export const verdictWords: Readonly<Record<Verdict, string>> = {
  conforms:
    'no must or derived clause is broken, and every applicable must clause was verified or explicitly allowed to stay untested',
  fails: 'at least one must or derived clause is broken, or a waiver matches no failure any more',
  unverified: 'nothing is broken, but an applicable must clause is untested and was not explicitly allowed to be',
  aborted:
    'the target could not be reached, or the run was cut short (exit code 4), or the profile, the address or the credentials are wrong (exit code 2)',
  'suite-error': 'octospec itself broke, so nothing can be said',
}

export const levelWords: Readonly<Record<Level, string>> = {
  must: 'stated in the documents; broken, it fails a server',
  derived: 'follows from stated clauses, with the derivation written down; broken, it fails a server',
  convention: 'public OCTO practice where the documents are silent; broken, it warns',
  gap: 'left open by the documents; what a target does is recorded and never judged',
}
