import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { type Kill, killsCsv, killsDiff, killsOf, parseKills } from './kills.js'
import type { ProofRow, RedCheck } from './proof.js'
import { proofTasks, sampledTasks, staleKills } from './prove.js'

/** A fault, where it shows, and a check of its clause. */
const fault = 'get-loses-notes'
const { clause } = pack.reference.fault(fault)
const [shown = expect.fail(fault)] = pack.reference.shownIn(fault, 'default')
const check = [...pack.checks.values()].find((each) => each.clause === clause)?.id ?? expect.fail(clause)
const caught: Kill = { fault, dialect: 'default', check, clause, operation: shown.operation, place: shown.place }
const nothing: Kill = { ...caught, check: '', clause: '', operation: '', place: '' }
const variant: Kill = { ...nothing, fault: 'variant:reads-are-late' }

const red = (more: Partial<RedCheck>): RedCheck => ({
  check,
  clause,
  outcome: 'fail',
  message: '',
  operation: 'get',
  place: '/notes',
  ...more,
})
const row = (more: Partial<ProofRow>): ProofRow => ({
  kind: 'fault',
  name: fault,
  dialect: 'default',
  verdict: 'fails',
  holds: true,
  by: [],
  collateral: [],
  requests: 1,
  milliseconds: 1,
  ...more,
})

test('a matrix has a line for each check that turned red, one where none did, and none for what a variant announces', () => {
  const { name, warns = [] } = pack.reference.variants.find((each) => each.warns !== undefined) ?? expect.fail()
  const rows = [
    row({ kind: 'variant', name, collateral: warns.map((each) => red({ clause: each, outcome: 'warn' })) }),
    row({ by: [red({})], collateral: [red({ check: 'a.b', operation: null, place: null })] }),
  ]
  expect(killsOf(rows, pack)).toEqual([
    { ...caught, check: 'a.b', operation: '', place: '' },
    { ...caught, place: '/notes' },
    { ...nothing, fault: `variant:${name}` },
  ])
})

test('what is written is read again, also where a place has commas and quotes', () => {
  const kills = [{ ...caught, place: '/a,b/"c"' }, nothing]
  expect(parseKills(killsCsv(kills))).toEqual(kills.toReversed())
  expect(() => parseKills('fault,check\n')).toThrow(SyntaxError)
  expect(() => parseKills(`${killsCsv([])}a,b\n`)).toThrow('line 2 has 2 columns and not 6')
})

test('a fault that lost its last catcher is told, and so is one that is caught elsewhere', () => {
  const elsewhere = { ...caught, operation: 'list' }
  expect(killsDiff([caught], [elsewhere], pack).lost).toEqual([
    `${fault} (default) is caught by nothing, and was by ${check}`,
  ])
  expect(killsDiff([], [{ ...caught, fault: 'no-fault-any-more' }], pack).lost).toEqual([])
  expect(killsDiff([elsewhere], [caught], pack)).toMatchObject({ lost: [], moved: [expect.stringContaining(check)] })
})

test('a variant that turns another check red than before is told, and what one of the two alone has', () => {
  const failed = { ...variant, check: 'a.b' }
  const diff = killsDiff([caught, variant], [failed], pack)
  expect(diff.failed).toEqual(['variant:reads-are-late (default) is failed by a.b'])
  expect(diff.other).toEqual([`${fault} (default) is gone`])
  expect(killsDiff([failed], [failed], pack).failed).toEqual([])
})

test('a sample has all that no line is of, and another part of the rest for another seed', () => {
  const tasks = proofTasks().filter(({ dialect }) => dialect === 'default')
  expect(sampledTasks(tasks, [], { one: 10, seed: 'a' })).toEqual(tasks)
  const kills = tasks.map(({ kind, name }) => ({
    ...nothing,
    fault: `${kind === 'variant' ? 'variant:' : ''}${name ?? 'none'}`,
  }))
  const drawn = (seed: string): readonly string[] =>
    sampledTasks(tasks, [...kills, caught], { one: 10, seed }).map(({ name }) => name ?? '')
  expect(drawn('a').length).toBeLessThan(tasks.length / 5)
  expect(drawn('a')).not.toEqual(drawn('b'))
  const [own] = sampledTasks([{ kind: 'fault', name: fault, dialect: 'default' }], [caught], { one: 1, seed: 'a' })
  expect(own?.only).toEqual([check])
})

test('a line of what is gone is stale', () => {
  expect(staleKills(proofTasks(), [caught, variant, { ...caught, fault: 'x' }, { ...caught, check: 'a.b' }])).toEqual([
    'x',
    'a.b',
  ])
})
