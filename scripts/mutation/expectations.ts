import { resolve } from 'node:path'
import { allFaults } from '../../src/reference/faults/index.js'
import { allVariants } from '../../src/reference/variants/index.js'
import { registry } from '../../src/suite/registry.js'
import { Coverage } from './coverage.js'
import type { Expectation, Said } from './expectation.js'
import { saidOf } from './saidOf.js'

/**
 * What the suites say of the reference service as they are: of the sound one, scenario by scenario; of each fault, the checks
 * that catch it; of those variants that lead the files where no run before them did. `suites/index.js` must have been imported.
 *
 * @param files the files that will be mutated, relative to the repository
 */
export async function expectations(files: readonly string[]): Promise<readonly Expectation[]> {
  const coverage = new Coverage()
  await coverage.start(files.map((file) => resolve('dist', file.replace(/\.ts$/, '.js'))))
  const found: Expectation[] = []
  const add = async (
    title: string,
    what: Pick<Expectation, 'on' | 'only'>,
    keep: (said: readonly (readonly [string, Said])[]) => readonly (readonly [string, Said])[],
  ): Promise<void> => {
    const said = keep(Object.entries(await saidOf(what)))
    if (said.length > 0) found.push({ title, ...what, said: Object.fromEntries(said) })
  }

  const checks = [...registry.checks.values()]
  for (const id of registry.scenarios.keys()) {
    const only = checks.flatMap((check) => (check.kind === 'trial' && check.scenario === id ? [check.id] : []))
    if (only.length > 0) await add(`the sound service, ${id}`, { on: {}, only }, (said) => said)
  }
  for (const { name, clause, seenAs = [] } of allFaults) {
    const only = [clause, ...seenAs].filter((id) => checks.some((check) => check.clause === id))
    if (only.length > 0)
      // The checks of fields are declared from the contract, by src/suite: no file of the suites judges there.
      await add(`fault ${name}`, { on: { faults: [name] }, only }, (said) =>
        said.filter(([id, { outcome }]) => (outcome === 'fail' || outcome === 'warn') && !id.includes('.field-')),
      )
  }
  await coverage.more()
  const chapters = new Set(files.map((file) => file.split('/')[1]))
  const only = checks.flatMap(({ id, kind }) => (kind === 'trial' && chapters.has(id.split('.')[0]) ? [id] : []))
  for (const { name } of allVariants) {
    const what = { on: { variants: [name] }, only }
    const said = Object.entries(await saidOf(what))
    if ((await coverage.more()) > 0) found.push({ title: `variant ${name}`, ...what, said: Object.fromEntries(said) })
  }
  return found
}
