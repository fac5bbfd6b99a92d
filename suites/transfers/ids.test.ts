import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matchesGlob } from '../../src/judge/plan.js'
import { grounds, groundsOf } from './grounds.test.data.js'
import { transfers } from './pack.js'
import { fieldClauses } from './vocabulary/fieldChecks.js'
import { worth } from './worth/index.js'

// Ids of clauses and checks are public: reports, waivers and --only use them. A change here affects every user.
// After a change that is meant: npx vitest run suites/transfers/ids.test.ts --update
test('the ids of clauses are those that were published', async () => {
  const lines = transfers.contract.clauses.map(({ id, level }) => `${id} ${level}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('./published/clauses.txt')
})

test('the ids of checks and observations, their clauses, and by what each check fails are those that were published', async () => {
  const checks = [...transfers.checks.values()].map(({ id, clause }) => `${id} ${clause} ${groundOf(clause)}\n`)
  const observations = [...transfers.observations.values()].map(({ id, clause }) => `${id} ${clause}\n`)
  await expect([...checks, ...observations].join('')).toMatchFileSnapshot('./published/checks.txt')
})

test('each check fails by the form of an answer, an outcome, or two values that are the same, and by one of these alone', () => {
  const unclear = [...transfers.checks.values()].filter(
    ({ clause }) => groundsOf(clause, fields.has(clause)).length !== 1,
  )
  expect(unclear.map(({ id, clause }) => `${id} ${clause}: ${groundsOf(clause, false).join(' and ')}`)).toEqual([])
  const cited = [...transfers.checks.values()].map(({ clause }) => clause).filter((clause) => !fields.has(clause))
  const idle = Object.values(grounds)
    .flat()
    .filter((pattern) => !cited.some((clause) => matchesGlob(pattern, clause)))
  expect(idle).toEqual([])
})

test('what is inferred stands in worth/ alone, where nothing is judged, and no check takes anything from there', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!reference|worth\/).*(?<!\.test|\.data|^pack)\.ts$/.test(file),
  )
  const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
  expect(files.filter((file) => /from '[./]*worth\//.test(read(file)))).toEqual([])
  // What the profile names for arithmetic on taxes, and nothing else.
  const judging = files.filter((file) => /\b(?:check|sweep|course|whole)\(/.test(read(file)))
  expect(judging.length).toBeGreaterThan(50)
  expect(judging.filter((file) => /\btaxAmount\b|\bdistanceInclude\b|\bcutoffUnit\b/.test(read(file)))).toEqual([])
  for (const suite of worth)
    expect([suite.declared.checks, suite.declared.observations.every((each) => each.worth)]).toEqual([[], true])
  expect([...transfers.observations.values()].filter((each) => each.worth).length).toBe(9)
})

/** The clauses that the contract names at a field. */
const fields = new Set(['Transfer', 'Booking'].flatMap((schema) => fieldClauses(schema).map(({ clause }) => clause)))

function groundOf(clause: string): string {
  return groundsOf(clause, fields.has(clause)).join(' and ')
}

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
