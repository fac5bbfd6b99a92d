/**
 * Runs the suites on the reference service with many seeds, in both dialects, at different concurrency, beside other clients and
 * on an account with a long history, and names every run that does not conform: for flakes.
 *
 *   npm run build && npm run soak [-- --seeds 50]
 *
 * Or kills runs at random requests, and names every one after which clean-up left something that could have been cancelled.
 *
 *   npm run build && npm run soak -- kill [count]
 */
import { parseArgs } from 'node:util'
import '../suites/transfers/index.js'
import { runOnReference } from '../src/proof/runOnReference.js'
import { soakKill } from './soakKill.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '50' } },
})
const [what, count] = positionals
const flaws = what === 'kill' ? await soakKill(Number(count ?? 50)) : await soakSeeds(Number(values.seeds))
process.exitCode = flaws > 0 ? 1 : 0

async function soakSeeds(seeds: number): Promise<number> {
  const settings = [
    { concurrency: 1, variants: [] },
    { concurrency: 4, variants: [] },
    { concurrency: 16, variants: [] },
    { concurrency: 4, variants: ['long-history'] },
    { concurrency: 4, variants: ['busy-account'] },
    { concurrency: 16, variants: ['busy-neighbour'] },
  ]
  let runs = 0
  let bad = 0
  let most = 0
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const dialect of ['default', 'partner'] as const) {
      const setting = settings[seed % settings.length] ?? { concurrency: 4, variants: [] }
      const { report } = await runOnReference({ dialect, ...setting, seed, plan: { seed } })
      runs += 1
      most = Math.max(most, report.requests)
      if (report.verdict === 'conforms' && report.summary.checks.warn === 0) continue
      bad += 1
      const red = report.checks.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
      console.log(
        `seed ${seed}, ${dialect}, concurrency ${setting.concurrency}, ${setting.variants.join(' ')}: ${report.headline}`,
      )
      for (const { id, outcome, findings, reason } of red)
        console.log(`  ${outcome} ${id}: ${findings[0]?.message ?? reason ?? ''}`)
    }
  console.log(`${runs} runs, ${bad} that did not conform without a warning; at most ${most} requests a run`)
  return bad
}
