import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAjv } from '../contract/builtSpec.js'
import type { ContractSchema } from '../contract/contractSchema.js'
import type { Json } from '../profile/profile.js'
import { malformed, mistyped, outside, unlisted, type WrongValues } from './wrongValues.js'

const ajv = openAjv({ strict: false })

/** The contract takes none of them, whichever is drawn. */
function allWrong(schema: ContractSchema, wrong: WrongValues | null): readonly Json[] {
  const { edges, arbitrary } = wrong ?? { edges: [], arbitrary: fc.constant(null) }
  const isWrong = (value: Json): boolean => !ajv.validate(schema, value)
  expect(edges.filter((value) => !isWrong(value))).toEqual([])
  expect(new Set(edges.map((value) => JSON.stringify(value))).size).toBe(edges.length)
  fc.assert(fc.property(arbitrary, isWrong))
  return edges
}

test('what lies outside begins right beside the bounds, where there is one or two of them', () => {
  const both = { type: 'integer', minimum: 20, maximum: 200 }
  expect(allWrong(both, outside(both)).slice(0, 4)).toEqual([201, 19, 0, -25])
  const least = { type: 'integer', minimum: 1 }
  expect(allWrong(least, outside(least)).slice(0, 2)).toEqual([0, -6])
  const most = { type: 'number', maximum: 0.5 }
  expect(allWrong(most, outside(most))[0]).toBe(1.5)
  expect(() => outside({ type: 'integer' })).toThrow('no bounds')
})

test('a text is tried a letter too long and a letter too short', () => {
  const code = { type: 'string', minLength: 2, maxLength: 3 }
  expect(allWrong(code, outside(code))).toEqual(['oooo', 'o', ''])
  const some = { type: 'string', minLength: 1 }
  expect(allWrong(some, outside(some))).toEqual([''])
  expect(() => outside({ type: 'string' })).toThrow('no bounds')
})

test('a text of another form differs from a right one by a single sign first', () => {
  const uuid = { type: 'string', format: 'uuid' }
  const right = '123e4567-e89b-42d3-a456-426614174000'
  expect(allWrong(uuid, malformed(uuid, right, {}))).toEqual([
    '123e4567-e89b-42d3-a456-42661417400g',
    `${right}0`,
    right.slice(0, -1),
    'octospec',
  ])
  const country = { type: 'string', pattern: '^[A-Za-z]{2}$' }
  expect(allWrong(country, malformed(country, 'ES', {})).slice(0, 2)).toEqual(['E-', 'ESS'])
  const moment = { type: 'string', format: 'date-time' }
  expect(allWrong(moment, malformed(moment, '2027-03-01T09:30:00Z', {}))[0]).toBe('2027-03-01T09:30:00g')
  const page = { type: 'string', format: 'uri' }
  expect(allWrong(page, malformed(page, 'https://a.example/b', {}))).toEqual(['https://a.example/ ', 'octospec'])
  expect(() => malformed({ type: 'string' }, 'x', {})).toThrow('no form')
  expect(() => malformed({ type: 'string', format: 'ipv7' }, 'x', {})).toThrow('unknown format "ipv7"')
  // What the documents mean by a name goes before the standard.
  const shelf = { words: 'shelf', validate: (text: string) => text === 'A7', pattern: '', ways: () => [] }
  expect(malformed({ type: 'string', format: 'uuid' }, right, { uuid: shelf }).edges).toContain(`${right}0`)
  expect(malformed({ type: 'string', format: 'uuid' }, 'A7', { uuid: shelf }).edges).not.toContain('A7')
})

test('a text that is not listed is none that is written in another case either', () => {
  const schema = { type: 'string', enum: ['FIRST', 'REVISED'] }
  const wrong = unlisted(schema)
  expect(allWrong(schema, wrong)).toEqual(['octospec', 'FIRSTT', 'FIRS', ''])
  fc.assert(fc.property(wrong.arbitrary, (value) => !['FIRST', 'REVISED'].includes(String(value).trim().toUpperCase())))
  expect(unlisted({ enum: ['octospec', 'a'] }).edges).toEqual(['octospecc', 'octospe', ''])
  expect(() => unlisted({ type: 'string' })).toThrow('lists no texts')
  expect(() => unlisted({ enum: [1, 2] })).toThrow('lists no texts')
})

test('what is of another type is so with any bounds, and a right text in a list comes first', () => {
  for (const schema of [
    { type: 'string' },
    { type: 'boolean' },
    { type: 'integer' },
    { type: 'integer', minimum: 1 },
    { type: 'integer', maximum: -7 },
    { type: 'integer', minimum: 3, maximum: 3 },
  ])
    allWrong(schema, mistyped(schema))
  expect(allWrong({ type: 'string' }, mistyped({ type: 'string' }, true, 'right'))[0]).toEqual(['right'])
  expect(mistyped({ type: 'string' }, false, 'right')).toBeNull()
  expect(() => mistyped({ type: 'array' })).toThrow('is not known')
})
