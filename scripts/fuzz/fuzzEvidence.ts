import fc from 'fast-check'
import { join } from 'node:path'
import { faultOf } from '../../src/contract/faultOf.js'
import { EvidenceError } from '../../src/evidence/evidenceError.js'
import { evidenceName } from '../../src/evidence/evidenceFile.js'
import { pack } from '../../src/pack.js'
import type { Json } from '../../src/profile/profile.js'
import { verifyRun } from '../../src/report/verifyRun.js'
import { mutated, mutations, type Mutation } from './mutation.js'
import { ownRunOnDisk, type OwnRunOnDisk } from './ownRunOnDisk.js'
import { prototypes } from './prototypes.js'
import { reportFaults } from './reportFaults.js'

interface Edit {
  readonly at: number
  readonly how: 'change' | 'splice' | 'drop' | 'double' | 'move' | 'cut'
  readonly changes: readonly Mutation[]
  readonly piece: string
  /** Lines that are not changed in themselves. */
  readonly spares?: RegExp
}

/** What stands in JSON and means something to it. */
const pieces = ['{', '}', '[', ']', ',', ':', '"', '\\', '\n', '\0', '\ufeff', '1e999', '-', 'null', '\\ud800', '{"type":"plan"}\n', '{"type":"done","scenario":"__proto__"}\n'] // prettier-ignore

/** Every so many cases the report is written in all formats. */
const formatsEvery = 20

/**
 * Changes the evidence of a run in the structure of its lines, as text, and in their order, and has it judged again, settled, cleaned
 * up and compared. A part of it is sealed again, as if octospec itself had written it, so that it is acted upon.
 * @returns what went wrong, a line each
 */
export async function fuzzEvidence(count: number, seed: number): Promise<readonly string[]> {
  const before = prototypes()
  const run = await ownRunOnDisk()
  const wrong: string[] = []
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('change', 'change', 'change', 'change', 'splice', 'drop', 'double', 'move', 'cut'),
    changes: mutations(seed),
    piece: fc.constantFrom(...pieces),
  })
  const some = fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 4 }), sealed: fc.boolean() })
  try {
    for (const [index, { edits, sealed }] of fc.sample(some, { numRuns: count, seed }).entries()) {
      // What octospec sealed of a scenario's own data is as that scenario gave it.
      const whole = sealed ? edits.map((each) => ({ ...each, spares: /^\{"type":"(trial|pending)"/ })) : edits
      const lines = whole.reduce(edited, sealed ? run.lines.slice(0, -1) : run.lines)
      const faults = await faultsOf(run, lines, sealed, index)
      wrong.push(...faults.map((fault) => `evidence ${index} of seed ${seed}: ${fault}`))
    }
  } finally {
    await run.close()
  }
  if (prototypes() !== before) wrong.push('a prototype was changed')
  return wrong
}

async function faultsOf(
  run: OwnRunOnDisk,
  lines: readonly string[],
  sealed: boolean,
  index: number,
): Promise<readonly string[]> {
  const text = sealed ? run.seal(lines) : lines.map((line) => `${line}\n`).join('')
  const folder = run.put({ [evidenceName]: text, 'report.json': run.report })
  const judged = await judgedFaults(folder, index % formatsEvery === 0)
  const before = run.requests()
  const commands = [
    ['verify', 'case'],
    ['resume', 'case'],
    ['resume', 'case', '--cancel'],
    ['diff', 'run', join('case', evidenceName)],
  ]
  const command = commands[index % commands.length] ?? []
  const fault = await run.faultOfCommand(command)
  const sent = run.requests() - before
  return [
    ...judged,
    ...(fault === null ? [] : [`${command.join(' ')}: ${fault}`]),
    ...(sent > 0 && !sealed && !keepsASeal(run, lines) ? [`${command.join(' ')} sent ${sent} requests`] : []),
  ]
}

async function judgedFaults(folder: string, rendered: boolean): Promise<readonly string[]> {
  try {
    const { report } = await verifyRun({ folder, report: join(folder, 'report.json') }, pack)
    return report === null ? [] : await reportFaults(report, [], rendered)
  } catch (error) {
    return error instanceof EvidenceError ? [] : [faultOf(error)]
  }
}

/** Whether the lines begin as those of the run, as far as one of its seals: so far they are proven. */
function keepsASeal(run: OwnRunOnDisk, lines: readonly string[]): boolean {
  const differs = lines.findIndex((line, at) => line !== run.lines[at])
  return lines.slice(0, differs < 0 ? lines.length : differs).some((line) => line.startsWith('{"type":"seal"'))
}

function edited(lines: readonly string[], { at, how, changes, piece, spares }: Edit): readonly string[] {
  // Most of what can be changed is in the plan, and hardly any line would be it.
  const index = at % 7 === 0 ? 0 : at % Math.max(1, lines.length)
  const line = lines[index]
  if (line === undefined) return lines
  if (how === 'drop') return lines.toSpliced(index, 1)
  if (how === 'double') return lines.toSpliced(index, 0, line)
  if (how === 'move') return lines.toSpliced(index, 1).toSpliced((at >>> 8) % lines.length, 0, line)
  if (spares?.test(line) === true) return lines
  if (how === 'cut') return [...lines.slice(0, index), line.slice(0, (at >>> 8) % (line.length + 1))]
  const from = (at >>> 8) % (line.length + 1)
  if (how === 'splice') return lines.with(index, line.slice(0, from) + piece + line.slice(from + ((at >>> 4) % 4)))
  return lines.with(index, changed(line, changes))
}

function changed(line: string, changes: readonly Mutation[]): string {
  try {
    const value: Json = JSON.parse(line)
    return JSON.stringify(mutated(value, changes))
  } catch {
    return line
  }
}
