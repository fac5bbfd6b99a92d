import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { specFile } from '../contract/specFile.js'
import type { Json } from '../profile/profile.js'
import { runOnReference } from '../proof/runOnReference.js'
import { evidenceLineOf } from './readEvidence.js'

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, formats: { 'date-time': true } })
const schema = ajv.compile(JSON.parse(readFileSync(specFile('evidence.schema.json'), 'utf8')))

test('every line of a run is what the schema says', async () => {
  const { evidence } = await runOnReference({
    faults: ['reserve-accepts-201-minutes'],
    plan: { effort: 'low', only: ['reserve.*', 'hold.*'] },
    profile: { clock: null },
  })
  const types = new Set(evidence.map(({ type }) => type))
  for (const type of ['plan', 'exchange', 'trial', 'done', 'pending', 'bookings', 'end', 'smallest'])
    expect(types).toContain(type)
  for (const line of evidence) {
    const read: Json = JSON.parse(JSON.stringify(line)) as Json
    expect(evidenceLineOf(read, 'x:1')).toEqual(read)
    expect(schema(read), JSON.stringify(schema.errors)).toBe(true)
  }
})

test('a line that is none is refused with its place and what is wrong', () => {
  const refused = (line: Json): unknown => {
    try {
      return evidenceLineOf(line, 'e:7')
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
  }
  expect(refused({ type: 'plan', plan: { schemaVersion: 2 } })).toContain('e:7: the evidence has schema version 2')
  expect(refused({ type: 'plan' })).toContain(
    'e:7: the line is none that octospec wrote: / must have required property',
  )
  expect(refused({ type: 'exchange' })).toContain("must have required property 'exchange'")
  expect(refused({ type: 'done', scenario: 5 })).toContain('/scenario must be string')
  expect(refused({ type: 'done', scenario: 'a', later: 1 })).toEqual({ type: 'done', scenario: 'a', later: 1 })
  for (const none of [null, 5, 'plan', [], {}, { type: 'none' }, { type: ['plan'] }])
    expect(refused(none)).toBe('e:7: the line is of no known type')
})
