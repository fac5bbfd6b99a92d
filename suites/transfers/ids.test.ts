import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { transfers } from './pack.js'

// Ids of clauses and checks are public: reports, waivers and --only name them. A change here is a change for every user.
// After a change that is meant: npx vitest run suites/transfers/ids.test.ts --update
test('the ids of clauses are those that were published', async () => {
  const lines = transfers.contract.clauses.map(({ id, level }) => `${id} ${level}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('./published/clauses.txt')
})

test('the ids of checks and observations, and the clauses that they cite, are those that were published', async () => {
  const lines = [...transfers.checks.values(), ...transfers.observations.values()].map(
    ({ id, clause }) => `${id} ${clause}\n`,
  )
  await expect(lines.join('')).toMatchFileSnapshot('./published/checks.txt')
})

test('every check cites a clause that a server can keep or break, every observation a gap', () => {
  const isGap = (clause: string): boolean | null => {
    const found = transfers.contract.clause(clause)
    return found === undefined ? null : found.level === 'gap'
  }
  expect([...transfers.checks.values()].filter(({ clause }) => isGap(clause) !== false)).toEqual([])
  expect([...transfers.observations.values()].filter(({ clause }) => isGap(clause) !== true)).toEqual([])
})

test('every must and derived clause has a check, or a reason why no client can observe it', () => {
  const checked = new Set([...transfers.checks.values()].map(({ clause }) => clause))
  const bare = transfers.contract.clauses.filter(
    ({ id, level, observable }) => level !== 'gap' && observable !== false && !checked.has(id),
  )
  expect(bare.map(({ id }) => id)).toEqual([])
})

test('every check has the scenario that it judges', () => {
  const lost = [...transfers.checks.values()].filter(
    (check) => check.kind === 'trial' && !transfers.scenarios.has(check.scenario),
  )
  expect(lost.map(({ id }) => id)).toEqual([])
})

test('a scenario is known by its value: its id is spelled where it is declared, and nowhere else', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!reference).*(?<!\.test|\.data)\.ts$/.test(file),
  )
  const code = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n')
  // One of a word alone may be an operation's name.
  const ids = [...transfers.scenarios.keys()].filter((id) => id.includes('.'))
  const spelled = new Map(ids.map((id) => [id, code.split(`'${id}'`).length - 1]))
  expect([...spelled].filter(([, times]) => times > 1)).toEqual([])
  // The drivers put theirs together.
  expect([...spelled.values()].filter((times) => times === 1).length).toBeGreaterThan(30)
})
