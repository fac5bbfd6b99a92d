// What a CI job needs of octospec, where nobody sits in front of it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startReference, type Reference } from '../../suites/transfers/reference/startReference.js'
import { formats } from '../report/formats.js'
import { main } from './main.js'
import { testIo, tryMain, type TestIo } from './testIo.test.data.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function started(options: Parameters<typeof startReference>[0] = {}): Promise<Reference> {
  const reference = await startReference(options)
  closing.push(() => reference.close())
  return reference
}

const all = formats.map(({ name }) => name).join(',')
const short = ['--only', 'transfers.accepted']
const lean = (url: string): string => `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`
const read = (io: TestIo, name: string): string => readFileSync(join(io.cwd, 'out', name), 'utf8')

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a run waits for a server that is only being started, and then begins', async () => {
  const port = await freePort()
  const io = testIo({ onErr: (text) => text.includes('until the target answers') && void started({ port }) })
  io.file('p.yaml', lean(`http://127.0.0.1:${port}`))
  expect(await main(['run', '--profile', 'p.yaml', ...short, '--ready-timeout', '20s'], io), io.both()).toBe(0)
})

test('a run that waited in vain says that nobody answers: exit 4', async () => {
  const port = await freePort()
  const files = { 'p.yaml': lean(`http://127.0.0.1:${port}`) }
  const { exit, err } = await tryMain(['run', '--profile', 'p.yaml', ...short, '--ready-timeout', '1s'], { files })
  expect(err).toContain('error OCTOSPEC_UNREACHABLE')
  expect(exit).toBe(4)
})

test('what answers while it waits is judged as it is: refused credentials end the run at once', async () => {
  const server = createServer((_request, response) => void response.writeHead(401).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  // A listening TCP server has an address.
  const files = { 'p.yaml': lean(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) }
  const { exit, err } = await tryMain(['run', '--profile', 'p.yaml', ...short, '--ready-timeout', '10m'], { files })
  expect(err).toContain('error OCTOSPEC_CREDENTIALS_REFUSED')
  expect(exit).toBe(2)
})

test.each([
  ['an option that there is none of', ['--sead', '3'], 'unknown'],
  ['a profile that is not there', ['--profile', 'none.yaml'], 'none.yaml'],
  ['a folder to take the failures of that holds no run', ['--reference', '--only', '.'], 'report.json'],
])('%s leaves the reports of no earlier run, and says why in each format', async (_what, wrong, why) => {
  const io = testIo()
  expect(await main(['run', '--reference', ...short, '--out', 'out', '--report', all], io)).toBe(0)
  const before = readdirSync(join(io.cwd, 'out')).sort()
  expect(await main(['run', ...wrong, `--out=out`, '--report', all], io), io.both()).toBe(2)
  expect(readdirSync(join(io.cwd, 'out')).sort()).toEqual(before)
  for (const name of ['report.json', 'report.html', 'junit.xml', 'report.md', 'ctrf.json'])
    expect(read(io, name), name).toContain(why)
})

test('on GitHub, what cannot begin is an error in the log and a summary, whether or not a folder is named', async () => {
  const io = testIo()
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(io.cwd, 'summary.md') }
  for (const argv of [
    ['--profile', 'none.yaml'],
    ['--seed', 'abc', '--out', 'out'],
    ['--profile', 'p.yaml'],
  ]) {
    const each = testIo({ cwd: io.cwd, env })
    each.file('p.yaml', lean(`http://127.0.0.1:${await freePort()}`))
    each.file('summary.md', '')
    expect([2, 4]).toContain(await main(['run', ...argv], each))
    expect(each.out().match(/^::error .*$/gm), each.both()).toHaveLength(1)
    expect(readFileSync(join(io.cwd, 'summary.md'), 'utf8')).toMatch(/^## ⏹️ octospec: aborted\. /)
  }
  expect(existsSync(join(io.cwd, 'reports'))).toBe(false)
})

test('--only with an earlier run runs what failed, with its seed, and nothing else', async () => {
  const reference = await started({ faults: ['transfers-refuse-gbp'] })
  const files = { 'octospec.yaml': lean(reference.url) }
  const { io } = await tryMain(['run', '--only', 'transfers.*', '--seed', '7', '--out', 'first'], { files })
  const again = testIo({ cwd: io.cwd })
  expect(await main(['run', '--only', 'first', '--out', 'out'], again), again.both()).toBe(1)
  const first: { checks: { id: string; outcome: string }[] } = JSON.parse(
    readFileSync(join(io.cwd, 'first', 'report.json'), 'utf8'),
  )
  const failed = first.checks.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id)
  expect(failed.length).toBeGreaterThan(0)
  expect(first.checks.length).toBeGreaterThan(failed.length)
  expect(JSON.parse(read(again, 'report.json'))).toMatchObject({
    seed: 7,
    only: failed,
    checks: failed.map((id) => ({ id, outcome: 'fail' })),
  })
})

test('--only with a run in which nothing failed is no success', async () => {
  const io = testIo()
  expect(await main(['run', '--reference', ...short, '--out', 'out'], io)).toBe(0)
  const again = testIo({ cwd: io.cwd })
  expect(await main(['run', '--reference', '--only', 'out'], again)).toBe(2)
  expect(again.err()).toContain('no check failed in out')
})

test('octospec.yaml is taken where no profile is named', async () => {
  const reference = await started()
  const { exit, err } = await tryMain(['run', ...short], { files: { 'octospec.yaml': lean(reference.url) } })
  expect(err).toContain(reference.url)
  expect(exit).toBe(0)
  const without = await tryMain(['run', ...short])
  expect(without.err).toContain('there is no octospec.yaml here')
  expect(without.exit).toBe(2)
})

test('a pattern that is nearly an id is told which', async () => {
  const { err } = await tryMain(['explain', '--checks', '--only', 'transfers.acepted'])
  expect(err).toContain('did you mean transfers.accepted?')
})

test('every check that asked for something took its time', async () => {
  const { io } = await tryMain(['run', '--reference', '--only', 'reserve.*', '--out', 'out', '--report', 'junit,ctrf'])
  const { checks }: { checks: { scenario: string | null; judged: number; durationMs: number }[] } = JSON.parse(
    read(io, 'report.json'),
  )
  const asked = checks.filter(({ scenario, judged }) => scenario !== null && judged > 0)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeGreaterThan(0)
})
