import { expect, test } from 'vitest'
import { pass } from '../suite/judgement.js'
import type { Registry } from '../suite/suite.js'
import { selectChecks } from './plan.js'

const check = (id: string, clause: string) => ({
  kind: 'sweep' as const,
  id,
  clause,
  title: id,
  of: [],
  judge: () => pass,
})
const registry: Registry = {
  scenarios: new Map(),
  observations: new Map(),
  checks: new Map([check('reserve.a', '4.2/a'), check('extend.b', '3/b')].map((each) => [each.id, each])),
}

test('all checks are chosen when nothing is said', () => {
  expect(selectChecks(registry, [])).toEqual(['reserve.a', 'extend.b'])
})

test('patterns choose by check or by clause', () => {
  expect(selectChecks(registry, ['reserve.*'])).toEqual(['reserve.a'])
  expect(selectChecks(registry, ['3/*', '4.2/a'])).toEqual(['reserve.a', 'extend.b'])
})

test('a pattern that matches nothing is wrong use', () => {
  expect(() => selectChecks(registry, ['reserve.*', 'nothing'])).toThrow(/"nothing"/)
})

test('a chapter that is misspelt is named as it is spelt', () => {
  const told = (pattern: string): unknown => {
    try {
      return selectChecks(registry, [pattern])
    } catch (error) {
      return error
    }
  }
  expect(told('resreve.*')).toMatchObject({ remedy: expect.stringMatching(/^did you mean reserve\.\*\? /) })
})
