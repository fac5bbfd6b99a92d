/**
 * Runs the suites on the reference service with many seeds, in both dialects, at different concurrency, beside other clients and
 * on an account with a long history, and names every run that does not conform: for flakes. Or, with `fuzz`, puts so many arbitrary JSON
 * values into answers and profiles, and names whatever octospec does not take as it should.
 *
 *   npm run soak [-- --seeds 50]
 *   npm run soak -- fuzz [10000]
 */
import { parseArgs } from 'node:util'
import { runOnReference } from '../src/proof/runOnReference.js'
import { fuzzSoak } from './fuzz/fuzzSoak.js'

const { values, positionals } = parseArgs({
  options: { seeds: { type: 'string', default: '50' } },
  allowPositionals: true,
})
const [what, count = '10000'] = positionals
const settings = [
  { concurrency: 1, variants: [] },
  { concurrency: 4, variants: [] },
  { concurrency: 16, variants: [] },
  { concurrency: 4, variants: ['long-history'] },
  { concurrency: 4, variants: ['busy-account'] },
  { concurrency: 16, variants: ['busy-neighbour'] },
]

const flaws = what === 'fuzz' ? await fuzzSoak(Number(count)) : await runSeeds(Number(values.seeds))
process.exitCode = flaws > 0 ? 1 : 0

async function runSeeds(seeds: number): Promise<number> {
  let runs = 0
  let flaws = 0
  let most = 0
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const dialect of ['default', 'partner'] as const) {
      const setting = settings[seed % settings.length] ?? { concurrency: 4, variants: [] }
      const { report } = await runOnReference({ dialect, ...setting, seed, plan: { seed } })
      runs += 1
      most = Math.max(most, report.requests)
      if (report.verdict === 'conforms' && report.summary.checks.warn === 0) continue
      flaws += 1
      const red = report.checks.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
      console.log(
        `seed ${seed}, ${dialect}, concurrency ${setting.concurrency}, ${setting.variants.join(' ')}: ${report.headline}`,
      )
      for (const { id, outcome, findings, reason } of red)
        console.log(`  ${outcome} ${id}: ${findings[0]?.message ?? reason ?? ''}`)
    }
  console.log(`${runs} runs, ${flaws} that did not conform without a warning; at most ${most} requests a run`)
  return flaws
}
