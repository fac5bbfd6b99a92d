/**
 * Vets the packages that octospec is built from: each has a licence of the list, and is what its registry signed. The licences need no
 * network. Where the registry does not answer in time, nothing is known of the signatures, and that is said.
 *
 *   npm run vet
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceFaults, type Installed } from './vet/licenceFaults.js'
import { signatureFaults } from './vet/signatureFaults.js'

/** Milliseconds that the registry may take. */
const patience = 20_000

interface Stated {
  readonly license?: string
  readonly dev?: boolean
}

// Our own file, as npm writes it.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Record<string, Stated> }
const packages = Object.entries(lock.packages).flatMap(([place, { license, dev }]): Installed[] =>
  place === '' ? [] : [{ place, licence: statedBy(place) ?? license, dev: dev === true }],
)
const licences = licenceFaults(packages)
const { stdout } = spawnSync('npm', ['audit', 'signatures', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  timeout: patience,
  killSignal: 'SIGKILL',
})
const signatures = signatureFaults(stdout)

for (const fault of [...licences, ...signatures.faults]) console.log(fault)
const known = signatures.unknown === null ? 'signatures verified' : `signatures not verified: ${signatures.unknown}`
console.log(`${packages.length} packages, ${licences.length + signatures.faults.length} faults; ${known}`)
process.exitCode = licences.length + signatures.faults.length > 0 ? 1 : 0

/** undefined: it is not installed here, as what is meant for other systems is not. */
function statedBy(place: string): string | undefined {
  try {
    const { license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { readonly license?: unknown }
    return typeof license === 'string' ? license : undefined
  } catch {
    return undefined
  }
}
