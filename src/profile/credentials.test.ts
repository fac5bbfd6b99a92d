import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { authority, clientCertificate, clientKey } from '../wire/certificates.test.data.js'
import type { Profile } from './profile.js'
import { ProfileError } from './profileError.js'
import { readProfile } from './readProfile.js'
import { redactedProfile } from './recordedProfile.js'
import { looksLikeCredential, shownAddress } from './credentials.js'

const folder = mkdtempSync(join(tmpdir(), 'octospec-'))
writeFileSync(join(folder, 'ca.pem'), authority)
writeFileSync(join(folder, 'client.pem'), clientCertificate)
writeFileSync(join(folder, 'key.pem'), clientKey)
writeFileSync(join(folder, 'notes.txt'), 'top secret notes')

function read(target: object, more: object = {}, env: Record<string, string> = {}): Promise<Profile> {
  const whole = {
    target: { url: 'https://a.example', ...target },
    bookable: [{ as: 'standard', productId: 'p', optionId: 'o' }],
  }
  writeFileSync(join(folder, 'p.yaml'), JSON.stringify({ ...whole, ...more }))
  return readProfile({ keys, file: join(folder, 'p.yaml'), env: { KEY: clientKey, ...env }, now: new Date(0) })
}

async function wrong(...of: Parameters<typeof read>): Promise<string> {
  const error: unknown = await read(...of).then(
    () => 'nothing is wrong',
    (thrown: unknown) => thrown,
  )
  return error instanceof ProfileError ? error.message : String(error)
}

test('a user and a password of HTTP Basic are encoded, and what is encoded already stays as it is', async () => {
  const env = { USER: 'AG-1001', PASSWORD: 'pass:wörd' }
  const profile = await read({ headers: { authorization: 'Basic ${USER}:${PASSWORD}' } }, {}, env)
  const encoded = `Basic ${Buffer.from('AG-1001:pass:wörd').toString('base64')}`
  expect(profile.target.headers).toEqual({ authorization: encoded })
  expect(JSON.stringify(redactedProfile(profile, keys))).not.toMatch(/QUct|wörd/)
  expect((await read({ headers: { Authorization: encoded } })).target.headers).toEqual({ Authorization: encoded })
  expect((await read({ headers: { 'X-Basic': 'Basic a:b' } })).target.headers).toEqual({ 'X-Basic': 'Basic a:b' })
})

const headers = { Authorization: 'Bearer {token}' }
const token = { url: 'https://login.example/token', clientId: 'me', clientSecret: 'my-client-secret' }

test('certificates are read from beside the profile, or are PEM themselves, and nothing of them is recorded', async () => {
  const profile = await read({ tls: { ca: 'ca.pem', cert: 'client.pem', key: '${KEY}' } })
  expect(profile.tls).toEqual({ ca: authority, cert: clientCertificate, key: clientKey })
  expect(JSON.stringify(redactedProfile(profile, keys))).not.toMatch(/BEGIN|ca\.pem/)
})

test.each([
  [{ ca: 'none.pem' }, 'no such file'],
  [{ ca: 'notes.txt' }, 'PEM that can be used as ca'],
  [{ ca: 'key.pem' }, 'PEM that can be used as ca'],
  [{ cert: 'notes.txt', key: '${KEY}' }, 'PEM that can be used as cert'],
  [{ cert: 'client.pem' }, 'cert and key, one with the other'],
])(
  'a certificate that cannot be used is told before anything is sent, and nothing of the file: %j',
  async (tls, said) => {
    const message = await wrong({ tls })
    expect(message).toContain(said)
    expect(message).not.toContain('top secret')
  },
)

test.each<[string, Parameters<typeof read>, string]>([
  ['a token from nowhere', [{ headers }], 'a command in the variable OCTOSPEC_TOKEN_COMMAND'],
  ['a token that goes nowhere', [{ token }], 'where the token goes'],
  ['a secret in the clear', [{ headers, token: { ...token, url: 'http://login.example/token' } }], 'an https:// URL'],
  ['a host that is not pinned', [{ headers, token, hosts: ['a.example'] }], 'a host that target.hosts names'],
  ['a command in a profile', [{ headers, token: { command: 'rm -rf /' } }], 'target.token.command'],
  ['a second account that is the first', [{ headers, token }, { otherReseller: {} }], 'another account'],
])('%s is refused', async (_, of, said) => {
  expect(await wrong(...of)).toContain(said)
})

test('a token by client credentials or by a command is taken, and its secret recorded nowhere', async () => {
  const profile = await read(
    { headers, token, hosts: ['a.example', 'login.example'] },
    { otherReseller: { headers: { 'X-As': 'b' }, token } },
  )
  expect(profile.target.token).toEqual({ ...token, auth: 'basic' })
  expect(JSON.stringify(redactedProfile(profile, keys))).not.toContain('my-client-secret')
  const commanded = await read({ query: { key: '{token}' } }, {}, { OCTOSPEC_TOKEN_COMMAND: 'pass show octo' })
  expect(commanded.tokenCommands).toEqual({ reseller: 'pass show octo', other: null })
  expect(JSON.stringify(redactedProfile(commanded, keys))).not.toContain('pass show')
})

test.each([
  ['${BASE}', 'http://127.0.0.1:9401/v2'],
  ['https://${BASE}/octo', 'sandbox.supplier.example'],
  ['http://127.0.0.1:${BASE}', '9401'],
])('a variable that says where the target is, as in %s, is no secret', async (url, value) => {
  const { secrets } = await read({ url }, {}, { BASE: value })
  expect([...secrets]).toEqual([])
})

test.each([
  ['in a header too', { url: '${BASE}', headers: { 'X-Tenant': '${BASE}' } }, 'https://tenant-0815.example'],
  ['with a token in its path', { url: '${BASE}' }, 'https://supplier.example/t0k3n-a8f5c2e19b7d/octo'],
  ['as a token in its path', { url: 'https://supplier.example/${BASE}/octo' }, 'a8f5c2e19b7d44'],
])('a variable of the address stays a secret %s', async (_, target, value) => {
  const { secrets } = await read(target, {}, { BASE: value })
  expect([...secrets]).toEqual([['BASE', value]])
})

test.each([
  'Authorization',
  'X-Auth-User',
  'Cookie',
  'X-Api-Key',
  'apikey',
  'Subscription-Key',
  'access_token',
  'X-Signature',
  'jwt',
  'pwd',
])('%s is a credential by its look', (name) => expect(looksLikeCredential(name)).toBe(true))

test.each(['Idempotency-Key', 'WWW-Authenticate', 'Proxy-Authenticate', 'X-Author', 'Accept', 'Octo-Capabilities'])(
  '%s is none',
  (name) => expect(looksLikeCredential(name)).toBe(false),
)

test('a name that the profile declares is one, in any case', () => {
  expect(looksLikeCredential('X-Trace', ['x-trace'])).toBe(true)
  expect(looksLikeCredential('X-Trace', ['x-other'])).toBe(false)
})

test.each([
  ['https://user:secret@host/octo', 'https://[redacted]@host/octo'],
  ['https://user:se/cr@et@host', 'https://[redacted]@host'],
  ['user:secret@host', '[redacted]@host'],
  ['https://host/octo?key=secret&secret', 'https://host/octo?key=[redacted]&[redacted]'],
  ['https://host/octo/@v1', 'https://host/octo/@v1'],
  ['someone@example.com', 'someone@example.com'],
])('%s is shown as %s', (text, shown) => {
  expect(shownAddress(text)).toBe(shown)
})
