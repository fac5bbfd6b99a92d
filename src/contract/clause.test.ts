import { expect, test } from 'vitest'
import { type Clause, readLifecycle } from './clause.js'

const clauses: readonly Clause[] = [
  {
    id: '1/lend',
    section: '1',
    level: 'must',
    text: 'A book is lent.',
    transitions: [{ from: 'in', trigger: 'lend', to: 'out' }],
  },
  {
    id: '1/lend-again',
    section: '1',
    level: 'must',
    text: 'A book that is lent, or lost, is not lent.',
    transitions: [{ from: ['out', 'lost'], trigger: 'lend', refused: true }],
  },
  {
    id: '1/renew',
    section: '1',
    level: 'must',
    text: 'A loan is renewed.',
    optional: 'renew',
    transitions: [{ from: 'out', trigger: 'renew', to: 'out' }],
  },
  {
    id: '1/time',
    section: '1',
    level: 'gap',
    text: 'Not shown: when is a book lost?',
    transitions: [
      { from: 'out', trigger: 'wait', to: 'lost' },
      { from: 'out', trigger: 'drop', to: 'lost' },
    ],
  },
]
const { triggers, rows } = readLifecycle(
  { start: 'in', states: [], clock: { id: 'wait', title: 'a year goes by' } },
  clauses,
  [
    { id: 'lend', clause: '1/lend' },
    { id: 'renew', clause: '1/renew' },
    { id: 'look', clause: '1/look' },
  ],
)

test('a trigger is an operation, optional where its clause is, or the clock, or from outside', () => {
  expect(triggers).toEqual([
    { id: 'lend', by: 'client' },
    { id: 'renew', by: 'client', optional: true },
    { id: 'wait', by: 'clock', title: 'a year goes by' },
    { id: 'drop', by: 'outside' },
  ])
})

test('there is a row for each state that a transition names, and what is refused stays what it was', () => {
  expect(rows.filter(({ clause }) => clause === '1/lend-again')).toEqual([
    { from: 'out', trigger: 'lend', to: 'out', refused: true, clause: '1/lend-again' },
    { from: 'lost', trigger: 'lend', to: 'lost', refused: true, clause: '1/lend-again' },
  ])
})

test('what a gap says may be accepted or refused', () => {
  expect(rows.filter(({ outcome }) => outcome === 'open').map(({ clause }) => clause)).toEqual(['1/time', '1/time'])
})
