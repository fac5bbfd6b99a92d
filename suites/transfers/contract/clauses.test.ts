import { expect, test } from 'vitest'
import type { Clause } from '../../../src/contract/clause.js'
import { contract } from './contract.js'

const { clauses, clause: clauseById } = contract
const SECTIONS = '1.3 1.5 1.6 2.1 2.2 2.3 2.4 2.5 3 4 4.1 4.2 4.3 5 6 7 8 9'.split(' ')
const OTHER_SECTIONS = ['1.1', '1.2', '1.4']

const idsWhere = (test: (clause: Clause) => boolean): string[] => clauses.filter(test).map(({ id }) => id)

test('clause ids are unique and are a section and a kebab name', () => {
  expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length)
  expect(idsWhere(({ id }) => !/^\d(\.\d)?\/[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
})

test('the section of a clause is the prefix of its id and a string', () => {
  expect(idsWhere(({ id, section }) => id.split('/')[0] !== section)).toEqual([])
  expect([...new Set(clauses.map(({ section }) => section))]).toEqual(SECTIONS)
  const known = [...SECTIONS, ...OTHER_SECTIONS]
  expect(idsWhere(({ also = [] }) => also.some((section) => !known.includes(section)))).toEqual([])
})

test('every clause has one of the four levels and a text that is a sentence', () => {
  expect(idsWhere(({ level }) => !['must', 'derived', 'convention', 'gap'].includes(level))).toEqual([])
  expect(idsWhere(({ text }) => !/^\S.*[.?]$/.test(text))).toEqual([])
})

test('a derived clause, and no other, says how it follows', () => {
  expect(idsWhere(({ level, derivation }) => (level === 'derived') !== (derivation !== undefined))).toEqual([])
})

test('a derivation names only clauses that exist', () => {
  const named = clauses.flatMap(({ derivation = '' }) => derivation.match(/\b\d(\.\d)?\/[a-z0-9-]+/g) ?? [])
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((id) => clauseById(id) === undefined)).toEqual([])
})

test('a clause is verified by another one of the same section alone, which follows from it', () => {
  const verifying = clauses.flatMap(({ id, verifiedBy }) => (verifiedBy === undefined ? [] : [{ id, verifiedBy }]))
  expect(verifying.length).toBeGreaterThan(0)
  for (const { id, verifiedBy } of verifying) {
    expect(clauseById(verifiedBy)).toMatchObject({ level: 'derived', section: clauseById(id)?.section })
    expect(clauseById(verifiedBy)?.derivation).toContain(id)
  }
})

test('a clause is unobservable exactly when it gives the reason', () => {
  expect(idsWhere(({ observable, reason }) => (observable === false) !== (reason !== undefined))).toEqual([])
  expect(idsWhere(({ observable }) => !['undefined', 'false'].includes(String(observable)))).toEqual([])
})

test('a gap, and no other clause, has a question and a default', () => {
  const isGap = ({ level }: Clause): boolean => level === 'gap'
  expect(idsWhere((clause) => isGap(clause) !== (clause.question !== undefined))).toEqual([])
  expect(idsWhere((clause) => isGap(clause) !== (clause.default !== undefined))).toEqual([])
})

test('a convention names its source', () => {
  expect(idsWhere(({ level, source }) => level === 'convention' && source === undefined)).toEqual([])
})

test('what is optional is so in the lifecycle, too', () => {
  const operations = clauses.flatMap(({ optional }) => (optional === undefined ? [] : [optional]))
  const triggers = contract.lifecycle.triggers.flatMap(({ id, optional }) => (optional === true ? [id] : []))
  expect(triggers).toEqual(expect.arrayContaining(['extend', 'update', 'cancel']))
  expect([...new Set(operations)].sort()).toEqual(triggers.sort())
})

test('a clause whose name begins with an optional operation is about that operation', () => {
  const operation = /\/(?:expiration-.*-)?(extend|update|cancel)(?:-|$)/
  expect(idsWhere(({ id, optional }) => (operation.exec(id)?.[1] ?? optional) !== optional)).toEqual([])
})

// How many things each section calls "not shown", each thing of an enumeration counted.
test.each([
  ['2.1', 2],
  ['2.3', 1],
  ['2.4', 1],
  ['2.5', 2],
  ['3', 5],
  ['4.3', 20],
  ['5', 3],
  ['6', 1],
  ['7', 3],
  ['8', 3],
  ['9', 2],
])('section %s has a gap for each of the %i things that it does not show', (section, notShown) => {
  const gaps = clauses.filter((clause) => clause.level === 'gap' && clause.section === section)
  expect(gaps.length).toBeGreaterThanOrEqual(notShown)
})

test('clauseById finds a clause and knows when there is none', () => {
  expect(clauseById('2.4/original-not-below-retail')?.level).toBe('must')
  expect(clauseById('2.4/no-such-clause')).toBeUndefined()
})
