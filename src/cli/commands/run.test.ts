import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { specFile } from '../../contract/specFile.js'
import { startReference } from '../../../suites/transfers/reference/startReference.js'
import { main } from '../main.js'
import { targetWith } from '../faultyTarget.test.data.js'
import { testIo, tryMain } from '../testIo.test.data.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A profile of a target that follows the defaults and has nothing beside them. */
function lean(url: string, more = ''): string {
  return `target: { url: '${url}', headers: { Authorization: Bearer reference-token-a } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
${more}`
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  // A listening TCP server has an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a list of checks is printed without a target, and chosen by --only', async () => {
  const { exit, out } = await tryMain(['explain', '--checks', '--only', 'transfers.accepted'])
  expect(exit).toBe(0)
  expect(out).toMatch(/^transfers\.accepted\tmust\t4\.1\/transfers-accepted\t.+\n$/)
})

test('a pattern that matches nothing ends with 2', async () => {
  const { exit, err } = await tryMain(['run', '--reference', '--only', 'nothing.like-this'])
  expect(err).toContain('error OCTOSPEC_NOTHING_SELECTED')
  expect(exit).toBe(2)
})

test('a served reference service conforms: exit 0', async () => {
  const reference = await startReference()
  closing.push(() => reference.close())
  const profile = specFile('transfers/profiles/reference.yaml')
  const only = ['--only', 'transfers.*', '--only', 'pricing.*']
  const { exit, out, err, io } = await tryMain(['run', '--profile', profile, '--target', reference.url, ...only])
  expect(err).toMatch(/^\d+ checks by \d+ scenarios, with at most \d+ bookings?, on http/)
  expect(out).toMatch(/^verdict {3}no failures in the \d+ requests of a partial run\. \d+ checks: .*\(exit 0\)$/m)
  expect(exit).toBe(0)
  const [folder = ''] = readdirSync(join(io.cwd, 'reports'))
  expect(folder).toMatch(/^127\.0\.0\.1-\d+-\d{8}-\d{6}$/)
  expect(readdirSync(join(io.cwd, 'reports', folder))).toEqual(
    expect.arrayContaining(['exchanges.ndjson', 'report.json']),
  )
})

test('a fault fails: exit 1, with clause, expected, received, exchange and how to see it again', async () => {
  const target = await targetWith({ faults: ['transfers-refuse-gbp'] })
  const argv = ['run', ...target, '--only', 'transfers.accepted', '--out', 'here', '--verbose']
  const { exit, out, io } = await tryMain(argv)
  expect(exit).toBe(1)
  expect(out).toContain('FAIL  transfers.accepted')
  expect(out).toContain('clause 4.1/transfers-accepted (must): ')
  expect(out).toMatch(/expected: .+\n +received: .+\n +where: request \d+/)
  expect(out).toContain('--only transfers.accepted --seed ')
  expect(out).toMatch(/^verdict {3}fails\. .*\(exit 1\)$/m)
  const report: unknown = JSON.parse(readFileSync(join(io.cwd, 'here', 'report.json'), 'utf8'))
  expect(report).toMatchObject({ verdict: 'fails', evidence: { file: 'exchanges.ndjson' } })
})

test('a target without clock and second reseller is unverified: exit 3, unless allowed', async () => {
  const reference = await startReference()
  closing.push(() => reference.close())
  const files = { 'p.yaml': lean(reference.url, 'limits: { concurrency: 8 }\n') }
  const argv = ['run', '--profile', 'p.yaml', '--only', 'hold.*', '--verbose']
  const unverified = await tryMain(argv, { files })
  expect(unverified.exit).toBe(3)
  expect(unverified.out).toMatch(/clauses? not checked\n(?:.+\n)+? {4}do: .+/)
  const allowed = await tryMain([...argv, '--allow-untested', 'hold.*'], { files })
  expect(allowed.exit).toBe(0)
})

test('a URL that does not answer ends with 4 and leaves nothing behind', async () => {
  const { exit, err, io } = await tryMain(['run', '--profile', 'p.yaml'], {
    files: { 'p.yaml': lean('http://127.0.0.1:1') },
  })
  expect(err).toContain('error OCTOSPEC_UNREACHABLE: POST http://127.0.0.1:1/availability got no answer')
  expect(exit).toBe(4)
  expect(existsSync(join(io.cwd, 'reports'))).toBe(false)
})

test.each([
  [401, 'application/json', '{}', 'OCTOSPEC_CREDENTIALS_REFUSED'],
  [200, 'text/html', '<!doctype html><h1>Welcome</h1>', 'OCTOSPEC_NOT_AN_API'],
])('HTTP %i with %s to the first request ends with 2', async (status, type, body, code) => {
  const url = await serve((_request, response) => void response.writeHead(status, { 'content-type': type }).end(body))
  const { exit, err } = await tryMain(['run', '--profile', 'p.yaml'], { files: { 'p.yaml': lean(url) } })
  expect(err).toContain(`error ${code}: POST ${url}/availability answered HTTP ${status}`)
  expect(exit).toBe(2)
})

test.each([
  ['no such file', {}, 'p.yaml: expected a YAML file that can be read but found no such file'],
  ['a YAML syntax error', { 'p.yaml': 'target: [\n' }, 'p.yaml:2:1: expected valid YAML'],
  ['an unknown key', { 'p.yaml': lean('http://a', 'opertions: {}\n') }, 'p.yaml:3:1: opertions: '],
  ['an unset variable', { 'p.yaml': lean('http://a/${NOT_SET}') }, 'the environment variable NOT_SET to be set'],
])('a profile with %s ends with 2 before anything is sent', async (_what, files, message) => {
  const { exit, err, out } = await tryMain(['run', '--profile', 'p.yaml'], { files })
  expect(err).toMatch(/^error OCTOSPEC_PROFILE: /)
  expect(err).toContain(message)
  expect(err).not.toMatch(/\n\s+at /)
  expect(out).toBe('')
  expect(exit).toBe(2)
})

test('a folder that cannot be written ends with 2 before anything is sent', async () => {
  const { exit, err } = await tryMain(['run', '--reference', '--out', 'file'], { files: { file: '' } })
  expect(err).toMatch(/^error OCTOSPEC_OUTPUT: cannot write .*file: a file is in the way/)
  expect(exit).toBe(2)
})

test('Ctrl-C ends a run early: cleaned up, reported as aborted, exit 4; a second one ends it at once', async () => {
  let begun = false
  const io = testIo({
    onErr: (text) => {
      if (!begun && /^ {2}\d+ of \d+ scenarios/.test(text)) {
        begun = true
        io.interrupt()
      }
      if (text.includes('cleaning up')) io.interrupt()
    },
  })
  const exit = await main(['run', '--reference', '--out', 'here'], io)
  expect(exit).toBe(4)
  expect(io.exits).toEqual([4])
  expect(io.out()).toMatch(/^verdict {3}aborted\. the run was interrupted by SIGINT\. .*\(exit 4\)$/m)
  expect(io.out().split('interrupted by SIGINT')).toHaveLength(2)
  const text = readFileSync(join(io.cwd, 'here', 'report.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ verdict: 'aborted', problems: ['the run was interrupted by SIGINT'] })
})

test('a secret in the address stands in no file of the run, which follows from its evidence all the same', async () => {
  const { exit, io } = await tryMain(['run', '--profile', 'p.yaml', '--out', 'out', '--report', 'html,junit,har'], {
    env: { TENANT: 'tenant-4f1c09aa7b' },
    files: {
      'p.yaml': `target: { url: 'http://127.0.0.1:9/\${TENANT}/octo' }\nbookable: [{ as: standard, productId: p, optionId: o }]`,
    },
  })
  expect(exit).toBe(4)
  const folder = join(io.cwd, 'out')
  const names = readdirSync(folder)
  expect(names).toContain('report.html')
  expect(names.filter((name) => readFileSync(join(folder, name), 'utf8').includes('tenant-4f'))).toEqual([])
  const verified = await tryMain(['verify', 'out'], { cwd: io.cwd })
  expect(verified.exit, verified.out).toBe(0)
})

test('whoever ends a run at once is told what cleans up after it', async () => {
  const reference = await startReference()
  closing.push(() => reference.close())
  const io = testIo({
    onErr: (text) => {
      if (!/^ {2}[1-9]\d* of \d+ scenarios/.test(text) || io.exits.length > 0) return
      io.interrupt()
      io.interrupt()
    },
  })
  io.file('p.yaml', lean(reference.url))
  await main(['run', '--profile', 'p.yaml', '--only', 'reserve.*', '--out', 'my run'], io)
  expect(io.exits).toEqual([4])
  expect(io.err()).toContain("whatever it has booked is ended by: octospec resume 'my run' --cancel-all\n")
})
