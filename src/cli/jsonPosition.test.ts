import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPointer } from '../contract/jsonPointer.js'
import { jsonPosition } from './jsonPosition.js'

const text = `{
  "a": [1, {"b/c": "x,}]\\"", "": null}],
  "a~": {"n": -1.5e3 },
  "d": true, "d": false
}
`
test.each([
  ['', 1, 1],
  ['/a', 2, 8],
  ['/a/0', 2, 9],
  ['/a/1', 2, 12],
  ['/a/1/b~1c', 2, 20],
  ['/a/1/', 2, 34],
  ['/a~0/n', 3, 15],
  ['/d', 4, 19],
])('%j is at line %i, column %i', (pointer, line, column) => {
  expect(jsonPosition(text, pointer)).toEqual({ line, column })
})

test('what is not there is told by what would hold it', () => {
  expect(jsonPosition(text, '/a/1/none/deeper')).toEqual({ line: 2, column: 12 })
  expect(jsonPosition(text, '/a/7')).toEqual({ line: 2, column: 8 })
})

test('whatever the JSON and however it is written, the text from there on begins with the value', () => {
  const paths = (value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] => [
    path,
    ...(Array.isArray(value)
      ? value.flatMap((item: unknown, index) => paths(item, [...path, index]))
      : typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, item]) => paths(item, [...path, name]))
        : []),
  ]
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 1, 4), (given, indent) => {
      const written = JSON.stringify(given, null, indent)
      const value: unknown = JSON.parse(written)
      for (const path of paths(value)) {
        const { line, column } = jsonPosition(written, toPointer(path))
        const lines = written.split('\n')
        const rest = [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join('\n')
        const wanted = path.reduce<unknown>((here, token) => Reflect.get(Object(here) as object, token), value)
        const shown = JSON.stringify(wanted)
        expect(rest.replaceAll(/\s/g, '').startsWith(shown.replaceAll(/\s/g, ''))).toBe(true)
      }
    }),
  )
})
