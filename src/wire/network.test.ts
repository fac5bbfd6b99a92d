import { expect, test } from 'vitest'
import { uncheckedCertificates } from './network.js'

const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
const to = (url: string): Parameters<typeof uncheckedCertificates>[0] => ({ target: { url }, otherReseller: null })
const token = { url: 'https://login.example/token', clientId: 'a', clientSecret: 'b', auth: 'basic' } as const

test('a certificate that Node.js was told not to check is said, where there is one', () => {
  expect(uncheckedCertificates(to('https://a.example'), unchecked)).toEqual([
    expect.stringContaining('the certificate of the target was not checked'),
  ])
  expect(uncheckedCertificates(to('http://127.0.0.1:1'), unchecked)).toEqual([])
  expect(uncheckedCertificates(to('https://a.example'), {})).toEqual([])
  expect(uncheckedCertificates(to('https://a.example'), { NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
})

test('so is that of who gives tokens, and that of a proxy, though the target itself has none', () => {
  const plain = 'http://a.example'
  for (const profile of [
    { target: { url: plain, token }, otherReseller: null },
    { target: { url: plain }, otherReseller: { token } },
  ])
    expect(uncheckedCertificates(profile, unchecked)).toEqual([expect.stringContaining('of who gives tokens was not')])
  expect(uncheckedCertificates(to(plain), { ...unchecked, HTTP_PROXY: 'HTTPS://proxy.example' })).toEqual([
    expect.stringContaining('of the proxy was not'),
  ])
  expect(uncheckedCertificates(to(plain), { ...unchecked, HTTP_PROXY: 'http://proxy.example' })).toEqual([])
})
