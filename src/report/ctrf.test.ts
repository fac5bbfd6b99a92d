import { validate } from 'ctrf'
import { expect, test } from 'vitest'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

test('CTRF is what the public schema says, with counts that agree', async () => {
  const ctrf: unknown = JSON.parse(await renderedAs('ctrf', input))
  expect(validate(ctrf)).toMatchObject({ valid: true })
  expect(ctrf).toMatchObject({
    results: { summary: { tests: 7, passed: 1, failed: 2, skipped: 1, pending: 1, other: 2, suites: 4 } },
  })
  expect(ctrf).toHaveProperty('results.tests.0.duration', 1230)
})
