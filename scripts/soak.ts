/**
 * Runs the suites over a network that loses, cuts and delays answers and gives some itself. It names every finding,
 * since each of them is false.
 *
 *   npm run build && npm run soak -- network [count] [--from 1] [--only GLOB]...
 *
 * Or kills runs at random requests, and names each after which clean-up left something that could be cancelled.
 *
 *   npm run build && npm run soak -- kill [count]
 *
 * Or changes answers, evidence and reports at random, and names whatever octospec does not take as it should.
 *
 *   npm run build && npm run soak -- fuzz [count]
 */
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { troubledRun } from '../src/proof/troubledRun.test.data.js'
import { soakKill } from './soakKill.js'
import { fuzzEvidence } from './fuzz/fuzzEvidence.js'
import { fuzzRuns } from './fuzz/fuzzRuns.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string', default: '1' }, only: { type: 'string', multiple: true, default: [] } },
})
const [what, count] = positionals
const modes: Readonly<Record<string, () => Promise<number>>> = {
  network: () => soakNetwork(Number(values.from), Number(count ?? 200)),
  kill: () => soakKill(Number(count ?? 50)),
  fuzz: () => soakFuzz(Number(count ?? 10_000)),
}
const soak = modes[what ?? '']
if (soak === undefined) console.error(`usage: npm run soak -- ${Object.keys(modes).join('|')} [count]`)
process.exitCode = soak === undefined ? 2 : (await soak()) > 0 ? 1 : 0

async function soakNetwork(from: number, runs: number): Promise<number> {
  const verdicts = new Map<string, number>()
  let findings = 0
  let flawed = 0
  const numbers = Array.from({ length: runs }, (_, index) => from + index)
  // They spend most of their time waiting for answers that never come.
  await pLimit(3).map(numbers, async (number) => {
    const { what: troubles, falseFindings, verdict } = await troubledRun(number, { only: values.only })
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    if (falseFindings.length === 0 && verdict !== 'fails') return
    flawed += 1
    findings += falseFindings.length
    console.log(`run ${number}, ${troubles.slice(0, 300)}: ${verdict}`)
    for (const { id, outcome, findings: shown, reason } of falseFindings)
      console.log(`  ${outcome} ${id}: ${shown[0]?.message ?? reason ?? ''} (request ${shown[0]?.exchange ?? '?'})`)
  })
  const came = [...verdicts].map(([verdict, times]) => `${times} ${verdict}`).join(', ')
  console.log(`${runs} runs with faults of the network: ${findings} false findings in ${flawed} runs; ${came}`)
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
