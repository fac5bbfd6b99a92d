import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import { runOnReference } from '../proof/runOnReference.js'
import type { Report } from '../judge/report.js'
import { jsonReport } from './formats.js'

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)
const validate = ajv.compile(JSON.parse(readFileSync(specFile('report.schema.json'), 'utf8')))

/** As a run writes it; only there does the report name its evidence. */
function written(report: Report): unknown {
  return JSON.parse(jsonReport({ ...report, evidence: { ...report.evidence, file: 'x', sha256: '0'.repeat(64) } }))
}

function errorsOf(report: unknown): unknown {
  return validate(report) ? [] : validate.errors
}

test('the report of a run is what the published schema says', async () => {
  const { report } = await runOnReference({ plan: { effort: 'low' } })
  expect(errorsOf(written(report))).toEqual([])
})

test('a report with failures, waivers, allowed and untested checks is what the published schema says', async () => {
  const { report } = await runOnReference({
    dialect: 'partner',
    faults: ['transfers-refuse-gbp'],
    plan: { effort: 'low', only: ['transfers.*', '1.3/*'], allowUntested: ['*'] },
    profile: {
      clock: null,
      operations: { extend: null },
      waive: [{ check: 'transfers.*', reason: 'known', until: '2999-01-01' }],
    },
  })
  expect(errorsOf(written(report))).toEqual([])
  expect(report.checks.some(({ findings }) => findings.length > 0)).toBe(true)
  expect(report.checks.some(({ waived }) => waived !== undefined)).toBe(true)
  expect(report.checks.some(({ allowed }) => allowed === true)).toBe(true)
})

test('a smoke run is what the published schema says', async () => {
  const { report } = await runOnReference({ faults: ['transfers-refuse-gbp'], plan: { effort: 'smoke' } })
  expect(report).toMatchObject({ verdict: 'fails', smoke: {} })
  expect(errorsOf(written(report))).toEqual([])
})

test('a finding may name the steps that led to it', async () => {
  const { report } = await runOnReference({ plan: { only: ['transfers.accepted'] } })
  const finding = { message: 'm', expected: 'e', received: null, exchange: 3, pointer: '', steps: [1, 2, 3] }
  const checks = report.checks.map((check) => ({ ...check, findings: [finding] }))
  expect(errorsOf(written({ ...report, checks }))).toEqual([])
})

test('a report with a member that is not described is not what the schema says', async () => {
  const { report } = await runOnReference({ plan: { only: ['transfers.accepted'] } })
  expect(errorsOf({ ...report, extra: 1 })).not.toEqual([])
})
