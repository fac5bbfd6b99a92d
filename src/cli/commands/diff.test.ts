import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reportOf } from '../../judge/report.test.data.js'
import type { Report } from '../../judge/report.js'
import { main } from '../main.js'
import { testIo } from '../testIo.test.data.js'

const passes = { id: 'reserve.a', clause: '4.2/a', outcome: 'pass' } as const
const fails = {
  ...passes,
  outcome: 'fail',
  findings: [{ message: 'it is |<b>wrong</b>', expected: 'ON_HOLD', received: 'X', exchange: 3, pointer: '/status' }],
} as const

async function diff(
  before: Report | string,
  after: Report,
  ...more: string[]
): Promise<{ readonly exit: number; readonly said: string }> {
  const io = testIo()
  for (const [name, report] of Object.entries({ before, after })) {
    mkdirSync(join(io.cwd, name))
    writeFileSync(join(io.cwd, name, 'report.json'), typeof report === 'string' ? report : JSON.stringify(report))
  }
  return { exit: await main(['diff', 'before', 'after/report.json', ...more], io), said: io.both() }
}

test('a new failure is told with its finding, and is exit 1', async () => {
  const { exit, said } = await diff(reportOf([passes]), reportOf([fails]))
  expect(exit).toBe(1)
  expect(said).toContain('1 check broke\n  reserve.a: pass -> fail  NEW FAILURE: it is |<b>wrong</b>')
  expect(said).toContain('1 clause broke\n  4.2/a: pass -> fail')
  expect(said).toMatch(/1 new failure, 0 failing as before\n$/)
})

test('what is mended or fails as before is exit 0', async () => {
  expect(await diff(reportOf([fails]), reportOf([passes]))).toMatchObject({
    exit: 0,
    said: expect.stringContaining('1 check fixed'),
  })
  const same = await diff(reportOf([fails]), reportOf([fails]))
  expect(same.exit).toBe(0)
  expect(same.said).toContain('no check and no clause changed')
  expect(same.said).toContain('0 new failures, 1 failing as before')
})

test('a later run that was cut short does not hold', async () => {
  expect((await diff(reportOf([passes]), reportOf([passes], { verdict: 'aborted' }))).exit).toBe(1)
})

test('Markdown has nothing active in it', async () => {
  const { said } = await diff(reportOf([passes]), reportOf([fails]), '--format', 'md')
  expect(said).toContain('## octospec diff: 1 new failure')
  expect(said).toContain('**new failure**: ` it is |<b>wrong</b> `')
})

test('JSON has every change', async () => {
  const { said } = await diff(reportOf([passes]), reportOf([fails]), '--format', 'json')
  expect(JSON.parse(said)).toMatchObject({
    newFailures: ['reserve.a'],
    checks: [{ id: 'reserve.a', kind: 'broke', before: 'pass', after: 'fail', newFailure: true }],
    clauses: [{ id: '4.2/a', kind: 'broke' }],
  })
})

test('what makes two runs hard to compare is noted', async () => {
  const other = reportOf([passes], {
    target: { url: 'https://other.example', environment: 'live' },
    seed: 8,
    partial: true,
  })
  const { said } = await diff(reportOf([passes]), other)
  expect(said).toContain('different targets')
  expect(said).toContain('different seeds: 7 and 8')
  expect(said).toContain('a run is partial')
})

test.each([
  ['no JSON', '<html>'],
  ['another schema', '{"schemaVersion":2}'],
  ['something else', '[]'],
])('a report that is %s is wrong use', async (_, text) => {
  const { exit, said } = await diff(text, reportOf([passes]))
  expect(exit).toBe(2)
  expect(said).toContain('OCTOSPEC_REPORT')
})
