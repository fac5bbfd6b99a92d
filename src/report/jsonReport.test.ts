import { expect, test } from 'vitest'
import { runOnReference } from '../proof/runOnReference.js'
import { jsonReport } from './formats.js'

test('a received value of a megabyte is cut and says so, and nothing active stands in the file', async () => {
  const { report } = await runOnReference({ plan: { only: ['transfers.accepted'] } })
  const [check] = report.checks
  expect(check).toBeDefined()
  const hostile = { message: '\u001b[2J', expected: 'x', received: 'y\u202e'.repeat(500_000), exchange: 1, pointer: '' }
  const text = jsonReport({ ...report, checks: check === undefined ? [] : [{ ...check, findings: [hostile] }] })
  expect(text.length).toBeLessThan(200_000)
  expect(text).not.toMatch(/[\u001b\u202e]/)
  expect(JSON.parse(text).checks[0].findings[0].received).toMatch(/… \(998040 more characters\)$/)
})
