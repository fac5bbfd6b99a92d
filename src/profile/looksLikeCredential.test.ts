import { expect, test } from 'vitest'
import { looksLikeCredential } from './looksLikeCredential.js'

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
