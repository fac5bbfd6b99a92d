import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { testClock, type TestClock } from '../../wire/testClock.test.data.js'
import type { Report } from '../../judge/report.js'
import { tryMain, type TestIo } from '../testIo.test.data.js'

let reference: Reference | undefined
afterEach(() => reference?.close())

const env = { TOKEN: 'reference-token-a' }
const profileOf = (url: string): string => `target: { url: '${url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
const reportIn = ({ cwd }: TestIo): Report => JSON.parse(readFileSync(join(cwd, 'here', 'report.json'), 'utf8'))

interface Left {
  readonly io: TestIo
  readonly clock: TestClock
  /** Requests that the service got since. */
  readonly requests: () => number
}

/** A run that left holds ageing. */
async function left(): Promise<Left> {
  const clock = testClock()
  const started = await startReference({ now: () => clock.now() })
  reference = started
  const files = { 'p.yaml': profileOf(started.url) }
  const argv = ['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here']
  const { io, exit } = await tryMain(argv, { env, clock, files })
  expect(exit).toBe(3)
  const { service } = started
  const handle = service.handle.bind(service)
  let requests = 0
  service.handle = (call) => {
    requests += 1
    return handle(call)
  }
  return { io, clock, requests: () => requests }
}

test('what a run left is cancelled, its report says so, and there is nothing to come back to any more', async () => {
  const { io, clock } = await left()
  const open = reportIn(io).bookings.filter(({ fate }) => fate === 'on-hold')
  expect(open.length).toBeGreaterThan(3)
  for (const { note } of open)
    expect(note).toMatch(/^no cancel was sent: its hold ends by itself at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  const cleaned = await tryMain(['resume', 'here', '--cancel-all'], { env, clock, cwd: io.cwd })
  expect(cleaned.exit).toBe(0)
  for (const { id } of open) expect(cleaned.out).toContain(`${id}  cancelled\n`)
  expect(cleaned.out).toMatch(/^0 of \d+ bookings of the run (?:is|are) left on the target$/m)
  const report = reportIn(io)
  expect(report.bookings.filter(({ fate }) => fate !== 'cancelled')).toEqual([])
  expect(report).toMatchObject({ verdict: 'unverified', pending: [] })
  expect((await tryMain(['verify', 'here'], { cwd: io.cwd })).exit).toBe(0)
  const again = await tryMain(['resume', 'here'], { env, clock, cwd: io.cwd })
  expect([again.exit, again.out]).toEqual([
    0,
    expect.stringMatching(/^nothing is left of the \d+ bookings of the run\n$/),
  ])
})

test('what the target does not cancel is left, with its own words: exit 1', async () => {
  const { io, clock } = await left()
  const service = reference?.service
  const handle = service?.handle.bind(service)
  if (service === undefined || handle === undefined) throw new Error('no service')
  service.handle = (call) => handle(call.operation === 'cancel' ? { ...call, id: 'none' } : call)
  const cleaned = await tryMain(['resume', 'here', '--cancel-all'], { env, clock, cwd: io.cwd })
  expect(cleaned.exit).toBe(1)
  expect(cleaned.out).toMatch(/\n[1-9]\d* of \d+ bookings of the run (?:is|are) left on the target\n$/)
  for (const { note } of reportIn(io).bookings.filter(({ fate }) => fate === 'on-hold'))
    expect(note).toMatch(/^the target refused to cancel it: HTTP 4\d\d .* \(request \d+\): its hold ends by itself at /)
})

test('an absent target changes nothing, and neither does a folder without a run', async () => {
  const { io, clock } = await left()
  await reference?.close()
  const path = join(io.cwd, 'here', 'exchanges.ndjson')
  const before = readFileSync(path, 'utf8')
  const absent = await tryMain(['resume', 'here', '--cancel-all'], { env, clock, cwd: io.cwd })
  expect(absent.err).toContain('error OCTOSPEC_UNREACHABLE')
  expect(absent.exit).toBe(4)
  const { bookings } = reportIn(io)
  const open = bookings.filter(({ fate }) => fate === 'on-hold' || fate === 'left')
  expect(open.length).toBeGreaterThan(10)
  for (const { id } of open) expect(absent.out).toContain(`${id}  `)
  expect(absent.out).toContain(
    `nothing could be cancelled: ${open.length} of ${bookings.length} bookings of the run are left on the target\n`,
  )
  expect(absent.err).toMatch(
    new RegExp(`^ {2}left {7}booking ${open[0]?.id}: .*; it ends by itself.*; and ${open.length - 10} more$`, 'm'),
  )
  expect(absent.err).not.toMatch(/no booking was made|nothing was tested/)
  expect(readFileSync(path, 'utf8')).toBe(before)
  const none = await tryMain(['resume', 'nowhere', '--cancel-all'], { env, clock, cwd: io.cwd })
  expect(none.err).toContain('error OCTOSPEC_EVIDENCE')
  expect(none.exit).toBe(2)
})

test('a report that somebody changed is to be moved away: resume has no other folder to write to', async () => {
  const { io, clock, requests } = await left()
  writeFileSync(join(io.cwd, 'here', 'report.json'), `${JSON.stringify(reportIn(io))} `)
  const { exit, err } = await tryMain(['resume', 'here', '--cancel-all'], { env, clock, cwd: io.cwd })
  expect(err).toMatch(/error OCTOSPEC_OUTPUT: cannot write .*report\.json: .*changed since[^]*do: move it away/)
  expect(err).not.toContain('--out')
  expect([exit, requests()]).toEqual([2, 0])
})

test.each(['0', '1d', '25h', '-1s', 'x'])('a time limit of %s is wrong use', async (limit) => {
  const { exit, err } = await tryMain(['resume', 'here', `--time-limit=${limit}`])
  expect(err).toContain(`--time-limit takes a time such as 90s, 10m or 1h, at most 24h, but got '${limit}'`)
  expect(exit).toBe(2)
})
