import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { allFaults } from '../../suites/transfers/reference/faults/index.js'
import { allVariants } from '../../suites/transfers/reference/variants/index.js'
import { pack } from '../../src/pack.js'
import { Coverage } from './coverage.js'
import type { CheckSaid, Expectation, Said } from './expectation.js'
import { saidOf } from './saidOf.js'

/**
 * What the suites say of the reference service as they are, where a run leads through the files: of the sound one, scenario by
 * scenario and all sweeps at once; of each fault, the checks that catch it; and all that is said of those faults and variants that
 * lead the files where no run before them did, or make a scenario of theirs say what it never said before. What is not the same
 * twice is not expected.
 *
 * @param files the files that will be mutated, relative to the repository
 */
export async function expectations(files: readonly string[]): Promise<readonly Expectation[]> {
  const coverage = new Coverage()
  await coverage.start(files.map((file) => resolve('dist', file.replace(/\.ts$/, '.js'))))
  const checks = [...pack.checks.values()]
  const checksOf = (scenarios: ReadonlySet<string>): readonly string[] =>
    checks.flatMap((check) => (check.kind === 'trial' && scenarios.has(check.scenario) ? [check.id] : []))
  const found: Expectation[] = []
  const known = new Set<string>()
  const add = (title: string, what: Pick<Expectation, 'on' | 'only'>, said: Said): void => {
    found.push({ title, ...what, said })
    for (const saying of sayings(said)) known.add(saying.text)
  }

  /** By scenario: the files that it leads through. */
  const through = new Map<string, ReadonlySet<string>>()
  const chapters = new Set(files.map((file) => file.split('/')[1]))
  for (const id of pack.scenarios.keys()) {
    const what = { on: {}, only: checksOf(new Set([id])) }
    if (what.only.length === 0) continue
    const said = await saidOf(what)
    const { ran } = await coverage.take()
    // One that the sound service gives no occasion may lead anywhere in its chapter.
    const idle = !Object.values(said.checks).some(({ outcome }) => outcome === 'pass')
    if (ran.size > 0 || (idle && chapters.has(id.split('.')[0]))) through.set(id, ran)
    if (ran.size > 0) add(`the sound service, ${id}`, what, common(said, await saidOf(what)))
  }
  const sweeps = checks.flatMap(({ id, kind }) => (kind !== 'trial' && !isOfContract(id) ? [id] : []))
  const sweeping = { on: {}, only: sweeps }
  add('the sound service, all sweeps', sweeping, common(await saidOf(sweeping), await saidOf(sweeping)))
  await coverage.take()

  for (const { name, clause, seenAs = [] } of allFaults) {
    const only = [clause, ...seenAs].filter((id) => checks.some((check) => check.clause === id))
    if (only.length === 0) continue
    const what = { on: { faults: [name] }, only }
    const said = await saidOf(what)
    const { ran, fresh } = await coverage.take()
    const kept = fresh.size > 0 ? common(said, await saidOf(what)) : { checks: caughtBy(said), gaps: {} }
    if (ran.size > 0 && sayings(kept).length > 0) add(`fault ${name}`, what, kept)
  }

  const only = checksOf(new Set(through.keys()))
  for (const { name } of allVariants) {
    const on = { variants: [name] }
    const said = await saidOf({ on, only })
    const { fresh } = await coverage.take()
    const telling = new Set(
      sayings(said)
        .filter(({ text }) => !known.has(text))
        .flatMap(({ scenarios }) => scenarios)
        .concat([...through].flatMap(([id, ran]) => ([...fresh].some((file) => ran.has(file)) ? [id] : []))),
    )
    const what = { on, only: checksOf(new Set([...telling].filter((id) => through.has(id)))) }
    if (what.only.length > 0) add(`variant ${name}`, what, common(said, await saidOf(what)))
  }
  coverage.stop()
  return found
}

interface Saying {
  readonly text: string
  /** Those that may have led to it. */
  readonly scenarios: readonly string[]
}

function sayings({ checks, gaps }: Said): readonly Saying[] {
  const observations = [...pack.observations.values()]
  return [
    ...Object.entries(checks).map(([id, { outcome, place }]) => {
      const check = pack.checks.get(id)
      return { text: `${id} ${outcome} ${place}`, scenarios: check?.kind === 'trial' ? [check.scenario] : [] }
    }),
    ...Object.entries(gaps).flatMap(([id, texts]) => {
      const scenarios = observations.flatMap(({ clause, scenario }) => (clause === id ? (scenario ?? []) : []))
      return texts.map((text) => ({ text: `${id} ${text}`, scenarios }))
    }),
  ]
}

function caughtBy({ checks }: Said): Readonly<Record<string, CheckSaid>> {
  return Object.fromEntries(
    Object.entries(checks).filter(
      ([id, { outcome }]) => (outcome === 'fail' || outcome === 'warn') && !isOfContract(id),
    ),
  )
}

/** The checks of fields are declared from the contract, by src/suite, but for one: no file of the suites judges there. */
function isOfContract(id: string): boolean {
  return id.includes('.field-') && id !== 'booking.field-pricing'
}

/** What two runs both said. */
function common(one: Said, other: Said): Said {
  return { checks: same(one.checks, other.checks), gaps: same(one.gaps, other.gaps) }
}

function same<Value>(
  one: Readonly<Record<string, Value>>,
  other: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(one).filter(([key, value]) => isDeepStrictEqual(value, other[key])))
}
