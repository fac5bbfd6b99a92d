import { runOnReference } from '../src/proof/runOnReference.js'
import { pack } from '../src/pack.js'

/** What the chapter of the list costs on an account that has so many bookings already: a table row. */
export async function listRow(history: number): Promise<string> {
  const only = [...pack.checks.values()].flatMap(({ id }) => (id.startsWith('list.') ? [id] : []))
  const began = performance.now()
  const { report } = await runOnReference({ history, plan: { seed: 1, only } })
  const seconds = (performance.now() - began) / 1000
  return `| ${history.toLocaleString('en')} | ${report.requests} | ${seconds.toFixed(1)} | ${report.verdict} |`
}
