import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'

/** Half of the servers that are met have no list of bookings, or none without a filter. */
const profile = { operations: { list: null } }

test('where there is no list, nothing else goes unverified: isolation, credentials, capability and the base schema are judged without it', async () => {
  const { report } = await runOnReference({ dialect: 'default', profile, plan: { effort: 'low' } })
  const ofList = (id: string): boolean =>
    id.includes('list') || id === '5/foreign-not-counted' || id === '7/refused-reserve-leaves-no-booking'
  const open = report.clauses.filter(({ level, outcome }) => level !== 'convention' && outcome === 'untested')
  expect(open.map(({ id }) => id).filter((id) => !ofList(id))).toEqual([])
  expect(report.summary.must.broken).toBe(0)
})

test.each([
  'cancel-of-foreign-hold-accepted',
  'cancel-by-another-reseller-done-without-a-word',
  'capability-ignored-in-bookings',
])('%s is seen though the server has no list', async (fault) => {
  const { clause } = pack.reference.fault(fault)
  const { report } = await runOnReference({ dialect: 'default', faults: [fault], profile, plan: { only: [clause] } })
  const failed = report.checks.filter((check) => check.clause === clause && ['fail', 'warn'].includes(check.outcome))
  expect(failed.flatMap(({ findings }) => findings).length).toBeGreaterThan(0)
})
