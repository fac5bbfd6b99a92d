/**
 * Runs the suites on the reference service and prints what is not a pass: for whoever writes a check or a fault.
 *
 *   npx tsc -p . ; node dist/scripts/try.js [--dialect partner] [--fault NAME]... [--variant NAME]...
 *     [--only GLOB]... [--exchanges] [--all]
 */
import { parseArgs } from 'node:util'
import { runOnReference } from '../src/proof/runOnReference.js'

const { values } = parseArgs({
  options: {
    dialect: { type: 'string', default: 'default' },
    fault: { type: 'string', multiple: true, default: [] },
    variant: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string' },
    effort: { type: 'string', default: 'normal' },
    concurrency: { type: 'string' },
    exchanges: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
})
const began = performance.now()
const { report, evidence } = await runOnReference({
  dialect: values.dialect === 'partner' ? 'partner' : 'default',
  faults: values.fault,
  variants: values.variant,
  plan: {
    only: values.only,
    effort: values.effort === 'low' || values.effort === 'high' ? values.effort : 'normal',
    ...(values.seed !== undefined && { seed: Number(values.seed) }),
  },
  ...(values.concurrency !== undefined && { concurrency: Number(values.concurrency) }),
})
if (values.exchanges) for (const line of evidence) console.log(JSON.stringify(line))
for (const check of report.checks)
  if (values.all || check.outcome !== 'pass') {
    console.log(`${check.outcome.padEnd(14)} ${check.id}  [${check.clause}] ${check.reason ?? ''}`)
    for (const finding of check.findings)
      console.log(`    ${finding.message} (request ${finding.exchange}, at ${finding.pointer})`)
  }
for (const gap of report.gaps)
  if (gap.observed !== null && values.all) console.log(`observed       ${gap.id}: ${gap.observed}`)
const perScenario = new Map<string, number>()
for (const line of evidence)
  if (line.type === 'exchange')
    perScenario.set(line.exchange.scenario, (perScenario.get(line.exchange.scenario) ?? 0) + 1)
if (values.all)
  console.log(
    [...perScenario]
      .sort((a, b) => b[1] - a[1])
      .map(([id, count]) => `${id}: ${count}`)
      .join('\n'),
  )
console.log(report.headline)
console.log(
  JSON.stringify(report.summary.checks),
  `${report.requests} requests, ${report.bookings.length} bookings, ${Math.round(performance.now() - began)} ms`,
)
