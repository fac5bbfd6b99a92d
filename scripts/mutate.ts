/**
 * Mutation tests of octospec's own code with Stryker, part by part, each against its own tests, and the published score
 * `reports/mutation.md`. What has not changed since the last run is not run again. It takes both cores for long: two at a time.
 *
 *   npm run mutation [-- --part src/judge --part suites] [-- --score]
 *
 * `--score` runs nothing and writes the score from what was run before.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { expectations } from './mutation/expectations.js'
import { mutationMarkdown, type Part } from './mutation/mutationMarkdown.js'
import type { MutationReport } from './mutation/mutationReport.js'
import { sample, suiteFiles } from './mutation/sample.js'

const folder = 'reports/mutation'
const all = ['src/suite', 'src/judge', 'src/act', 'src/contract', 'src/profile', 'suites'] as const
type Name = (typeof all)[number]

const { values } = parseArgs({
  options: { part: { type: 'string', multiple: true }, score: { type: 'boolean', default: false } },
})
mkdirSync(folder, { recursive: true })
if (!values.score) for (const part of all) if (values.part?.includes(part) ?? true) await mutate(part)
const parts = all.flatMap((name) => measured(name) ?? [])
writeFileSync('reports/mutation.md', mutationMarkdown(parts, { files: sample(), of: suiteFiles().length }))

async function mutate(part: Name): Promise<void> {
  const began = performance.now()
  const incrementalFile = fileOf(part, 'incremental.json')
  const whole = !existsSync(incrementalFile)
  const expected = resolve(fileOf(part, 'expected.json'))
  if (part === 'suites') writeFileSync(expected, JSON.stringify(await expectations(sample())))
  const config = fileOf(part, 'config.json')
  writeFileSync(
    config,
    JSON.stringify({
      // Our own file.
      ...(JSON.parse(readFileSync('stryker.config.json', 'utf8')) as object),
      mutate: part === 'suites' ? sample() : [`${part}/**/*.ts`, '!**/*.test.ts', '!**/*.test.data.ts'],
      incrementalFile,
      jsonReporter: { fileName: fileOf(part, 'json') },
    }),
  )
  const { status } = spawnSync(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', config], {
    stdio: 'inherit',
    // Read by vitest.mutation.config.ts and suites.mutants.ts.
    env: {
      ...process.env,
      OCTOSPEC_MUTATION_EXPECTED: expected,
      // In the folders of the suites: what stands above them looks at published ids alone.
      OCTOSPEC_MUTATION_TESTS:
        part === 'suites' ? 'scripts/mutation/suites.mutants.ts suites/transfers/*/*.test.ts' : `${part}/**/*.test.ts`,
    },
  })
  if (status !== 0) throw new Error(`Stryker did not come to an end for ${part}: see what it says above`)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const seconds = whole ? Math.round((performance.now() - began) / 1000) : null
  writeFileSync(fileOf(part, 'about.json'), JSON.stringify({ commit, seconds }))
}

/** What was measured of a part the last time; null: nothing. */
function measured(name: Name): Part | null {
  const [file, about] = [fileOf(name, 'json'), fileOf(name, 'about.json')]
  if (!existsSync(file) || !existsSync(about)) return null
  // Written by Stryker in its published schema, and by `mutate` above.
  const report = JSON.parse(readFileSync(file, 'utf8')) as MutationReport
  return { name, report, ...(JSON.parse(readFileSync(about, 'utf8')) as Pick<Part, 'commit' | 'seconds'>) }
}

function fileOf(part: string, kind: string): string {
  return join(folder, `${part.replace('src/', '')}.${kind}`)
}
