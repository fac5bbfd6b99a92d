import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { idsSince } from './held.js'

const checked = (starts: Readonly<Record<string, string | null>>): Answer =>
  answer(
    Object.entries(starts).map(([id, start]) => ({ id, ...(start !== null && { start }) })),
    { purpose: 'availability' },
  )
const [morning, noon] = ['2030-01-15T09:00:00Z', '2030-01-15T12:00:00Z']

test('an availability goes by a new id where a check names one of the same start that none named before', () => {
  const before = [checked({ a: morning, b: noon }), checked({ c: noon })]
  expect(idsSince('a', before, checked({ a2: morning, b: noon, d: noon }))).toEqual(['a2'])
  expect(idsSince('a', before, checked({ a: morning, b: noon, c: noon, d: noon }))).toEqual([])
})

test('where nothing says when it starts, any id that is new may be its own', () => {
  expect(idsSince('a', [checked({ a: null })], checked({ b: null }))).toBeNull()
  expect(idsSince('a', [checked({ a: null, b: null })], checked({ b: null }))).toEqual([])
})
