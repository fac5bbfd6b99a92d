import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtFile, builtFrom } from './builtSpec.js'
import { departure, idsOf, publishedSchemas, shapeCompiler, shapeOf } from './publishedShape.js'

const wrong = [
  null,
  {},
  { type: 'plan', plan: { schemaVersion: 1, seed: 'x' } },
  { type: 'exchange', exchange: { n: 0, scenario: 7, request: { method: 'GET' }, response: { status: 'x' } } },
  { type: 'end', reason: 'bored', durationMs: -1, requests: 1.5 },
  { name: 'a', runs: [{ startedAt: '2026-02-30T00:00:00Z', verdict: 'fine' }] },
  { startedAt: '2026-02-30T00:00:00Z', endedAt: null, shard: { index: 1, of: 0 }, targets: 'all' },
  { schemaVersion: 1, verdict: 'fine', checks: [{ id: 'a', findings: [{ message: 3 }] }] },
]

// A bare `vitest` without dist/ leaves it out.
test.skipIf(!existsSync(builtFile('evidence.schema.json'))).each(publishedSchemas)(
  'what the build compiled of %s says the same of what is wrong as the schema',
  (file) => {
    const shape = shapeOf(file)
    const ajv = shapeCompiler(file, shape, { optimize: false })
    expect(builtFrom(file, shape)).toBeDefined()
    for (const id of idsOf(file))
      for (const value of wrong) {
        const validate = ajv.getSchema(id)
        const isRight = validate?.(value) === true
        const [first] = validate?.errors ?? []
        const said = isRight ? null : `${first?.instancePath || '/'} ${first?.message ?? ''}`
        expect([id, value, departure(file, value, id.split('#/$defs/')[1])]).toEqual([id, value, said])
      }
  },
)
