import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { runOnReference } from './runOnReference.js'

const optional = pack.contract.lifecycle.triggers.flatMap(({ id, optional: may }) => (may === true ? [id] : []))

test.each(optional)(
  'where %s is not offered, what needs it is not applicable, and all else is tested as ever',
  async (operation) => {
    const profile = { operations: { [operation]: null } }
    const { report } = await runOnReference({ dialect: 'default', profile, plan: { effort: 'low' } })
    const open = report.checks.filter(({ outcome }) => !['pass', 'not-applicable'].includes(outcome))
    expect(open.map(({ id, reason }) => [id, reason])).toEqual([])
  },
)
