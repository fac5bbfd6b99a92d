import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearlyPayload, nearlyRequest, payload, request } from './fastCheck.js'
import { pack, validatePayload } from './index.js'

const kinds = Object.entries(pack.payloads)
const runs = { numRuns: 60, seed: 1 }

test.each(kinds)('payloads of kind %s conform, and hardly one in ten is made in vain', (kind, known) => {
  let made = 0
  const counted = { ...known, mend: (value: unknown) => ((made += 1), known.mend?.(value) ?? value) }
  const values = fc.sample(payload(kind), runs)
  expect(values.flatMap((value) => validatePayload(pack.contract, known, value))).toEqual([])
  const raw = fc.sample(pack.contract.arbitrary(known.schema, { capability: true }), runs)
  const kept = raw.filter((value) => validatePayload(pack.contract, known, counted.mend(value)).length === 0)
  expect(made).toBe(raw.length)
  expect(kept.length).toBeGreaterThan(raw.length * 0.9)
})

test.each(kinds)('payloads that are nearly of kind %s depart from the contract, and differ in how', (kind, known) => {
  const found = fc.sample(nearlyPayload(kind), runs)
  for (const { value, errors } of found) expect(validatePayload(pack.contract, known, value)).toEqual(errors)
  expect(found.every(({ errors }) => errors.length > 0)).toBe(true)
  const clauses = new Set(found.flatMap(({ errors }) => errors.map(({ clause }) => clause)))
  expect(clauses.size).toBeGreaterThanOrEqual(kind === 'availability' ? 1 : 4)
})

const taking = pack.contract.operations.flatMap(({ id, takes }) => (takes === null ? [] : [[id, takes] as const]))

test.each(taking)('bodies of requests to %s conform, and nearly do', (operation, schema) => {
  const errors = (value: unknown): unknown => validatePayload(pack.contract, { schema }, value)
  const bodies = fc.sample(request(operation), runs)
  expect(bodies.flatMap(errors)).toEqual([])
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBeGreaterThan(runs.numRuns / 2)
  const nearly = fc.sample(nearlyRequest(operation), runs)
  expect(nearly.every((each) => each.errors.length > 0)).toBe(true)
  for (const { value, errors: found } of nearly) expect(errors(value)).toEqual(found)
})

test('without the capability, options have no price', () => {
  const [one] = fc.sample(payload('option', { capability: false }), { numRuns: 1, seed: 1 })
  expect(validatePayload(pack.contract, pack.payloads['option'] ?? { schema: '' }, one, { capability: false })).toEqual(
    [],
  )
})

test('a kind that there is none of is told', () => {
  expect(() => payload('banana')).toThrow("there is no payload 'banana': take of transfer, option")
  expect(() => request('get')).toThrow("there is no body of a request to 'get': take of transfers, ")
})
