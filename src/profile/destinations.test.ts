import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { destinations } from './destinations.js'
import { readProfile } from './readProfile.js'

const env: Record<string, string> = { A: 'aaaa-secret', B: 'bbbb-secret', C: 'c', HOST: 'evil.example', EMPTY: '' }

async function read(
  text: string,
  overrides: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<readonly string[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'octospec-')), 'p.yaml')
  writeFileSync(file, text)
  return destinations(await readProfile({ keys, file, env: { ...env, ...more }, now: new Date(0), overrides }))
}

test('each variable is named with the host that it is sent to and every place in a request', async () => {
  const text = `target: { url: 'https://a.example/x', headers: { Authorization: 'Bearer \${A}', X: '\${A} \${A}', Y: '$\${B}' } }
otherReseller: { headers: { Authorization: '\${B}' } }
bookable: [{ as: standard, productId: '\${C}', optionId: o, reserve: { list: [{ deep: '\${B}' }] } }, { as: late, productId: p, optionId: o, availability: { who: '\${B}' } }]
operations:
  list: { headers: { H: '\${A}' }, query: { key: '\${B}' } }
  reserve: { body: { a/b: '\${EMPTY}' } }
`
  expect(await read(text)).toEqual([
    'A is sent to https://a.example: header Authorization of every request; header X of every request; header H of list',
    'B is sent to https://a.example: header Authorization of every request of the second reseller; body of reserve at /list/0/deep; body of availability at /who; query parameter key of list',
    'C is sent to https://a.example: wherever bookable.0.productId is used',
    'EMPTY is sent to https://a.example: body of reserve at /a~1b',
  ])
})

test('a host that a variable makes is named as it becomes, and one of the command line takes its place', async () => {
  const text = `target: { url: 'https://\${HOST}/', headers: { K: '\${A}' } }
bookable: [{ as: standard, productId: p, optionId: o }]
`
  expect(await read(text)).toEqual([
    'HOST is sent to https://evil.example: address of every request',
    'A is sent to https://evil.example: header K of every request',
  ])
  expect(await read(text, { 'target.url': 'http://127.0.0.1:8080' })).toEqual([
    'A is sent to http://127.0.0.1:8080: header K of every request',
  ])
})

test('a test control at another address is named with what goes there', async () => {
  const text = `target: { url: 'https://a.example/x' }
bookable: [{ as: standard, productId: p, optionId: o }]
clock: { url: 'https://\${HOST}:8443/lab', headers: { Authorization: '\${A}' }, request: POST /clock, minutes: 'body:/minutes' }
redeem: { url: /, headers: { K: '\${B}' }, request: 'POST /redeem/{id}' }
`
  expect(await read(text)).toEqual([
    'HOST is sent to https://evil.example:8443: address of clock',
    'A is sent to https://evil.example:8443: header Authorization of clock',
    'B is sent to https://a.example: header K of redeem',
  ])
})

test('where a token is asked for and where it goes is named, also without a variable', async () => {
  const text = `target:
  url: https://a.example/x
  headers: { Authorization: 'Bearer {token}' }
  query: { key: '\${C}' }
  token: { url: 'https://login.example/token', clientId: me, clientSecret: '\${A}' }
otherReseller: { token: { url: 'https://other.example/token', clientId: b, clientSecret: '\${B}' } }
bookable: [{ as: standard, productId: p, optionId: o }]
`
  expect(await read(text)).toEqual([
    'C is sent to https://a.example: query parameter key of every request',
    'A is sent to https://login.example: target.token',
    'B is sent to https://other.example: otherReseller.token',
    'the token from https://login.example is sent to https://a.example: header Authorization of every request',
    'the token from https://other.example is sent to https://a.example: header Authorization of every request of the second reseller',
  ])
})

test("so is what the user's own command prints", async () => {
  const text = `target: { url: 'https://a.example/x', headers: { Authorization: 'Bearer {token}' } }
bookable: [{ as: standard, productId: p, optionId: o }]
`
  expect(await read(text, {}, { OCTOSPEC_TOKEN_COMMAND: 'print it' })).toEqual([
    'what the command of OCTOSPEC_TOKEN_COMMAND prints is sent to https://a.example: header Authorization of every request',
  ])
})
