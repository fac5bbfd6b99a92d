/**
 * Mutation tests of octospec's own code with Stryker, part by part, each against its own tests, and the published score
 * `reports/mutation.md`. What has not changed since the last run is not run again.
 *
 *   npm run mutation [-- --part src/run --part suites] [-- --score]
 *
 * `--score` runs nothing and writes the score from what was run before.
 */
import { Stryker } from '@stryker-mutator/core'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import '../suites/index.js'
import { expectations } from './mutation/expectations.js'
import { mutationMarkdown } from './mutation/mutationMarkdown.js'
import type { MutationReport } from './mutation/mutationReport.js'
import { sample, suiteFiles } from './mutation/sample.js'

const folder = 'reports/mutation'
const all = ['src/suite', 'src/run', 'src/contract', 'src/profile', 'suites'] as const

const { values } = parseArgs({
  options: { part: { type: 'string', multiple: true }, score: { type: 'boolean', default: false } },
})
mkdirSync(folder, { recursive: true })
if (!values.score) for (const part of all) if (values.part?.includes(part) ?? true) await mutate(part)
writeFileSync(
  'reports/mutation.md',
  mutationMarkdown(
    all.flatMap((name) => {
      const file = fileOf(name, 'json')
      if (!existsSync(file)) return []
      // Written by Stryker, in its published schema.
      const report = JSON.parse(readFileSync(file, 'utf8')) as MutationReport
      const took = fileOf(name, 'seconds')
      return [{ name, report, seconds: existsSync(took) ? Number(readFileSync(took, 'utf8')) : null }]
    }),
    { files: sample(), of: suiteFiles().length },
  ),
)

async function mutate(part: (typeof all)[number]): Promise<void> {
  const began = performance.now()
  const incrementalFile = fileOf(part, 'incremental.json')
  const whole = !existsSync(incrementalFile)
  const expected = resolve(fileOf(part, 'expected.json'))
  if (part === 'suites') writeFileSync(expected, JSON.stringify(await expectations(sample())))
  // Read by vitest.mutation.config.ts and suites.mutants.ts, in the processes that Stryker starts.
  process.env['OCTOSPEC_MUTATION_EXPECTED'] = expected
  process.env['OCTOSPEC_MUTATION_TESTS'] =
    part === 'suites' ? 'scripts/mutation/suites.mutants.ts' : `${part}/**/*.test.ts`
  await new Stryker({
    configFile: 'stryker.config.json',
    mutate: part === 'suites' ? [...sample()] : [`${part}/**/*.ts`, '!**/*.test.ts', '!**/*.test.data.ts'],
    incrementalFile,
    jsonReporter: { fileName: fileOf(part, 'json') },
  }).runMutationTest()
  if (whole) writeFileSync(fileOf(part, 'seconds'), ((performance.now() - began) / 1000).toFixed(0))
}

function fileOf(part: string, kind: string): string {
  return join(folder, `${part.replace('src/', '')}.${kind}`)
}
