import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { testClock } from '../../client/clock.js'
import { tryMain } from '../testIo.test.data.js'

let reference: Reference | undefined
afterEach(() => reference?.close())

const minute = 60_000
const profileOf = (url: string): string => `target: { url: '${url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: { standard: { productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR } }
`
const env = { TOKEN: 'reference-token-a' }
const open = (folder: string): { verdict: string; requests: number; pending: unknown[] } =>
  JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

test('a run that left its holds ageing is settled on a second visit, with its numbering and its report going on', async () => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now() })
  const files = { 'p.yaml': profileOf(reference.url) }
  const first = await tryMain(['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here'], {
    env,
    clock,
    files,
  })
  const { cwd } = first.io
  expect(first.exit).toBe(3)
  expect(first.out).toMatch(/\d+ holds are left ageing: come back with octospec settle from /)
  const before = open(join(cwd, 'here'))
  expect(before.pending.length).toBeGreaterThan(0)

  const early = await tryMain(['settle', 'here'], { env, clock, cwd })
  expect(early.out).toMatch(/still ageing: come back from \d{4}-/)
  expect(early.exit).toBe(3)
  expect(open(join(cwd, 'here'))).toEqual(before)

  clock.advance(600 * minute)
  const second = await tryMain(['settle', 'here'], { env, clock, cwd })
  expect(second.err).not.toContain('error')
  const after = open(join(cwd, 'here'))
  expect(after.pending).toEqual([])
  expect(after.requests).toBeGreaterThan(before.requests)
  const numbers = readFileSync(join(cwd, 'here', 'exchanges.ndjson'), 'utf8').match(/(?<="exchange":\{"n":)\d+/g) ?? []
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(after.requests)

  const again = await tryMain(['settle', 'here'], { env, clock, cwd })
  expect(again.err).toContain('error OCTOSPEC_NOTHING_PENDING')
  expect(again.exit).toBe(2)
})

test('another profile, an absent target and a folder without evidence are refused and change nothing', async () => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now() })
  const files = {
    'p.yaml': profileOf(reference.url),
    'q.yaml': `${profileOf(reference.url)}hold: { graceSeconds: 5 }\n`,
  }
  const { io } = await tryMain(['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here'], {
    env,
    clock,
    files,
  })
  const { cwd } = io
  const evidence = readFileSync(join(cwd, 'here', 'exchanges.ndjson'), 'utf8')
  clock.advance(600 * minute)
  const other = await tryMain(['settle', 'here', '--profile', 'q.yaml'], { env, clock, cwd })
  expect(other.err).toContain('error OCTOSPEC_PROFILE_CHANGED: q.yaml is not the profile')
  expect(other.exit).toBe(2)
  await reference.close()
  const absent = await tryMain(['settle', 'here'], { env, clock, cwd })
  expect(absent.err).toContain('error OCTOSPEC_UNREACHABLE')
  expect(absent.exit).toBe(4)
  const empty = await tryMain(['settle', 'nowhere'], { env, clock, cwd })
  expect(empty.err).toContain('error OCTOSPEC_EVIDENCE')
  expect(empty.exit).toBe(2)
  expect(readFileSync(join(cwd, 'here', 'exchanges.ndjson'), 'utf8')).toBe(evidence)
})
