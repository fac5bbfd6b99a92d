import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { main } from '../main.js'
import { targetWith } from '../faultyTarget.test.data.js'
import { testIo } from '../testIo.test.data.js'

const chosen = ['cancel.with-reason-accepted', 'cancel.unknown-id-refused'].flatMap((id) => ['--only', id])
let faulty: readonly string[]
const summary = join(mkdtempSync(join(tmpdir(), 'octospec-gate-')), 'summary.md')
const first = testIo({ env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } })
const baseline = join(first.cwd, 'first')

beforeAll(async () => {
  faulty = ['run', ...(await targetWith({ faults: ['cancel-with-reason-refused'] })), ...chosen]
  writeFileSync(summary, 'before\n')
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

test('on GitHub the summary is appended and failures become annotations', () => {
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ❌ octospec: fails/)
  expect(first.both()).toMatch(
    /^::error file=[^,]*spec\/transfers\/profiles\/reference\.yaml,line=1,title=[^:]*\(cancel\./m,
  )
  expect(first.out()).toMatch(/^verdict {3}fails/m)
})

test('a summary that cannot be written is said, and changes nothing', async () => {
  const io = testIo({ env: { GITHUB_STEP_SUMMARY: join(first.cwd, 'no/such/folder') } })
  expect(await main([...faulty, '--out', 'here'], io)).toBe(1)
  expect(io.both()).toContain('note: the step summary could not be written')
  expect(io.both()).not.toContain('::error')
})
