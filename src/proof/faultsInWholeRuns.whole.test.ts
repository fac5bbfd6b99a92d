import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'

/** Faults of some time only: a whole run's scenarios share the moments of the clock, and one of them must tell. */
const passing = ['extend-counts-twice', 'medium-holds-end-early', 'update-shows-more-minutes-and-leaves-the-end']

test.each(passing.map((fault, at) => ({ fault, dialect: pack.reference.dialects[at % 2] ?? '' })))(
  '$fault is seen in a whole run, for all that passes beside it: $dialect',
  async ({ fault, dialect }) => {
    const { clause } = pack.reference.fault(fault)
    const { report } = await runOnReference({ dialect, faults: [fault] })
    expect(report.checks.filter(({ outcome }) => outcome === 'fail').map((check) => check.clause)).toContain(clause)
  },
)
