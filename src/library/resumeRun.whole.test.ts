import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { tryMain } from '../cli/testIo.test.data.js'
import { testClock } from '../wire/testClock.test.data.js'
import { OwnRunError, resumeRun, verifyRun } from '../index.js'

let reference: Reference | undefined
afterEach(() => reference?.close())

test('a program resumes a run once its holds are due, and sends nothing before', async () => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now() })
  const env = { TOKEN: 'reference-token-a', OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other' }
  const profile = `target: { url: '${reference.url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
  const argv = ['run', '--profile', 'p.yaml', '--only', 'hold.over-not-confirmed', '--out', 'here']
  const { io, exit } = await tryMain(argv, { env, clock, files: { 'p.yaml': profile } })
  expect(exit, io.both()).toBe(3)
  const run = join(io.cwd, 'here')
  const options = { run, profile: join(io.cwd, 'p.yaml'), env, clock }
  const evidence = readFileSync(join(run, 'exchanges.ndjson'), 'utf8')

  const early = await resumeRun(options)
  expect(Date.parse(early.nextAt ?? '')).toBeGreaterThan(clock.now())
  expect(readFileSync(join(run, 'exchanges.ndjson'), 'utf8')).toBe(evidence)

  clock.advance(600 * 60_000)
  const { report, nextAt, unwritten } = await resumeRun(options)
  expect({ nextAt, unwritten, pending: report.pending }).toEqual({ nextAt: null, unwritten: [], pending: [] })
  expect(report.checks).toMatchObject([{ id: 'hold.over-not-confirmed', outcome: 'pass' }])
  expect((await verifyRun(run)).problems).toEqual([])

  writeFileSync(join(run, 'exchanges.ndjson'), evidence.replace('"seed":', '"seed":1'))
  await expect(resumeRun(options)).rejects.toThrow(OwnRunError)
})
