import { expect, test } from 'vitest'
import { uncheckedCertificates } from './uncheckedCertificates.js'

test('a certificate that Node.js was told not to check is said, where there is one', () => {
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  expect(uncheckedCertificates('https://a.example', env)).toEqual([expect.stringContaining('was not checked')])
  expect(uncheckedCertificates('http://127.0.0.1:1', env)).toEqual([])
  expect(uncheckedCertificates('https://a.example', {})).toEqual([])
  expect(uncheckedCertificates('https://a.example', { NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
})
