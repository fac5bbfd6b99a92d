import { expect, test } from 'vitest'
import { pack } from '../pack.js'
import { isBare } from './commands/explain.js'
import { tryMain } from './testIo.test.data.js'

test('clauses are printed one a line, all of them or those of a section and level', async () => {
  const all = await tryMain(['explain', '--clauses'])
  expect(all.out.trimEnd().split('\n')).toHaveLength(pack.contract.clauses.length)
  const some = await tryMain(['explain', '--clauses', '--section', '2.4', '--level', 'must', '--json'])
  const parsed: readonly { id: string; level: string }[] = JSON.parse(some.out)
  expect(parsed.length).toBeGreaterThan(3)
  expect(parsed.every(({ level }) => level === 'must')).toBe(true)
})

test('coverage names the checks of each clause or the reason why it has none', async () => {
  const { exit, out } = await tryMain(['explain', '--clauses', '--coverage', '--section', '2.4'])
  expect(out).toMatch(/2\.4\/original-not-below-retail\tmust\t\S+\n/)
  expect(exit).toBe(out.includes('NO CHECK') ? 1 : 0)
})

test('a clause that can be observed and has no check is bare, a gap never is', () => {
  const clause = { id: 'x', checks: [], observations: [], reason: null }
  expect(isBare({ ...clause, level: 'must' })).toBe(true)
  expect(isBare({ ...clause, level: 'gap' })).toBe(false)
  expect(isBare({ ...clause, level: 'must', reason: 'nobody sees it' })).toBe(false)
})
