/**
 * Runs the suites on the reference service with many seeds, in both dialects, at different concurrency, beside other clients and
 * on an account with a long history, and names every run that does not conform: for flakes.
 *
 *   npm run build && npm run soak [-- --seeds 50]
 *
 * Or by way of a network that loses, cuts and delays answers and gives some itself: names every finding, since each of them is false.
 *
 *   npm run build && npm run soak -- network [count] [--from 1] [--only GLOB]...
 *
 * Or kills runs at random requests, and names every one after which clean-up left something that could have been cancelled.
 *
 *   npm run build && npm run soak -- kill [count]
 *
 * Or changes answers, evidence and reports at random, and names whatever octospec does not take as it should.
 *
 *   npm run build && npm run soak -- fuzz [count]
 */
import { parseArgs } from 'node:util'
import { limitConcurrency } from '../src/act/limitConcurrency.js'
import { runOnReference } from '../src/proof/runOnReference.js'
import { troubledRun } from '../src/proof/troubledRun.js'
import { soakKill } from './soakKill.js'
import { fuzzEvidence } from './fuzz/fuzzEvidence.js'
import { fuzzRuns } from './fuzz/fuzzRuns.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const [what, count] = positionals
const flaws =
  what === 'network'
    ? await soakNetwork(Number(values.from), Number(count ?? 200))
    : what === 'kill'
      ? await soakKill(Number(count ?? 50))
      : what === 'fuzz'
        ? await soakFuzz(Number(count ?? 10_000))
        : await soakSeeds()
process.exitCode = flaws > 0 ? 1 : 0

async function soakNetwork(from: number, runs: number): Promise<number> {
  const verdicts = new Map<string, number>()
  let findings = 0
  let flawed = 0
  const numbers = Array.from({ length: runs }, (_, index) => from + index)
  // They spend most of their time waiting for answers that never come.
  await limitConcurrency(3, numbers, async (number) => {
    const { what: troubles, falseFindings, verdict } = await troubledRun(number, { only: values.only })
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    if (falseFindings.length === 0 && verdict !== 'fails') return
    flawed += 1
    findings += falseFindings.length
    console.log(`run ${number}, ${troubles.slice(0, 300)}: ${verdict}`)
    for (const { id, outcome, findings: shown, reason } of falseFindings)
      console.log(`  ${outcome} ${id}: ${shown[0]?.message ?? reason ?? ''} (exchange ${shown[0]?.exchange ?? '?'})`)
  })
  const came = [...verdicts].map(([verdict, times]) => `${times} ${verdict}`).join(', ')
  console.log(`${runs} runs with faults of the network: ${findings} false findings in ${flawed} runs; ${came}`)
  return flawed
}

async function soakSeeds(): Promise<number> {
  const seeds = Number(values.seeds)
  const settings = [
    { concurrency: 1, variants: [] },
    { concurrency: 4, variants: [] },
    { concurrency: 16, variants: [] },
    { concurrency: 4, variants: ['long-history'] },
    { concurrency: 4, variants: ['busy-account'] },
    { concurrency: 16, variants: ['busy-neighbour'] },
  ]
  let runs = 0
  let flawed = 0
  let most = 0
  for (let seed = 1; seed <= seeds; seed += 1)
    for (const dialect of ['default', 'partner'] as const) {
      const setting = settings[seed % settings.length] ?? { concurrency: 4, variants: [] }
      const { report } = await runOnReference({ dialect, ...setting, seed, plan: { seed } })
      runs += 1
      most = Math.max(most, report.requests)
      if (report.verdict === 'conforms' && report.summary.checks.warn === 0) continue
      flawed += 1
      const red = report.checks.filter(({ outcome }) => outcome !== 'pass' && outcome !== 'not-applicable')
      console.log(
        `seed ${seed}, ${dialect}, concurrency ${setting.concurrency}, ${setting.variants.join(' ')}: ${report.headline}`,
      )
      for (const { id, outcome, findings, reason } of red)
        console.log(`  ${outcome} ${id}: ${findings[0]?.message ?? reason ?? ''}`)
    }
  console.log(`${runs} runs, ${flawed} that did not conform without a warning; at most ${most} requests a run`)
  return flawed
}

/** In portions: hostile values are drawn anew for each. */
async function soakFuzz(cases: number): Promise<number> {
  const portion = 500
  let wrong = 0
  for (let done = 0; done < cases; done += portion)
    for (const fuzz of [fuzzRuns, fuzzEvidence])
      for (const fault of await fuzz(Math.min(portion, cases - done), 1000 + done)) {
        wrong += 1
        console.log(fault.slice(0, 500))
      }
  console.log(`${cases} changed answers and ${cases} changed runs on disk: ${wrong} faults`)
  return wrong
}
