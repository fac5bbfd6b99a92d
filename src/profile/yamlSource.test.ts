import { expect, test } from 'vitest'
import { tooDeepAt } from './yamlSource.js'

test('what is nested deeper than any profile or description is told with its place', () => {
  expect(tooDeepAt(`a: 1\nb: ${'['.repeat(200)}`)).toEqual({ line: 2, column: 104 })
  expect(tooDeepAt(`a: 1\nb: ${'{"a": '.repeat(200)}`)).toMatchObject({ line: 2 })
  expect(tooDeepAt(`[\n`.repeat(200))).toEqual({ line: 101, column: 1 })
  expect(tooDeepAt(`a:\n${'- '.repeat(200)}1`)).toEqual({ line: 2, column: 201 })
  expect(tooDeepAt(`${'? '.repeat(200)}1`)).toMatchObject({ line: 1 })
  const blocks = Array.from({ length: 300 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
  expect(tooDeepAt(blocks)).toEqual({ line: 202, column: 201 })
})

test('what is long and not deep is none of that', () => {
  expect(tooDeepAt('')).toBeNull()
  expect(tooDeepAt('- {a: [1, {b: 2}]}\n'.repeat(5000))).toBeNull()
  expect(tooDeepAt('}'.repeat(5000) + '{'.repeat(100))).toBeNull()
  expect(tooDeepAt(`# ${'-'.repeat(500)}\n${'-'.repeat(500)}\n${'a: '.repeat(500)}`)).toBeNull()
})
