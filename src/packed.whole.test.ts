// octospec as others get it: the packed package in a project of its own, used by each of its doors.
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { specFile } from './contract/specFile.js'

const root = specFile('..')
const built = existsSync(join(root, 'dist', 'bundle', 'index.js'))
let project: string
let packed: { readonly size: number; readonly entryCount: number }

interface Ended {
  readonly exit: number
  readonly said: string
}

function command(program: string, argv: readonly string[], cwd: string): Promise<Ended> {
  // What vitest tells its own children is not for the vitest of the project.
  const env = { PATH: process.env['PATH'] ?? '', HOME: cwd, NO_COLOR: '1' }
  return new Promise((resolve) => {
    const child = execFile(program, argv, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (_error, out, err) => {
      resolve({ exit: child.exitCode ?? -1, said: out + err })
    })
  })
}
const node = (...argv: string[]): Promise<Ended> => command(process.execPath, argv, project)

/** What a test file of the project begins with: a server of its own, and the profile of it. */
const server = (faults: readonly string[]): string => `import { startReference } from 'octospec'
const server = await startReference({ faults: ${JSON.stringify(faults)} })
const options = { profile: 'octospec.yaml', url: () => server.url, only: ['transfers.*'] }
`

beforeAll(async () => {
  if (!built) return
  project = mkdtempSync(join(tmpdir(), 'octospec-packed-'))
  const { exit, said } = await command(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--silent', '--pack-destination', project, root],
    project,
  )
  expect(exit, said).toBe(0)
  ;[packed = packed] = JSON.parse(said.slice(said.indexOf('['))) as [typeof packed]
  const { name, version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly dependencies: object
  }
  expect((await command('tar', ['xzf', `${name}-${version}.tgz`], project)).exit).toBe(0)
  mkdirSync(join(project, 'node_modules'))
  renameSync(join(project, 'package'), join(project, 'node_modules', name))
  // What npm would install beside it, from here.
  for (const each of [...Object.keys(dependencies), 'vitest', '@types/node']) {
    mkdirSync(dirname(join(project, 'node_modules', each)), { recursive: true })
    symlinkSync(join(root, 'node_modules', each), join(project, 'node_modules', each))
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(project, 'octospec.yaml'),
    `target: { url: 'http://127.0.0.1:1', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`,
  )
}, 120_000)

describe.runIf(built)('from a project that has octospec installed', { timeout: 120_000 }, () => {
  test('the package is small', () => {
    expect(packed.size).toBeLessThan(1_000_000)
    expect(packed.entryCount).toBeLessThan(310)
  })

  test('what its pages lead to is in it, but for pictures and what is said to be in the repository', () => {
    const home = join(project, 'node_modules', 'octospec')
    const pages = ['README.md', 'SECURITY.md', ...readdirSync(join(home, 'docs')).map((name) => join('docs', name))]
    const dead = pages.flatMap((page) =>
      readFileSync(join(home, page), 'utf8')
        .split('\n')
        .filter((line) => !/in the repository|^!\[/.test(line))
        .flatMap((line) => [...line.matchAll(/\]\(([^)\s#]+)/g)].map(([, link = '']) => link))
        .filter((link) => !/^(https?|mailto):/.test(link) && !existsSync(join(home, dirname(page), link))),
    )
    expect(dead).toEqual([])
  })

  test('the command runs', async () => {
    const { exit, said } = await node(
      'node_modules/octospec/bin/octospec.js',
      'run',
      '--reference',
      '--only',
      'transfers.*',
    )
    expect(said).toContain('verdict   no failures in the ')
    expect(exit).toBe(0)
  })

  test('the library runs, compares, verifies and validates', async () => {
    writeFileSync(
      join(project, 'library.mjs'),
      `${server([])}
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { nearlyRequest, payload, request } from 'octospec/fast-check'
import { compareReports, gateOn, outcomesOf, proveSuites, readReport, recognise, pack, runSuites, validatePayload, verifyRun } from 'octospec'
const ran = await runSuites({ profile: options.profile, only: options.only, overrides: { 'target.url': server.url }, out: 'library' })
assert.equal(ran.report.summary.checks.fail, 0)
assert.deepEqual((await verifyRun('library')).problems, [])
const report = readReport('library')
assert.deepEqual(compareReports(report, ran.report).newFailures, [])
assert.equal(gateOn(report, ran.report).fresh.length, 0)
const [found] = recognise(pack.contract, pack.payloads, { status: 'ON_HOLD', cancellable: 1, expirationMinutes: 5, pricing: {} })
assert.equal(found.kind, 'booking')
assert.ok(validatePayload(pack.contract, pack.payloads[found.kind], found.value).some(({ pointer }) => pointer === '/cancellable'))
fc.assert(fc.property(payload('booking'), (value) => validatePayload(pack.contract, pack.payloads.booking, value).length === 0), { numRuns: 20 })
assert.equal(fc.sample(request('reserve'), 5).length + fc.sample(nearlyRequest('extend'), 5).length, 10)
const outcomes = []
for await (const { outcome } of outcomesOf({ profile: options.profile, only: options.only, overrides: { 'target.url': server.url }, out: 'told' })) outcomes.push(outcome)
assert.ok(outcomes.includes('pass') && !outcomes.includes('fail'))
const { rows } = await proveSuites({ only: ['transfers-refuse-gbp'], dialect: 'default', threads: 1 })
assert.deepEqual(rows.map(({ holds, name }) => [holds, name]), [[true, 'transfers-refuse-gbp']])
const proving = new AbortController()
const proven = []
await assert.rejects(proveSuites({ only: ['transfers-refuse-*'], threads: 1, signal: proving.signal, onRow: (row) => {
  proven.push(row)
  proving.abort(new Error('one is enough'))
} }), /one is enough/)
assert.equal(proven.length, 1)
await assert.rejects(runSuites({ profile: options.profile, overrides: { 'target.url': server.url }, out: 'cut', signal: AbortSignal.abort() })
  .then(({ report: { verdict } }) => { throw new Error(verdict) }), /aborted/)
await server.close()
console.log('all of it')
`,
    )
    const { exit, said } = await node('library.mjs')
    expect(said).toContain('all of it')
    expect(exit).toBe(0)
  })

  test('its types are whole, for a program that is strict', async () => {
    writeFileSync(
      join(project, 'typed.ts'),
      `import { gateOn, readReport, runSuites, type Report } from 'octospec'
import { conformance, type ConformanceOptions } from 'octospec/vitest'
import fc from 'fast-check'
import { nearlyPayload } from 'octospec/fast-check'
const options: ConformanceOptions = { profile: 'octospec.yaml', url: async () => 'http://127.0.0.1', only: ['transfers.*'] }
conformance(options)
conformance({ ...options, signal: AbortSignal.timeout(1000) })
const before: Report = readReport('before')
export const fresh: readonly string[] = gateOn(before, (await runSuites(options)).report).fresh
export const pointers: readonly string[] = fc.sample(nearlyPayload('booking'), 1).flatMap(({ errors }) => errors.map(({ pointer }) => pointer))
// @ts-expect-error a profile must be named
conformance({})
`,
    )
    const strict = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node', 'typed.ts']
    const { said } = await node(join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...strict)
    expect(said.split('\n').filter((line) => /^(typed|node_modules\/octospec)/.test(line))).toEqual([])
  })

  test('octospec/vitest has a test for each check: with a fault, those of its clause fail, and no others', async () => {
    writeFileSync(
      join(project, 'conformance.test.js'),
      `${server(['transfers-refuse-gbp'])}
import { afterAll } from 'vitest'
import { conformance } from 'octospec/vitest'
conformance(options)
afterAll(() => server.close())
`,
    )
    const { said } = await node('node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--no-cache')
    const { testResults }: JsonReport = JSON.parse(said.slice(said.indexOf('{"numTotal')))
    const results = testResults.flatMap(({ assertionResults }) => assertionResults)
    const of = (status: string): string[] => results.flatMap((each) => (each.status === status ? [each.title] : []))
    expect(of('failed').map((title) => title.split(':')[0])).toEqual(['transfers.accepted'])
    expect(of('failed')[0]).toMatch(/ \[4\.1\/transfers-accepted\]$/)
    expect(of('passed')).toContain('the run comes to its end')
    const failure = results.find(({ status }) => status === 'failed')?.failureMessages[0]
    expect(failure).toContain('clause 4.1/transfers-accepted (must): ')
    expect(failure).toMatch(/ {2}received: .*\n {2}where: request \d+/)
  })

  test('vitest -t runs what the tests it leaves need, and nothing else', async () => {
    writeFileSync(
      join(project, 'chosen.test.js'),
      `${server([])}
import { afterAll } from 'vitest'
import { conformance } from 'octospec/vitest'
conformance({ ...options, only: [], out: 'chosen' })
afterAll(() => server.close())
`,
    )
    const { exit, said } = await node(
      'node_modules/vitest/vitest.mjs',
      'run',
      'chosen',
      '-t',
      '4.1/transfers-accepted',
      '--no-cache',
    )
    expect(exit, said).toBe(0)
    const report = JSON.parse(readFileSync(join(project, 'chosen', 'report.json'), 'utf8')) as { only: string[] }
    expect(report.only).toEqual(['transfers.accepted', 'transfers.accepted-each-day'])
  })
})

/** As much of vitest's report as is read here. */
interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}
