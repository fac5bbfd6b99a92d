import { expect, test } from 'vitest'
import { shownAddress } from './shownAddress.js'

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
