import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parsedSpec, parsedSpecFile, readSpec } from './builtSpec.js'
import { specFile } from './specFile.js'

test('finds a file of spec from wherever this module runs', () => {
  expect(existsSync(specFile('transfers/clauses.yaml'))).toBe(true)
  expect(existsSync(specFile('transfers/lifecycle.yaml'))).toBe(true)
})

const names = ['openapi.yaml', 'capability.overlay.yaml', 'clauses.yaml', 'lifecycle.yaml', 'impacts.yaml'].map(
  (name) => `transfers/${name}`,
)

test.each(names)('%s reads the same as its source, parsed at build time or now', (name) => {
  const source: unknown = parse(readFileSync(specFile(name), 'utf8'))
  expect(readSpec(name)).toEqual(source)
  expect(JSON.parse(parsedSpec(name))).toMatchObject({ content: source })
})

// A bare `vitest` without dist/ leaves this out.
test.skipIf(!existsSync(parsedSpecFile('transfers/clauses.yaml')))(
  'the build parses what is read at each start',
  () => {
    expect(names.filter((name) => !existsSync(parsedSpecFile(name)))).toEqual([])
  },
)
