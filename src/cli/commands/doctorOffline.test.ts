import { join } from 'node:path'
import { expect, test } from 'vitest'
import { authority, clientCertificate, clientKey } from '../../wire/certificates.test.data.js'
import { specFile } from '../../contract/specFile.js'
import { tryMain } from '../testIo.test.data.js'

test('a good profile ends with 0 and says what it lacks', async () => {
  const good = await tryMain(['doctor', '--offline', '--profile', specFile('transfers/profiles/partner.yaml')])
  expect(good).toMatchObject({ exit: 0, err: '' })
  const files = {
    'p.yaml': 'target: { url: http://127.0.0.1:1 }\nbookable: [{ as: standard, productId: p, optionId: o }]\n',
  }
  const lean = await tryMain(['doctor', '--offline', '--profile', 'p.yaml'], { files })
  expect(lean.out).toContain(
    'it has no bookable.standard.defaultCurrency, otherReseller, bookable.late, bookable.closing, bookable.soldOut, bookable.other, operations.list.values.otherType, clock, redeem',
  )
})

test('a bad profile ends with 2 and all of its problems', async () => {
  const files = { 'p.yaml': 'target: { url: 5 }\nbokable: {}\n' }
  const { exit, err } = await tryMain(['doctor', '--offline', '--profile', 'p.yaml'], { files })
  expect(err).toContain('p.yaml:1:16: target.url:')
  expect(err).toContain("did you mean 'bookable'?")
  expect(exit).toBe(2)
})

const pinned = (hosts: string): string =>
  `target: { url: 'https://a.example:8443/x', hosts: ${hosts}, headers: { Authorization: '\${TOKEN}' } }\nbookable: [{ as: standard, productId: p, optionId: o }]\n`
const env = { TOKEN: 'a-secret-of-mine' }

test('where each variable goes is said before anything is sent, by doctor --offline, by run and by doctor', async () => {
  const line = 'TOKEN is sent to https://a.example:8443: header Authorization of every request'
  const checked = await tryMain(['doctor', '--offline', '--profile', 'p.yaml'], {
    files: { 'p.yaml': pinned('[A.example:8443]') },
    env,
  })
  expect(checked.out).toContain(line)
  expect(checked.out).not.toContain('a-secret-of-mine')
  expect(checked.exit).toBe(0)
  const near = pinned('null').replace('a.example:8443', '127.0.0.1:1')
  const tls = { ...env, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const run = await tryMain(['run', '--profile', 'p.yaml'], { files: { 'p.yaml': near }, env: tls })
  expect(run.err).toContain('TOKEN is sent to https://127.0.0.1:1: header Authorization of every request')
  expect(run.err).toContain('warning: NODE_TLS_REJECT_UNAUTHORIZED=0')
  expect(run.exit).toBe(4)
  const doctor = await tryMain(['doctor', '--profile', 'p.yaml'], { files: { 'p.yaml': near }, env })
  expect(doctor.err).toContain('TOKEN is sent to https://127.0.0.1:1: header Authorization of every request')
  expect(doctor.exit).toBe(4)
})

test('which file is read for connections to which host is said by doctor --offline, by run and by doctor', async () => {
  const near = pinned('null').replace('a.example:8443', '127.0.0.1:1')
  const text = near.replace('hosts:', 'tls: { ca: ca.pem, cert: client.pem, key: key.pem }, hosts:')
  const files = { 'p.yaml': text, 'ca.pem': authority, 'client.pem': clientCertificate, 'key.pem': clientKey }
  for (const argv of [
    ['doctor', '--offline', '--profile', 'p.yaml'],
    ['run', '--profile', 'p.yaml'],
    ['doctor', '--profile', 'p.yaml'],
  ]) {
    const { io } = await tryMain(argv, { files, env })
    expect(io.both()).toContain(`${join(io.cwd, 'ca.pem')} is read as the trusted authorities for https://127.0.0.1:1`)
    expect(io.both()).toContain(`${join(io.cwd, 'client.pem')} is read as the certificate for https://127.0.0.1:1`)
    expect(io.both()).toContain(`${join(io.cwd, 'key.pem')} is read as the key for https://127.0.0.1:1`)
  }
})

test.each([
  ['doctor', '--offline', '--profile', 'p.yaml'],
  ['run', '--profile', 'p.yaml'],
])('a host that the profile does not pin is refused by %s', async (...argv) => {
  const { exit, err } = await tryMain(argv, { files: { 'p.yaml': pinned('[b.example, a.example]') }, env })
  expect(err).toContain('p.yaml:1:16: target.url: expected a host that target.hosts names (b.example, a.example)')
  expect(err).toContain("found 'a.example:8443'")
  expect(exit).toBe(2)
})

test('a pinned host cannot be got around with --target', async () => {
  const files = { 'p.yaml': pinned("['a.example:8443']") }
  const { exit, err } = await tryMain(['run', '--profile', 'p.yaml', '--target', 'https://b.example'], { files, env })
  expect(err).toContain('<command line>: target.url: expected a host that target.hosts names (a.example:8443)')
  expect(exit).toBe(2)
})
