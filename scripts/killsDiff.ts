/**
 * Compares `reports/kills.csv` with that of another commit, or with another file. Fails if a fault lost its last
 * catcher, or if a variant is newly failed.
 *
 *   npm run kills:diff -- main
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { specFile } from '../src/contract/specFile.js'
import { pack } from '../src/pack.js'
import { killsDiff, parseKills } from '../src/proof/kills.js'

const [base = 'HEAD'] = process.argv.slice(2)
const file = 'reports/kills.csv'
const before = existsSync(base)
  ? readFileSync(base, 'utf8')
  : execFileSync('git', ['show', `${base}:${file}`], { encoding: 'utf8', maxBuffer: 2 ** 26 })
const now = readFileSync(specFile(`../${file}`), 'utf8')
const { lost, failed, moved, other } = killsDiff(parseKills(before), parseKills(now), pack)
for (const [what, found] of [
  ['caught by nothing any more', lost],
  ['variants newly failed', failed],
  ['caught at another place', moved],
  ['new or gone', other],
] as const) {
  console.log(`${what}: ${found.length}`)
  for (const each of found) console.log(`  ${each}`)
}
process.exitCode = lost.length + failed.length > 0 ? 1 : 0
