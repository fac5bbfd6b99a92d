import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReference, type Reference } from '../../../suites/transfers/reference/startReference.js'
import { specFile } from '../../contract/specFile.js'
import type { FleetIndex, FleetRun } from '../../fleet/fleetFolder.js'
import { runFleet } from '../../library/runFleet.js'
import { main } from '../main.js'
import { testIo, type TestIo, type TestIoOptions } from '../testIo.test.data.js'

const bin = join(dirname(specFile('')), 'bin', 'octospec.js')
const built = existsSync(join(dirname(specFile('')), 'dist', 'bundle', 'main.js'))
const only = ['--only', 'transfers.accepted', '--only', 'transfers.field-*', '--only', '4.1/currency-asked-is-priced']

let good: Reference
let faulty: Reference
beforeAll(async () => {
  good = await startReference()
  faulty = await startReference({ faults: ['transfers-refuse-gbp'] })
})
afterAll(async () => {
  await Promise.all([good.close(), faulty.close()])
})

function profile(url: string, token = 'reference-token-a'): string {
  return `target: { url: '${url}', headers: { Authorization: 'Bearer ${token}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
}

/** A folder with profiles and the file of a fleet. */
function fleetOf(files: Readonly<Record<string, string>>): string {
  const io = testIo()
  for (const [name, text] of Object.entries(files)) io.file(name, text)
  return io.cwd
}

async function octospec(
  cwd: string,
  argv: readonly string[],
  options: TestIoOptions = {},
): Promise<{ readonly exit: number; readonly io: TestIo }> {
  const io = testIo({ cwd, ...options })
  return { exit: await main(argv, io), io }
}

function indexOf(cwd: string, folder = 'fleet'): FleetIndex {
  const index: unknown = JSON.parse(readFileSync(join(cwd, folder, 'index.json'), 'utf8'))
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true })
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(readFileSync(specFile('fleet.schema.json'), 'utf8')))
  expect(validate(index) ? [] : validate.errors).toEqual([])
  // What the schema says of it was held just now.
  return index as FleetIndex
}

function lastRuns({ targets }: FleetIndex): ReadonlyMap<string, FleetRun> {
  return new Map(targets.flatMap(({ name, runs }) => runs.slice(-1).map((run) => [name, run])))
}

/** An index without what two passes through the same fleet cannot have alike. */
function timeless(index: FleetIndex): unknown {
  const times = ['pass', 'startedAt', 'endedAt', 'durationMs', 'folder']
  return JSON.parse(JSON.stringify(index, (key, value: unknown) => (times.includes(key) ? '' : value)))
}

test('a profile that is wrong and a target that is down are told, and keep none of the others from being run', async () => {
  const cwd = fleetOf({
    'wrong.yaml': 'target: { ur: x }',
    'down.yaml': profile('http://127.0.0.1:9'),
    'good.yaml': profile(good.url),
    'suppliers.yaml': 'targets: [wrong.yaml, down.yaml, missing.yaml, good.yaml]',
  })
  const { exit, io } = await octospec(cwd, ['fleet', 'suppliers.yaml', ...only])
  expect(exit, io.both()).toBe(3)
  expect(io.out()).toMatch(/^targets {3}4: 3 aborted, 1 (conforms|unverified)$/m)
  const runs = lastRuns(indexOf(cwd))
  expect(runs.get('wrong')?.headline).toContain('target.ur')
  expect(runs.get('missing')?.headline).toContain('no such file')
  expect(runs.get('down')?.headline).toContain('ECONNREFUSED')
  expect(runs.get('good')?.failing).toEqual([])
  const page = readFileSync(join(cwd, 'fleet', 'index.html'), 'utf8')
  expect(page.indexOf('>down<')).toBeLessThan(page.indexOf('>good<'))
  for (const [name, { folder }] of runs) {
    expect(page).toContain(`href="runs/${name}/${folder}/report.html"`)
    expect(existsSync(join(cwd, 'fleet', 'runs', name, folder, 'report.html'))).toBe(true)
  }
  expect(page).not.toContain('<script')
})

test('from a program, less than one target at once is one', async () => {
  const cwd = fleetOf({ 'wrong.yaml': 'target: { ur: x }', 'fleet.yaml': 'targets: [wrong.yaml]' })
  const ran = await runFleet({ fleet: 'fleet.yaml', out: 'fleet', cwd, env: {}, concurrency: 0 })
  expect([...ran.runs.keys()]).toEqual(['wrong'])
})

test('the next pass says what broke since the last one, and what was mended, and keeps the trend', async () => {
  const cwd = fleetOf({ 'a.yaml': profile(good.url), 'b.yaml': profile(faulty.url) })
  const pass = async (a: string, b: string, ...more: string[]): Promise<number> => {
    writeFileSync(
      join(cwd, 'fleet.yaml'),
      `targets: [{ profile: a.yaml, target: '${a}' }, { profile: b.yaml, target: '${b}' }]`,
    )
    return (await octospec(cwd, ['fleet', 'fleet.yaml', ...only, ...more])).exit
  }
  expect(await pass(good.url, faulty.url)).toBe(1)
  expect(readFileSync(join(cwd, 'fleet', 'index.html'), 'utf8')).toContain('no run before this one to compare with')
  const past = await octospec(cwd, ['diff', '--history', 'fleet'])
  expect(past.io.out(), past.io.both()).toContain('2 runs')
  expect(await pass('http://127.0.0.1:9', faulty.url)).toBe(1)
  expect(await pass(faulty.url, good.url, '--keep', '2')).toBe(1)
  const runs = lastRuns(indexOf(cwd))
  // The pass in which it was down says nothing of what broke.
  expect(runs.get('a')?.since?.newFailures).toContain('transfers.accepted')
  expect(runs.get('b')?.since?.mended).toContain('transfers.accepted')
  expect(indexOf(cwd).targets.map(({ runs: all }) => all.map(({ verdict }) => verdict))).toEqual([
    [expect.not.stringMatching('fails'), 'aborted', 'fails'],
    ['fails', 'fails', expect.not.stringMatching('fails')],
  ])
  const text = readFileSync(join(cwd, 'fleet', 'index.html'), 'utf8').replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('something broke in 1, something was mended in 1')
  expect(text).toContain('1 new failure: transfers.accepted')
  // Of the first pass the trend alone is left.
  expect(readdirSync(join(cwd, 'fleet', 'runs', 'a')).length).toBe(3)
})

test('the secret of a target goes to no other, and stands in nothing that is written or said', async () => {
  const tokens = ['reference-token-a', 'reference-token-b'] as const
  const cwd = fleetOf({
    'a.yaml': profile(good.url, '${TOKEN}'),
    'b.yaml': profile(faulty.url, '${TOKEN}'),
    'a.env': `TOKEN=${tokens[0]}`,
    'b.env': `TOKEN=${tokens[1]}`,
    'apart.yaml': 'targets: [{ profile: a.yaml, envFile: a.env }, { profile: b.yaml, envFile: b.env }]',
    'alike.yaml': 'targets: [a.yaml, b.yaml]',
    'shared.yaml': 'share: [TOKEN]\ntargets: [a.yaml, b.yaml]',
    'unset.yaml': 'targets: [{ profile: a.yaml, envFile: none.env }]',
  })
  const env = { TOKEN: tokens[0] }
  const apart = await octospec(cwd, ['fleet', 'apart.yaml', '--out', 'apart', ...only], { env })
  expect(apart.exit, apart.io.both()).toBe(1)
  const texts = readdirSync(join(cwd, 'apart'), { recursive: true, encoding: 'utf8', withFileTypes: true }).flatMap(
    (entry) => (entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'utf8')] : []),
  )
  expect(texts.length).toBeGreaterThan(8)
  for (const token of tokens) {
    expect(apart.io.both()).not.toContain(token)
    expect(texts.filter((text) => text.includes(token))).toEqual([])
  }
  // Each was let in, so each was sent its own: the service knows them as different resellers.
  expect([...lastRuns(indexOf(cwd, 'apart')).values()].map(({ verdict }) => verdict)).not.toContain('aborted')
  const alike = await octospec(cwd, ['fleet', 'alike.yaml', '--out', 'alike', ...only], { env })
  expect(alike.exit).toBe(2)
  expect(alike.io.err()).toMatch(/OCTOSPEC_FLEET[^]*TOKEN would be sent to several hosts: see a.yaml and b.yaml/)
  expect(existsSync(join(cwd, 'alike'))).toBe(false)
  expect((await octospec(cwd, ['fleet', 'shared.yaml', '--out', 'shared', ...only], { env })).exit).toBe(1)
  await octospec(cwd, ['fleet', 'unset.yaml', '--out', 'unset', ...only], { env })
  expect(lastRuns(indexOf(cwd, 'unset')).get('a')?.headline).toContain('none.env cannot be read: there is no such file')
})

test.skipIf(process.platform === 'win32')('variables that are a pipe or a device keep no target waiting', async () => {
  const cwd = fleetOf({
    'a.yaml': profile('http://127.0.0.1:9'),
    'f.yaml':
      'targets: [{ name: pipe, profile: a.yaml, envFile: pipe }, { name: zero, profile: a.yaml, envFile: /dev/zero }]',
  })
  execFileSync('mkfifo', [join(cwd, 'pipe')])
  await octospec(cwd, ['fleet', 'f.yaml', '--out', 'out', ...only])
  const runs = lastRuns(indexOf(cwd, 'out'))
  for (const name of ['pipe', 'zero']) expect(runs.get(name)?.headline).toContain('a pipe or a device')
})

test('a file that is wrong is told as a whole, with its places, before anything is sent', async () => {
  const cwd = fleetOf({
    'fleet.yaml': `targets:
  - good.yaml
  - { profil: a.yaml }
  - { profile: good.yaml }
  - { profile: x.yaml, name: '../out' }
  - { profile: y.yaml, envFile: 3 }
shares: []
`,
    'empty.yaml': 'targets: []',
    'text.yaml': 'nothing',
  })
  const { exit, io } = await octospec(cwd, ['fleet', 'fleet.yaml'])
  expect(exit).toBe(2)
  for (const said of [
    "targets.1.profil: expected one of the keys name, profile, target, envFile, allowUntested but found 'profil'; did you mean 'profile'?",
    "targets.2: expected a name of its own: give it one with 'name', as targets.0 has it already",
    'targets.3.name: expected a name of letters, digits, dots and dashes but found "../out"',
    'targets.4.envFile: expected a text that is not empty but found the number 3',
    "shares: expected one of the keys targets, share but found 'shares'; did you mean 'share'?",
  ])
    expect(io.err()).toContain(said)
  expect((await octospec(cwd, ['fleet', 'empty.yaml'])).io.err()).toContain('targets: expected a list of profiles')
  expect((await octospec(cwd, ['fleet', 'text.yaml'])).io.err()).toContain("expected a map with the key 'targets'")
  expect((await octospec(cwd, ['fleet', 'none.yaml'])).io.err()).toContain('there is no such file')
  const own = join(cwd, 'mine')
  expect((await octospec(cwd, ['fleet', 'fleet.yaml', '--shard', '5/4'])).exit).toBe(2)
  expect(existsSync(own)).toBe(false)
})

test('a folder with files of somebody else is left alone', async () => {
  const cwd = fleetOf({ 'good.yaml': profile(good.url), 'fleet.yaml': 'targets: [good.yaml]', 'index.html': 'mine' })
  const { exit, io } = await octospec(cwd, ['fleet', 'fleet.yaml', '--out', '.', ...only])
  expect(exit).toBe(2)
  expect(io.err()).toContain('OCTOSPEC_OUTPUT')
  expect(readFileSync(join(cwd, 'index.html'), 'utf8')).toBe('mine')
})

test.skipIf(process.platform === 'win32').each(['runs', 'runs/good', 'passes', 'passes/1-of-1'])(
  'a folder of a fleet whose %s is a link leads to no file outside of it',
  async (link) => {
    const cwd = fleetOf({ 'good.yaml': profile(good.url), 'fleet.yaml': 'targets: [good.yaml]' })
    for (const folder of ['elsewhere', 'fleet/passes', 'fleet/runs']) mkdirSync(join(cwd, folder), { recursive: true })
    rmSync(join(cwd, 'fleet', link), { recursive: true, force: true })
    symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'fleet', link))
    const { exit, io } = await octospec(cwd, ['fleet', 'fleet.yaml', ...only])
    expect([exit, io.err()]).toEqual([2, expect.stringContaining(`fleet/${link}: it is a symbolic link`)])
    expect(readdirSync(join(cwd, 'elsewhere'))).toEqual([])
  },
)

test('Ctrl-C ends it early, and the same command goes on from there', async () => {
  const cwd = fleetOf({
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`t${n}.yaml`, profile(good.url)])),
    'fleet.yaml': 'targets: [t1.yaml, t2.yaml, t3.yaml, t4.yaml]',
  })
  const io = testIo({ cwd })
  const { service } = good
  const handle = service.handle.bind(service)
  let requests = 0
  service.handle = (call) => {
    requests += 1
    if (requests === 12) io.interrupt()
    return handle(call)
  }
  try {
    expect(await main(['fleet', 'fleet.yaml', ...only], io), io.both()).toBe(4)
  } finally {
    service.handle = handle
  }
  expect(io.out()).toContain('give the same command once more to go on from here')
  expect(existsSync(join(cwd, 'fleet', 'index.html'))).toBe(false)
  const again = await octospec(cwd, ['fleet', 'fleet.yaml', ...only])
  expect(again.io.out()).toContain('targets   4: ')
  expect(indexOf(cwd).targets.map(({ runs }) => runs.length)).toEqual([1, 1, 1, 1])
})

// `npm test` builds first.
test.skipIf(!built)(
  'in shards as processes, one of them killed and gone on with, and merged, a fleet has the same index as in one process',
  async () => {
    const servers = [good, faulty, await startReference({ dialect: 'partner' })]
    const [killing] = servers
    if (killing === undefined) throw new Error('there is no server')
    const files: Record<string, string> = {}
    const names = ['a', 'b', 'c', 'd']
    for (const [at, name] of names.entries()) files[`${name}.yaml`] = profile(servers[at % 2]?.url ?? '')
    files['partner.yaml'] = readFileSync(specFile('transfers/profiles/partner.yaml'), 'utf8')
    files['fleet.yaml'] = `targets: [${names.map((name) => `${name}.yaml`).join(', ')}, wrong.yaml,
  { profile: partner.yaml, target: '${servers[2]?.url ?? ''}' }]`
    files['wrong.yaml'] = 'bookable: 3'
    const cwd = fleetOf(files)
    const env = { PARTNER_KEY: 'partner-key-a', PARTNER_KEY_B: 'partner-key-b' }
    const some = ['--only', 'transfers.accepted', '--only', 'cancel.confirmed-*', '--only', 'cancel.reason-*']
    const start = (index: number): { kill: () => void; ended: Promise<{ code: number | null; said: string }> } => {
      const argv = ['fleet', 'fleet.yaml', '--shard', `${index}/2`, '--out', `shard${index}`, ...some]
      const given = { ...process.env, ...env, OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other' }
      const child = spawn(process.execPath, [bin, ...argv], { cwd, env: given, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
      return {
        kill: () => child.kill('SIGKILL'),
        ended: once(child, 'close').then(() => ({ code: child.exitCode, said })),
      }
    }
    try {
      const { service } = killing
      const handle = service.handle.bind(service)
      let reserved = 0
      let most = Infinity
      let shards: readonly ReturnType<typeof start>[] = []
      service.handle = (call) => {
        if (call.operation === 'reserve') reserved += 1
        if (reserved === most) for (const shard of shards) shard.kill()
        return handle(call)
      }
      const whole = await octospec(cwd, ['fleet', 'fleet.yaml', '--out', 'whole', ...some], { env })
      expect(whole.exit, whole.io.both()).toBe(1)
      // In the second of the two targets that this server is: what it booked until then stays behind.
      most = reserved / 2 + 2
      reserved = 0
      shards = [start(1), start(2)]
      const first = await Promise.all(shards.map(({ ended }) => ended))
      service.handle = handle
      expect(first.map(({ code }) => code)).toContain(null)
      const early = await octospec(cwd, ['fleet', '--merge', 'shard1', 'shard2', '--out', 'merged'])
      expect(early.exit).toBe(2)
      expect(early.io.err()).toMatch(/OCTOSPEC_FLEET: shard [^\n]*stopped before its end/)
      const second = await Promise.all([start(1), start(2)].map(({ ended }) => ended))
      expect(second.map(({ said }) => said).join('')).toContain('going on with the pass of')
      expect(second.map(({ said }) => said).join('')).toMatch(
        /was killed: of \d+ bookings that it left, \d+ are ended now/,
      )
      const { exit, io } = await octospec(cwd, ['fleet', '--merge', 'shard2', 'shard1', '--out', 'merged'])
      expect(exit, io.both()).toBe(1)
      expect(timeless(indexOf(cwd, 'merged'))).toEqual(timeless(indexOf(cwd, 'whole')))
      expect((await octospec(cwd, ['fleet', '--merge', 'shard1', '--out', 'half'])).io.err()).toContain(
        'these are the shards 1 of 2',
      )
    } finally {
      await servers[2]?.close()
    }
  },
)
