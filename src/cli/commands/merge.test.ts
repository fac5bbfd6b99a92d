import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { specFile } from '../../contract/specFile.js'
import type { Report } from '../../judge/report.js'
import { main } from '../main.js'
import { testIo, type TestIo } from '../testIo.test.data.js'

const cwd = testIo().cwd
let server: Reference
let chosen: readonly string[]
const shards = ['shard1', 'shard2', 'shard3', 'shard4']
const report = (run: string): Report => JSON.parse(readFileSync(join(cwd, run, 'report.json'), 'utf8')) as Report

async function octospec(...argv: string[]): Promise<{ readonly exit: number; readonly io: TestIo }> {
  const io = testIo({ cwd })
  return { exit: await main(argv, io), io }
}

beforeAll(async () => {
  server = await startReference({ faults: ['transfers-refuse-gbp'] })
  chosen = ['--profile', specFile('transfers/profiles/reference.yaml'), '--target', server.url, '--effort', 'low']
  expect((await octospec('run', ...chosen, '--out', 'whole')).exit).toBe(1)
  for (const [at, shard] of shards.entries()) {
    const { exit, io } = await octospec('run', ...chosen, '--shard', `${at + 1}/4`, '--out', shard)
    expect([0, 1, 3], io.both()).toContain(exit)
  }
}, 300_000)
afterAll(() => server.close())

test('shards share the scenarios among them, and each says that it is one', () => {
  const whole = report('whole').checks.flatMap(({ id, scenario }) => (scenario === null ? [] : [id]))
  const reports = shards.map(report)
  expect(reports.every(({ checks }) => checks.length > 0 && checks.length < whole.length)).toBe(true)
  const shared = reports.flatMap(({ checks }) => checks.map(({ id }) => id))
  expect(shared.toSorted()).toEqual(whole.filter((id) => shared.includes(id)).toSorted())
  expect(new Set(shared).size).toBe(shared.length)
  expect(reports.map(({ shard, partial }) => ({ shard, partial }))).toEqual(
    [1, 2, 3, 4].map((index) => ({ shard: { index, of: 4 }, partial: true })),
  )
})

test('merged, they have check by check the outcome of the whole, which follows from their evidence', async () => {
  const { exit, io } = await octospec('merge', ...shards.toReversed(), '--out', 'merged', '--report', 'junit,html')
  expect(exit, io.both()).toBe(1)
  expect(io.err()).toBe('')
  const [whole, merged] = [report('whole'), report('merged')]
  const outcomes = ({ checks }: Report): object => Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
  expect(outcomes(merged)).toEqual(outcomes(whole))
  expect(merged).toMatchObject({ verdict: whole.verdict, headline: whole.headline, only: whole.only })
  expect(merged.shard).toBeUndefined()
  // A finding names an exchange of the merged evidence.
  const finding = merged.checks.find(({ id }) => id === 'transfers.accepted')?.findings[0]
  const shown = await octospec('show', 'merged', String(finding?.exchange))
  expect(shown.io.out()).toContain('"currency":"GBP"')
  for (const { note = '' } of merged.bookings) {
    const [, n] = /\(exchange (\d+)\)$/.exec(note) ?? []
    if (n !== undefined) expect((await octospec('show', 'merged', n)).io.out()).toMatch(/^exchange \d+: cancel,/)
  }
  const verified = await octospec('verify', 'merged')
  expect(verified.io.out()).toContain('holds: the report follows')
  for (const run of ['shard1', 'whole']) expect((await octospec('verify', run)).exit).toBe(0)
}, 120_000)

test('runs that are not all of the shards of one run are refused', async () => {
  cpSync(join(cwd, 'shard2'), join(cwd, 'other'), { recursive: true })
  const path = join(cwd, 'other', 'exchanges.ndjson')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"seed":20261', '"seed":20262'))
  const refused: readonly (readonly [readonly string[], string])[] = [
    [['shard1', 'shard2'], 'these are the shards 1, 2 of 4'],
    [['shard1', 'shard2', 'shard2', 'shard3', 'shard4'], 'these are the shards 1, 2, 2, 3, 4 of 4'],
    [['shard1', 'other', 'shard3', 'shard4'], 'is of another run'],
    [['shard1', 'whole'], 'is not of a shard'],
  ]
  for (const [runs, why] of refused) {
    const { exit, io } = await octospec('merge', ...runs, '--out', 'refused')
    expect(io.err()).toContain(why)
    expect(exit).toBe(2)
  }
})

test('what is merged of shards that were edited carries no seal, and says so; a shard that was killed aborts the whole', async () => {
  cpSync(join(cwd, 'shard2'), join(cwd, 'killed'), { recursive: true })
  const path = join(cwd, 'killed', 'exchanges.ndjson')
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, lines.filter((line) => !/^\{"type":"(end|seal)"/.test(line)).join('\n'))
  const { exit, io } = await octospec('merge', 'shard1', 'killed', 'shard3', 'shard4', '--out', 'cut')
  expect(io.err()).toContain('carries no seal')
  expect(exit, io.both()).toBe(4)
  expect(report('cut').headline).toMatch(/killed.* ends in the middle of its run/)
  expect(readFileSync(join(cwd, 'cut', 'exchanges.ndjson'), 'utf8')).not.toContain('"type":"seal"')
})

test('a shard that is none is wrong use', async () => {
  for (const shard of ['0/2', '3/2', '1', 'a/b', '1/2/3']) {
    const { exit, io } = await octospec('run', ...chosen, '--shard', shard)
    expect(io.err()).toContain(`--shard takes a part of a whole, such as 2/4, but got '${shard}'`)
    expect(exit).toBe(2)
  }
})
