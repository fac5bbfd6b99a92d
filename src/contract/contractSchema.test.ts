import { expect, test } from 'vitest'
import { type ContractSchema, describeSchema } from './contractSchema.js'
import { describeValue } from './json.js'

const formats = { uuid: { words: 'UUID', validate: () => true, pattern: '', ways: () => [] } }
const described = (schema: ContractSchema): string =>
  describeSchema(schema, () => ({ type: 'integer', minimum: 20 }), formats)

test.each<[ContractSchema, string]>([
  [{ $ref: '#/x' }, 'integer of at least 20'],
  [{ const: 'KM' }, '"KM"'],
  [{ enum: ['A', 5] }, 'one of "A", 5'],
  [{ type: 'string', format: 'uuid' }, 'UUID'],
  [{ type: 'string', format: 'email' }, 'email'],
  [{ type: 'string', pattern: '^[A-Za-z]{2}$' }, 'two-letter code'],
  [{ type: 'string', pattern: '^x$' }, 'text that matches ^x$'],
  [{ type: 'string', minLength: 1 }, 'non-empty string'],
  [{ type: 'string', minLength: 2 }, 'string'],
  [{ type: 'integer', minimum: 20, maximum: 200 }, 'integer from 20 to 200'],
  [{ type: 'number', minimum: 0 }, 'number of at least 0'],
  [{ type: 'number', maximum: 9 }, 'number of at most 9'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{}, 'a value'],
])('%j asks for %s', (schema, words) => {
  expect(described(schema)).toBe(words)
})

test.each<[unknown, string]>([
  [undefined, 'nothing'],
  [null, 'null'],
  [[], 'an empty array'],
  [[1, 2, 3], 'an array of 3'],
  [{ a: 1 }, 'an object'],
  [12.5, '12.5'],
  [false, 'false'],
  ['25', '"25"'],
  ['x'.repeat(80), `"${'x'.repeat(80)}"`],
  ['x'.repeat(81), `"${'x'.repeat(80)}"… (81 characters)`],
])('%j is described as %s', (value, words) => {
  expect(describeValue(value)).toBe(words)
})
