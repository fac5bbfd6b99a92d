import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Expectation } from './expectation.js'
import { saidOf } from './saidOf.js'

/** Written by `npm run mutation` just before. */
const file = process.env['OCTOSPEC_MUTATION_EXPECTED'] ?? 'reports/mutation/suites.expected.json'
// The only writer is expectations.ts.
const expected = JSON.parse(readFileSync(file, 'utf8')) as readonly Expectation[]

test.each(expected)('$title', async (expectation) => {
  expect(await saidOf(expectation)).toMatchObject(expectation.said)
})
