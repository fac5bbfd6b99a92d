import { expect, test } from 'vitest'
import type { Tally } from '../suite/check.js'
import type { Json } from '../profile/profile.js'
import { answer } from '../suite/answer.test.data.js'
import { Tallied } from './seen.js'

const tally: Tally = {
  id: 'colours',
  title: 'Colours',
  note: 'what was seen',
  words: ['colour'],
  numbers: ['weight'],
  of: ({ json }) =>
    (json as { colour: string; weight: number | null }[]).map(({ colour, weight }) => ({
      words: [colour],
      numbers: [weight],
    })),
}

const counted = (...bodies: readonly Json[]): Tallied => {
  const tallied = new Tallied(tally)
  for (const [at, body] of bodies.entries()) tallied.see(answer(body, { n: at + 1 }))
  return tallied
}

test('what is the same is one row with its least and its most, how often it was seen and where first', () => {
  const { rows, ...rest } = counted(
    [{ colour: 'red', weight: 3 }],
    [
      { colour: 'blue', weight: null },
      { colour: 'red', weight: 1 },
      { colour: 'red', weight: null },
    ],
  ).result()
  expect(rest).toEqual({
    id: 'colours',
    title: 'Colours',
    note: 'what was seen',
    words: ['colour'],
    numbers: ['weight'],
  })
  expect(rows).toEqual([
    { words: ['red'], numbers: [{ least: 1, most: 3 }], times: 3, exchange: 1 },
    { words: ['blue'], numbers: [null], times: 1, exchange: 2 },
  ])
})

test('a target that answers with a new and long word every time fills no memory', () => {
  const hostile = Array.from({ length: 5000 }, (_, at) => ({ colour: `${at} ${'x'.repeat(1000)}`, weight: at }))
  const { rows } = counted(hostile).result()
  expect(rows).toHaveLength(100)
  expect(rows[0]?.words[0]).toHaveLength(61)
})
