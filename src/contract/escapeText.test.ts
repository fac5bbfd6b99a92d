import { expect, test } from 'vitest'
import { escapeText, safeJson } from './escapeText.js'

test('terminal escapes, bidi overrides and line separators are shown and do nothing', () => {
  expect(escapeText('a\u001b[31mred\u202eevil\u2066\u2028\r\n\u009b')).toBe(
    'a\\u001b[31mred\\u202eevil\\u2066\\u2028\\u000d\\u000a\\u009b',
  )
})

test('what nobody sees is shown: tags, fillers, joiners, other variation selectors', () => {
  const tags = [...'hi'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
  expect(escapeText(`a${tags}\u{e0001}\u{e0100}b`)).toBe('a\\udb40\\udc68\\udb40\\udc69\\udb40\\udc01\\udb40\\udd00b')
  expect(escapeText('\u3164\u115f\u034f\ufe00\u{1d173}\u{1fffe}')).toBe(
    '\\u3164\\u115f\\u034f\\ufe00\\ud834\\udd73\\ud83f\\udffe',
  )
  expect(escapeText('❤\ufe0f')).toBe('❤\ufe0f')
  expect(JSON.parse(safeJson({ tags }))).toEqual({ tags })
  expect(safeJson({ tags })).toMatch(/^[ -~]*$/)
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
