import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { main } from '../main.js'
import { targetWith } from '../faultyTarget.test.data.js'
import { testIo } from '../testIo.test.data.js'

const chosen = ['--effort', 'low', '--only', 'cancel*']
let faulty: readonly string[]
const first = testIo()
const baseline = join(first.cwd, 'first')

beforeAll(async () => {
  faulty = ['run', ...(await targetWith({ faults: ['cancel-with-reason-refused'] })), ...chosen]
  expect(await main([...faulty, '--out', 'first'], first), first.both()).toBe(1)
})

test('a failure that the baseline has is shown, and does not count', async () => {
  const io = testIo()
  expect(await main([...faulty, '--out', 'again', '--baseline', baseline], io)).toBe(0)
  expect(io.both()).toMatch(/baseline: [1-9]\d* failures? in the baseline, 0 new: ends as conforms/)
  expect(io.both()).toMatch(/^verdict {3}fails\. .* \(exit 0, by what the baseline does not have\)$/m)
  expect(JSON.parse(readFileSync(join(io.cwd, 'again/report.json'), 'utf8'))).toMatchObject({ verdict: 'fails' })
  expect(await main(['verify', 'again'], io)).toBe(0)
  expect(await main(['diff', baseline, 'again'], io)).toBe(0)
})

test('a failure that the baseline does not have counts', async () => {
  const io = testIo()
  const more = ['--baseline', baseline, '--out', 'again']
  expect(await main([...faulty, ...more], io)).toBe(0)
  const worse = await targetWith({ faults: ['cancel-with-reason-refused', 'cancel-of-unknown-id-accepted'] })
  const other = ['--baseline', baseline, '--out', 'other']
  expect(await main(['run', ...worse, ...chosen, ...other], io), io.both()).toBe(1)
  expect(await main(['diff', baseline, 'other'], io)).toBe(1)
})

test('a baseline that cannot be read is wrong use, and nothing is sent', async () => {
  const io = testIo()
  expect(await main([...faulty, '--baseline', 'nowhere'], io)).toBe(2)
  expect(io.both()).toContain('OCTOSPEC_REPORT')
  expect(io.both()).not.toContain('scenarios')
})

test('on GitHub the summary is appended and failures become annotations', async () => {
  const summary = join(first.cwd, 'summary.md')
  writeFileSync(summary, 'before\n')
  const io = testIo({ env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } })
  expect(await main([...faulty, '--out', 'here'], io)).toBe(1)
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ❌ octospec: fails/)
  expect(io.both()).toMatch(
    /^::error file=[^,]*spec\/transfers\/profiles\/reference\.yaml,line=1,title=[^:]*\(cancel\./m,
  )
  expect(io.out()).toMatch(/^verdict {3}fails/m)
})

test('a summary that cannot be written is said, and changes nothing', async () => {
  const io = testIo({ env: { GITHUB_STEP_SUMMARY: join(first.cwd, 'no/such/folder') } })
  expect(await main([...faulty, '--out', 'here'], io)).toBe(1)
  expect(io.both()).toContain('note: the step summary could not be written')
  expect(io.both()).not.toContain('::error')
})
