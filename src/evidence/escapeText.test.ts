import { expect, test } from 'vitest'
import { escapeText, safeJson } from './escapeText.js'

test('terminal escapes, bidi overrides and line separators are shown and do nothing', () => {
  expect(escapeText('a\u001b[31mred\u202eevil\u2066\u2028\r\n\u009b')).toBe(
    'a\\u001b[31mred\\u202eevil\\u2066\\u2028\\u000d\\u000a\\u009b',
  )
})

test('half a surrogate pair is shown as an escape, a whole one as it is', () => {
  expect(escapeText('\ud83d \ude00 😀')).toBe('\\ud83d \\ude00 😀')
})

test('long text is cut and says how much was left out', () => {
  expect(escapeText('x'.repeat(12), 10)).toBe('xxxxxxxxxx… (2 more characters)')
})

test('ordinary text of any script stays as it is', () => {
  expect(escapeText('Zürich → 東京 עברית')).toBe('Zürich → 東京 עברית')
})

test('safe JSON holds the same value with nothing active in it', () => {
  const value = { text: 'a\u2028b\u202e\u001b\u007f', list: ['\ud800'] }
  const text = safeJson(value, 2)
  expect(JSON.parse(text)).toEqual(value)
  expect(text).toContain('a\\u2028b\\u202e\\u001b\\u007f')
  expect(text).toContain('\n')
})
