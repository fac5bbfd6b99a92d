import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPlace } from './jsonPlace.js'

test.each([
  ['{"a":}', 1, 6, "expected a value but found '}'"],
  ['{\n  "a": 1,\n}', 3, 1, "expected a name in double quotes but found '}'"],
  ['[1 2]', 1, 4, "expected a comma or ] but found '2'"],
  ['{"a" 1}', 1, 6, "expected a colon but found '1'"],
  ['{"a": "x\ny"}', 1, 7, "expected a value but found '\"'"],
  ['{"a": 1', 1, 8, 'expected a comma or } but found the end of the text'],
  ['', 1, 1, 'expected a value but found the end of the text'],
  ['{} x', 1, 4, "expected the end but found 'x'"],
  ['NaN', 1, 1, "expected a value but found 'NaN'"],
  ['[01]', 1, 2, "expected a value or ] but found '01'"],
])('%j is no JSON at %i:%i: %s', (text, line, column, message) => {
  expect(jsonPlace(text)).toEqual({ line, column, message })
})

test('whatever JSON.parse takes has no such place, and the other way round', () => {
  const almost = fc
    .tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', ',', '}', ']', '"', '\\', '1', '-', '.', 'e', ' ', 'n', '\n'),
      fc.nat(2),
    )
    .map(
      ([text, at, piece, cut]) =>
        text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + cut),
    )
  fc.assert(
    fc.property(almost, (text) => {
      let parses = true
      try {
        JSON.parse(text)
      } catch {
        parses = false
      }
      expect(jsonPlace(text) === null).toBe(parses)
    }),
    { numRuns: 2000 },
  )
})
