import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFile } from './specFile.js'

test('finds a file of spec from wherever this module runs', () => {
  expect(existsSync(specFile('transfers/clauses.yaml'))).toBe(true)
  expect(existsSync(specFile('transfers/lifecycle.yaml'))).toBe(true)
})
