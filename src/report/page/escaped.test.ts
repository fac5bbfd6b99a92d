import { expect, test } from 'vitest'
import { bounded, escaped, lines } from '../escape.js'
import { hostile } from './sampleReport.test.data.js'

test('text in a template cannot leave its place, in content and in a quoted attribute', () => {
  expect(String(escaped`<p title="${'"><b>'}">${"<i>'&"}</p>`)).toBe(
    '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;&#39;&amp;</p>',
  )
})

test('markup of another template stays markup, lists are joined, nothing gives nothing', () => {
  expect(String(escaped`<ul>${[1, 2].map((n) => escaped`<li>${n}</li>`)}${null}${undefined}${false}</ul>`)).toBe(
    '<ul><li>1</li><li>2</li></ul>',
  )
})

test('what is active in a text is shown as an escape', () => {
  const shown = String(escaped`${hostile}`)
  expect(shown).not.toMatch(/[<>\u001b\u202e\u2066\u2028\u0000\ud800]/)
  expect(shown).toContain('\\u001b[31m\\u202eevil\\u2066\\u2028\\u0000\\ud800')
})

test('no text is longer than its bound', () => {
  expect(String(escaped`${'x'.repeat(1_000_000)}`).length).toBeLessThan(2100)
  expect(String(bounded('x'.repeat(100), 10))).toBe('xxxxxxxxxx… (90 more characters)')
})

test('lines keep their ends, everything else that is active is shown', () => {
  expect(String(lines('a\r\nb\t<c>\n\u2028', 100))).toBe('a\nb\\u0009&lt;c&gt;\n\\u2028')
  expect(String(lines('abcdef', 4))).toBe('abcd\n… (2 more characters)')
})
