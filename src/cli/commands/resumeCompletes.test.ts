import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { testClock, type TestClock } from '../../wire/testClock.test.data.js'
import { startAnswering } from '../answering.test.data.js'
import { tryMain } from '../testIo.test.data.js'

let reference: Reference | undefined
afterEach(() => reference?.close())

const minute = 60_000
const profileOf = (url: string): string => `target: { url: '${url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
const env = { TOKEN: 'reference-token-a' }
const open = (
  folder: string,
): {
  verdict: string
  requests: number
  pending: unknown[]
  checks: { id: string; outcome: string }[]
  since?: { unverified: string[] }
} => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))

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
  const visits = [
    /from 2030-01-15T12:22:\d\dZ to 2030-01-15T12:38:\d\dZ, when some holds are over and extended ones are not,/,
    /and from 2030-01-15T13:02:\d\dZ on, when those are over as well, or octospec resume here --wait\n/,
  ]
  const when = visits.map(({ source }) => source).join(' ')
  expect(first.out).toMatch(new RegExp(`^holds {5}\\d+ still age: octospec resume here ${when}`, 'm'))
  const before = open(join(cwd, 'here'))
  expect(before.pending.length).toBeGreaterThan(0)
  // The later end that an answer shows is no longer hold yet.
  for (const id of ['hold.extend-lengthens', 'hold.extend-never-shortens', 'hold.same-key-starts-nothing-anew'])
    expect(before.checks.find((each) => each.id === id)?.outcome, id).toBe('untested')

  const early = await tryMain(['resume', 'here'], { env, clock, cwd })
  expect(early.out).toMatch(/still ageing: come back from \d{4}-/)
  expect(early.exit).toBe(3)
  expect(open(join(cwd, 'here'))).toEqual(before)

  clock.advance(600 * minute)
  const second = await tryMain(['resume', 'here'], { env, clock, cwd })
  expect(second.err).not.toContain('error')
  const after = open(join(cwd, 'here'))
  expect(after.pending).toEqual([])
  expect(after.requests).toBeGreaterThan(before.requests)
  const numbers =
    readFileSync(join(cwd, 'here', 'exchanges.ndjson'), 'utf8').match(/(?<="type":"exchange","exchange":\{"n":)\d+/g) ??
    []
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(after.requests)

  const again = await tryMain(['resume', 'here'], { env, clock, cwd })
  expect(again.out).toMatch(/^nothing is left of the \d+ bookings of the run\n$/)
  expect(again.exit).toBe(0)
})

test('what breaks only after a while is told in the sentence, the consequences and the lines of the visit that sees it', async () => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now(), faults: ['holds-never-end'] })
  const files = { 'p.yaml': profileOf(reference.url) }
  const only = ['--only', '1.3/not-on-hold-after-end-get', '--only', '4.2/new-booking-on-hold']
  const first = await tryMain(['run', '--profile', 'p.yaml', ...only, '--out', 'here'], { env, clock, files })
  const shown = (): string => readFileSync(join(first.io.cwd, 'here', 'report.html'), 'utf8')
  expect(first.exit, first.out).toBe(3)
  expect(first.out).toContain('unverified. 1 must clause was not checked. ')
  expect(shown()).toContain('1 must clause was not checked')
  expect(first.out).not.toContain('failed ')

  clock.advance(600 * minute)
  const second = await tryMain(['resume', 'here'], { env, clock, cwd: first.io.cwd })
  expect(second.exit, second.out).toBe(1)
  expect(second.out).toMatch(/^failed .*\(hold\./m)
  expect(second.out).toContain('End each hold when its time is over')
  expect(shown()).toContain('1 failed')
  expect(shown()).toContain('Holds do not end')
})

interface Checked {
  readonly pending: readonly unknown[]
  readonly checks: readonly { readonly id: string; readonly outcome: string }[]
  readonly bookings: readonly { readonly fate: string }[]
}

test('resume --wait stays, and comes to what a run comes to that waits', async () => {
  const outcomes: (readonly string[])[] = []
  for (const how of ['run --wait', 'resume --wait']) {
    const clock = testClock()
    await reference?.close()
    reference = await startReference({ now: () => clock.now() })
    const args = ['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here', '--seed', '3']
    const ran = await tryMain(how === 'run --wait' ? [...args, '--wait'] : args, {
      env,
      clock,
      files: { 'p.yaml': profileOf(reference.url) },
    })
    const { cwd } = ran.io
    if (how === 'resume --wait') {
      const settled = await tryMain(['resume', 'here', '--wait'], { env, clock, cwd })
      expect(settled.err).toContain('holds are still ageing: waiting until the last is due')
      expect([ran.exit, settled.exit]).toEqual([3, 0])
    }
    const { pending, checks, bookings }: Checked = JSON.parse(readFileSync(join(cwd, 'here', 'report.json'), 'utf8'))
    expect(pending).toEqual([])
    expect(bookings.filter(({ fate }) => fate === 'on-hold')).toEqual([])
    outcomes.push(checks.map(({ id, outcome }) => `${id} ${outcome}`))
  }
  const [waited = [], watched] = outcomes
  expect(waited.filter((each) => each.endsWith(' pass')).length).toBeGreaterThan(20)
  expect(watched).toEqual(waited)
})

const untilEnd = '1.3/on-hold-before-end'
const lengthens = '3/extend-lengthens-hold'
test.each([
  // One visit is enough for all that can be seen by then: at 58 minutes, what was extended is over as well.
  { visits: [22], lost: [] },
  { visits: [58], lost: [lengthens] },
  // A visit after the end cannot see that a hold lasted until then, or was made longer.
  { visits: [21, 200], lost: [untilEnd, lengthens] },
])('visits after $visits minutes verify all must clauses of holds but $lost', async ({ visits, lost }) => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now() })
  const args = ['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here']
  const { io } = await tryMain(args, { env, clock, files: { 'p.yaml': profileOf(reference.url) } })
  const began = clock.now()
  for (const at of visits) {
    clock.advance(began + at * minute - clock.now())
    await tryMain(['resume', 'here'], { env, clock, cwd: io.cwd })
  }
  const { clauses }: { clauses: { id: string; level: string; outcome: string }[] } = JSON.parse(
    readFileSync(join(io.cwd, 'here', 'report.json'), 'utf8'),
  )
  const verified = clauses.flatMap(({ id, level, outcome }) => (level === 'must' && outcome === 'pass' ? [id] : []))
  const all = [
    untilEnd,
    '1.3/not-on-hold-after-end-get',
    '1.3/not-on-hold-after-end-list',
    lengthens,
    '7/extend-expired-refused',
  ]
  expect(verified).toEqual(expect.arrayContaining(all.filter((id) => !lost.includes(id))))
  for (const id of lost) expect(verified).not.toContain(id)
})

test('what changed since the run before is still said once a visit has completed the run', async () => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now() })
  const files = { 'p.yaml': profileOf(reference.url) }
  const args = ['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here']
  const { cwd } = (await tryMain(args, { env, clock, files })).io
  clock.advance(600 * minute)
  await tryMain(['resume', 'here'], { env, clock, cwd })

  await tryMain(args, { env, clock, cwd })
  const waiting = open(join(cwd, 'here')).since?.unverified ?? []
  expect(waiting).not.toEqual([])
  clock.advance(600 * minute)
  await tryMain(['resume', 'here'], { env, clock, cwd })
  expect(open(join(cwd, 'here')).since).toMatchObject({ newFailures: [], unverified: [], verified: [] })
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
  const other = await tryMain(['resume', 'here', '--profile', 'q.yaml'], { env, clock, cwd })
  expect(other.err).toContain('error OCTOSPEC_PROFILE_CHANGED')
  expect(other.exit).toBe(2)
  await reference.close()
  const absent = await tryMain(['resume', 'here'], { env, clock, cwd })
  expect(absent.err).toContain('error OCTOSPEC_UNREACHABLE')
  expect(absent.exit).toBe(4)
  const empty = await tryMain(['resume', 'nowhere'], { env, clock, cwd })
  expect(empty.err).toContain('error OCTOSPEC_EVIDENCE')
  expect(empty.exit).toBe(2)
  expect(readFileSync(join(cwd, 'here', 'exchanges.ndjson'), 'utf8')).toBe(evidence)
})

/** What a resume that is refused must leave alone. */
interface Refused {
  readonly exit: number
  readonly err: string
}

let ageing: { readonly server: Reference; readonly cwd: string; readonly clock: TestClock } | undefined
afterAll(() => ageing?.server.close())

/** A run that left holds ageing, which are due by now: one for all that changes a copy of it. */
async function runThatAged(): Promise<NonNullable<typeof ageing>> {
  if (ageing !== undefined) return ageing
  const clock = testClock()
  const server = await startReference({ now: () => clock.now() })
  const files = { 'p.yaml': profileOf(server.url) }
  const argv = ['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here']
  const { io, exit } = await tryMain(argv, { env, clock, files })
  expect(exit).toBe(3)
  clock.advance(600 * minute)
  ageing = { server, cwd: io.cwd, clock }
  return ageing
}

/** Resumes a copy of that run that was edited; nothing may be sent for it to anybody. */
async function resumeEdited(
  edit: (text: string) => string,
  { argv = [], more = {} }: { readonly argv?: readonly string[]; readonly more?: Record<string, string> } = {},
): Promise<Refused> {
  const { server, cwd, clock } = await runThatAged()
  const folder = mkdtempSync(join(tmpdir(), 'octospec-edited-'))
  cpSync(cwd, folder, { recursive: true })
  const path = join(folder, 'here', 'exchanges.ndjson')
  let requests = 0
  const spy = await startAnswering(async () => {
    requests += 1
    return { status: 404, headers: {}, body: '{}' }
  })
  writeFileSync(path, edit(readFileSync(path, 'utf8')).replaceAll('SPY', spy.url))
  const { service } = server
  const handle = service.handle.bind(service)
  service.handle = (call) => {
    requests += 1
    return handle(call)
  }
  const { exit, err } = await tryMain(['resume', 'here', ...argv], { env: { ...env, ...more }, clock, cwd: folder })
  service.handle = handle
  await spy.close()
  expect(requests).toBe(0)
  return { exit, err }
}

test.each<[string, (text: string) => string]>([
  ['the address of the target', (text) => text.replace(/("profile":.*?"url":")[^"]+/, '$1SPY')],
  ['the id of a booking', (text) => text.replace(/("bookings":\[\{"id":")[^"]+/, '$1b-of-a-stranger')],
  ['an id in the data of a timeline', (text) => text.replace(/("type":"pending".*"\$exchange":)\d+/, '$11')],
  ['an id that an answer showed', (text) => text.replace(/("json":\{[^\n]*?"uuid":")[^"]+/, '$1b-of-a-stranger')],
  ['the nonce', (text) => text.replace(/"nonce":"[^"]+"/, '"nonce":"another"')],
  ['an added line', (text) => `${text}{"type":"bookings","bookings":[]}\n`],
  ['a line that was taken out', (text) => text.replace(/\{"type":"exchange".*\n/, '')],
  ['all seals taken out', (text) => text.replaceAll(/\{"type":"seal".*\n/g, '')],
  ['a second plan', (text) => text + text.slice(0, text.indexOf('\n') + 1)],
  ['another contract', (text) => text.replace(/"sha256":"[0-9a-f]{64}"/, `"sha256":"${'0'.repeat(64)}"`)],
])('evidence with %s edited is not proven: nothing is sent to anybody', async (_, edit) => {
  const edited = (text: string): string => {
    expect(edit(text)).not.toBe(text)
    return edit(text)
  }
  const { exit, err } = await resumeEdited(edited)
  expect(err).toContain('error OCTOSPEC_UNPROVEN')
  expect(err).toMatch(/it was edited|the rest was added|carries no seal/)
  expect(exit).toBe(2)
})

test.each<[string, (text: string) => string]>([
  ['ids of a stranger', (text) => text.replaceAll(/("json":\{[^\n]*?"uuid":")[^"]+/g, '$1b-of-a-stranger')],
  ['an address', (text) => text.replaceAll('"profile":{', '"profile":{"target":{"url":"SPY"},')],
  ['no seal', (text) => text.replaceAll(/^.*"seal".*\n/gm, '')],
])('for evidence into which somebody wrote %s, resume --cancel-all sends nothing', async (_, edit) => {
  const { exit, err } = await resumeEdited(edit, { argv: ['--cancel-all'] })
  expect(err).toMatch(/^error OCTOSPEC_(UNPROVEN|EVIDENCE)/m)
  expect(exit).toBe(2)
})

test('evidence of another schema version or with a broken line is refused in the words of verify', async () => {
  const version = await resumeEdited((text) => text.replace('"schemaVersion":1', '"schemaVersion":2'))
  expect(version.err).toContain('error OCTOSPEC_EVIDENCE')
  expect(version.err).toContain('schema version 2, and this octospec reads version 1')
  expect(version.exit).toBe(2)
  const broken = await resumeEdited((text) => `${text}{"type":"exchange"}\n`)
  expect(broken.err).toContain('error OCTOSPEC_EVIDENCE')
  expect(broken.err).toContain('the line is none that octospec wrote')
  expect(broken.exit).toBe(2)
})

test('on a machine with another key, or none, nothing is settled, and what to do is said', async () => {
  const other = await resumeEdited((text) => text, { more: { OCTOSPEC_RUN_KEY: 'another key than that of the run' } })
  expect(other.err).toContain('error OCTOSPEC_UNPROVEN')
  expect(other.err).toContain('sealed with another key')
  expect(other.err).toContain('give the key of the run in OCTOSPEC_RUN_KEY')
  expect(other.exit).toBe(2)
  const none = await resumeEdited((text) => text, { more: { OCTOSPEC_RUN_KEY: '' } })
  expect(none.err).toContain('error OCTOSPEC_UNPROVEN: there is no place for a key')
  expect(none.exit).toBe(2)
})

test('a run that was given --target is settled only with it, and what differs is said', async () => {
  const clock = testClock()
  reference = await startReference({ now: () => clock.now() })
  const files = { 'p.yaml': profileOf('http://127.0.0.1:9/elsewhere') }
  const target = ['--target', reference.url]
  const first = await tryMain(['run', '--profile', 'p.yaml', '--only', 'hold.*', '--out', 'here', ...target], {
    env,
    clock,
    files,
  })
  expect(first.exit).toBe(3)
  clock.advance(600 * minute)
  const { cwd } = first.io
  const without = await tryMain(['resume', 'here'], { env, clock, cwd })
  expect(without.exit).toBe(2)
  expect(without.err).toContain('error OCTOSPEC_PROFILE_CHANGED')
  expect(without.err).toContain(
    `target.url: the run had "${reference.url}", the profile has "http://127.0.0.1:9/elsewhere"`,
  )
  const settled = await tryMain(['resume', 'here', '--profile', 'p.yaml', ...target], { env, clock, cwd })
  expect(settled.err).not.toContain('error')
  expect(open(join(cwd, 'here')).pending).toEqual([])
})

test('a run on the embedded reference service cannot be come back to, and that is said', async () => {
  const args = ['run', '--reference', '--only', '4.2/new-booking-on-hold', '--out', 'here']
  const ran = await tryMain(args, { env, clock: testClock() })
  const settled = await tryMain(['resume', 'here'], { env, clock: testClock(), cwd: ran.io.cwd })
  expect(settled.exit).toBe(2)
  expect(settled.err).toContain('the run was on the embedded reference service, which ended with it')
})
