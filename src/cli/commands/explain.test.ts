import { expect, test } from 'vitest'
import { readPointer } from '../../contract/json.js'
import { pack } from '../../pack.js'
import { explanations } from '../explanations.js'
import { tryMain } from '../testIo.test.data.js'

test('every clause, check, observation, outcome, verdict, error and exit code is explained in words', () => {
  const known = explanations()
  const ids = [...pack.contract.clauses.map(({ id }) => id), ...pack.checks.keys(), ...pack.observations.keys()]
  for (const id of [...ids, 'untested', 'conforms', 'OCTOSPEC_PROFILE', '0', '5', 'must'])
    expect(known.get(id)?.().join('\n').length, id).toBeGreaterThan(20)
})

test('a clause is explained with its text and its checks, a check with its clause and the faults that prove it', async () => {
  const clause = await tryMain(['explain', '4.1/transfers-accepted'])
  expect(clause.exit).toBe(0)
  expect(clause.out).toContain(pack.contract.clause('4.1/transfers-accepted')?.text)
  expect(clause.out).toContain('check: transfers.accepted')
  const check = await tryMain(['explain', 'transfers.accepted'])
  expect(check.out).toContain('clause: 4.1/transfers-accepted (must)')
  expect(check.out).toContain('fault: transfers-refuse-gbp')
  const judges = async (id: string): Promise<string> =>
    /judges: .*/.exec((await tryMain(['explain', id])).out)?.[0] ?? ''
  expect(await judges('reserve.starts-on-hold')).toContain('in recordings')
  expect(await judges('reserve.accepts-20-minutes')).not.toContain('in recordings')
})

test('exit codes are found as people write them', async () => {
  for (const id of ['3', 'exit 3', 'exit-code 3', 'exit3'])
    expect((await tryMain(['explain', id])).out).toContain('exit code 3: unverified')
})

test('an unknown id ends with 2 and the nearest one', async () => {
  const { exit, err } = await tryMain(['explain', 'transfers.acepted'])
  expect(err).toContain("error OCTOSPEC_UNKNOWN_ID: nothing has the id 'transfers.acepted'")
  expect(err).toContain('did you mean transfers.accepted?')
  expect(exit).toBe(2)
})

test('each key of the profile is explained with its meaning, its default and its place in the schema', async () => {
  const { exit, out } = await tryMain(['explain', 'operations.confirm.emailReceipt'])
  expect(exit).toBe(0)
  expect(out).toContain('key operations.confirm.emailReceipt of the profile')
  expect(out).toContain('Whether the guest gets a copy of the receipt by e-mail')
  expect(out).toContain('default: "body:/emailReceipt"')
  const [, place = ''] = /spec\/profile\.schema\.json#(\S+)/.exec(out) ?? []
  expect(readPointer<object>(pack.profile.schema, place)).toHaveProperty('default', 'body:/emailReceipt')
  expect((await tryMain(['explain', 'waive.until'])).out).toContain('example: "2027-01-31"')
})
