import fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pack } from '../../src/pack.js'
import { stringify } from 'yaml'
import { faultOf } from '../../src/contract/faultOf.js'
import { gateLine, gateOn } from '../../src/judge/baseline.js'
import { verdictOf } from '../../src/judge/verdict.js'
import { applyWaivers } from '../../src/judge/waivers.js'
import type { Json, Waiver } from '../../src/profile/profile.js'
import { ProfileError } from '../../src/profile/profileError.js'
import { readProfile } from '../../src/profile/readProfile.js'
import { ReportError, readReport } from '../../src/report/reportFile.js'
import { mutated, mutations, type Mutation } from './mutation.js'
import { ownRunOnDisk, type OwnRunOnDisk } from './ownRunOnDisk.js'
import { prototypes } from './prototypes.js'

/** Waivers as a profile may state them, one of each kind. */
const waive: Json = [
  { check: 'cancel.*', reason: 'known', until: '2040-01-31' },
  { check: 'reserve.holds-as-long-as-asked', reason: 'mended', until: '2031-01-31' },
  { check: '*', reason: 'over', until: '2020-01-31' },
]

const bookable: Json = { standard: { productId: 'p', optionId: 'o', defaultCurrency: 'EUR' } }

/**
 * Changes the report of a run, and waivers of a profile, in their structure: each report is compared, gated on in both directions and
 * verified, and the waivers are applied to it; or it is refused.
 * @returns what went wrong, a line each
 */
export async function fuzzReports(count: number, seed: number): Promise<readonly string[]> {
  const before = prototypes()
  const run = await ownRunOnDisk()
  const wrong: string[] = []
  const some = fc.record({ report: mutations(seed), waivers: mutations(seed + 1), text: fc.nat() })
  try {
    const original: Json = JSON.parse(run.report)
    for (const [index, { report, waivers, text }] of fc.sample(some, { numRuns: count, seed }).entries()) {
      const whole = JSON.stringify(mutated(original, report))
      // Now and then it is no JSON any more.
      run.put({ 'report.json': text % 10 === 0 ? whole.slice(0, text % whole.length) : whole })
      const faults = [...(await commandFaults(run, index)), ...(await gateFaults(run, waivers))]
      wrong.push(...faults.map((fault) => `report ${index} of seed ${seed}: ${fault}`))
    }
  } finally {
    await run.close()
  }
  if (prototypes() !== before) wrong.push('a prototype was changed')
  return wrong
}

async function commandFaults(run: OwnRunOnDisk, index: number): Promise<readonly string[]> {
  const commands = [
    ['diff', 'run', 'case'],
    ['diff', 'case', 'run', '--format', 'md'],
    ['diff', 'case', 'case', '--format', 'json'],
    ['verify', join('case', 'report.json')],
  ]
  const command = commands[index % commands.length] ?? []
  const fault = await run.faultOfCommand(command)
  return fault === null ? [] : [`${command.join(' ')}: ${fault}`]
}

/** A report that is read is gated on, as a baseline and as the run itself, and waived by what the profile is then read to hold. */
async function gateFaults({ cwd }: OwnRunOnDisk, changes: readonly Mutation[]): Promise<readonly string[]> {
  const waivers = await waiversOf(cwd, mutated(waive, changes))
  if (typeof waivers === 'string') return [waivers]
  try {
    const made = readReport(cwd, 'run')
    const read = readReport(cwd, 'case')
    for (const [before, after] of [
      [read, made],
      [made, read],
    ] as const) {
      if (gateLine(gateOn(before, after)) === '') return ['the line of the gate is empty']
      const waived = applyWaivers(after.checks, waivers, made.startedAt.slice(0, 10), true)
      if (waived.waivers.length !== waivers.length) return ['a waiver got lost']
      verdictOf({ ...waived, clauses: after.clauses, cut: null })
    }
    return []
  } catch (error) {
    return error instanceof ReportError ? [] : [faultOf(error)]
  }
}

/** The waivers of a profile that states these; none where it is refused; a text: what went wrong. */
async function waiversOf(cwd: string, stated: Json): Promise<readonly Waiver[] | string> {
  const file = 'waivers.yaml'
  writeFileSync(join(cwd, file), stringify({ target: { url: 'http://127.0.0.1:1' }, bookable, waive: stated }))
  try {
    const { waive: read } = await readProfile({
      keys: pack.profile,
      file,
      env: {},
      now: new Date(1_900_000_000_000),
      cwd,
    })
    return read
  } catch (error) {
    return error instanceof ProfileError ? [] : faultOf(error)
  }
}
