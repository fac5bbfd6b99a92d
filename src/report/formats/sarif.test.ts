import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reportOf } from '../../judge/report.test.data.js'
import { everyOutcome, noEvidence, renderedAs } from './formats.test.data.js'
import { openAjv } from './openAjv.test.data.js'

const report = everyOutcome()
const input = { report, evidence: noEvidence }

const require = createRequire(import.meta.url)

test('SARIF is what its schema says', async () => {
  // As Microsoft publishes it beside a matcher for another test runner; of draft 4 it has the spelling of its id alone.
  const file = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const { id: _id, $schema: _draft, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const isSarif = openAjv().compile(schema)
  for (const shown of [report, reportOf([]), { ...report, verdict: 'aborted' as const, problems: ['gone'] }]) {
    const sarif: unknown = JSON.parse(await renderedAs('sarif', { ...input, report: shown }))
    expect(isSarif(sarif) ? [] : isSarif.errors).toEqual([])
  }
  expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false)
})

test('SARIF names the profile as the place and the clause as the rule of each failure', async () => {
  const sarif: unknown = JSON.parse(await renderedAs('sarif', input))
  const place = { artifactLocation: { uri: 'profiles/sandbox.yaml', index: 0 }, region: { startLine: 1 } }
  expect(sarif).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        results: [
          { ruleId: '4.2/new-booking-on-hold', ruleIndex: 1, level: 'error', locations: [{ physicalLocation: place }] },
          { ruleId: '4.2/notes-mistyped-refused', level: 'warning' },
          { ruleId: '4.3/list-accepted', suppressions: [{ kind: 'external', justification: 'ticket 4711' }] },
        ],
      },
    ],
  })
})

test.each([
  ['/home/me/my profile.yaml', 'file:///home/me/my%20profile.yaml'],
  ['./a b/#1?.yaml', 'a%20b/%231%3F.yaml'],
])('SARIF makes a URI of the file %s', async (file, uri) => {
  const sarif = await renderedAs('sarif', { report: { ...report, profile: { file } }, evidence: noEvidence })
  expect(sarif).toContain(`"uri": "${uri}"`)
})
