import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFile } from './specFile.js'

test('finds a file of spec from wherever this module runs', () => {
  expect(existsSync(specFile('clauses.yaml'))).toBe(true)
  expect(existsSync(specFile('lifecycle.yaml'))).toBe(true)
})
