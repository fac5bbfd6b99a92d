import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tryMain } from '../cli/testIo.test.data.js'

const folder = mkdtempSync(join(tmpdir(), 'octospec-special-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Milliseconds of computing that a refusal may take; the clock would also count what else the machine does. */
const soon = 4000
const head = 'target: { url: http://127.0.0.1:1 }\nbookable: [{ as: standard, productId: p, optionId: o }]\n'
const file = (name: string, text = ''): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** What the command line says of a profile, which it refuses in time, as wrong use. */
async function refusal(profile: string): Promise<string> {
  const began = process.cpuUsage()
  const { exit, err } = await tryMain(['doctor', '--offline', '--profile', profile])
  expect(exit).toBe(2)
  expect(err).toContain('error OCTOSPEC_PROFILE')
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(soon)
  return err
}

test.each([
  ['/dev/zero', 'found that it is no plain file, but a pipe or a device'],
  ['/dev/null', 'found that it is no plain file, but a pipe or a device'],
  ['/dev/random', 'found that it is no plain file, but a pipe or a device'],
  ['/proc/self/environ', 'found that it is a file of the system, not of a disk'],
  ['/proc/self/status', 'found that it is a file of the system, not of a disk'],
  ['/proc', 'found that it is a folder'],
])('%s is no profile', async (path, found) => {
  expect(await refusal(path)).toContain(found)
})

test('nothing of a file of the system is shown', async () => {
  expect(await refusal('/proc/self/environ')).not.toContain(process.env['PATH'] ?? 'PATH=')
})

test('a pipe that nobody writes into is refused, and not waited for', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  expect(await refusal(path)).toContain('found that it is no plain file, but a pipe or a device')
})

test('a socket and a directory are refused', async () => {
  const path = join(folder, 'socket')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(path, resolve))
  expect(await refusal(path)).toContain('found that it is no plain file, but a pipe or a device')
  await new Promise((resolve) => server.close(resolve))
  mkdirSync(join(folder, 'directory.yaml'))
  expect(await refusal(join(folder, 'directory.yaml'))).toContain('found that it is a folder')
})

test('a file of a gigabyte is refused, of which no more is read than a profile has', async () => {
  const path = file('large.yaml')
  truncateSync(path, 2 ** 30)
  const before = process.memoryUsage().rss
  expect(await refusal(path)).toContain('found that it is longer than 65536 bytes')
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20)
})

const keys = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}: 1\n`).join('')

test.each([
  ['200,000 keys', keys(200_000), 'found that it is longer than 65536 bytes'],
  ['as many keys as fit', keys(6000), 'k10: expected one of the keys'],
  ['one key as often as fits', head + 'a: 1\n'.repeat(12_000), "expected each key once but found 'a' a second time"],
  ['lists in lists', `${head}redact: ${'['.repeat(60_000)}`, 'expected valid YAML'],
  ['items in items', '- '.repeat(30_000), 'expected'],
  ['maps in maps', `${head}hold: ${'{a: '.repeat(3000)}1${'}'.repeat(3000)}`, 'nested deeper than any profile needs'],
  ['commas', `[${','.repeat(60_000)}`, 'expected valid YAML'],
  ['anchors', '&a '.repeat(20_000), 'expected valid YAML'],
  ['a long text', `${head}hold: "${'x'.repeat(20_000)}"`, 'a text of 20000 characters, more than any profile needs'],
  ['a long request', `${head}operations: { get: { request: "A${':'.repeat(16_000)}#" } }`, 'operations.get.request'],
])('%s: refused in time, in a message that can be read', async (_, text, found) => {
  const err = await refusal(file('p.yaml', text))
  expect(err).toContain(found)
  expect(err.split('\n').length).toBeLessThan(120)
})

test('a list of what a status is refused by, in the place of a status, is wrong like any other value', async () => {
  const err = await refusal(file('p.yaml', `${head}refusal: { statuses: [{ toString: 1 }] }\n`))
  expect(err).toContain('refusal.statuses.0: expected')
})

test('keys named like members of every object are keys like any other', async () => {
  const err = await refusal(file('p.yaml', `${head}__proto__: { polluted: true }\nconstructor: 1\ntoString: 1\n`))
  for (const key of ['__proto__', 'constructor', 'toString'])
    expect(err).toMatch(new RegExp(`p\\.yaml:\\d:1: ${key}: expected one of the keys`))
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
