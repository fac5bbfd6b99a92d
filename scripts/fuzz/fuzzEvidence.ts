import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { main } from '../../src/cli/main.js'
import { testIo } from '../../src/cli/testIo.test.data.js'
import { testClock } from '../../src/wire/testClock.test.data.js'
import { faultOf } from '../../src/contract/messageOf.js'
import { evidenceName } from '../../src/evidence/evidenceFile.js'
import { openRunKey, sealOf } from '../../src/evidence/seal.js'
import { startReference } from '../../suites/transfers/reference/startReference.js'
import { changedText, someChanges, type Changes } from './changes.js'

/** A change of one line, or of the order of lines. */
interface Edit {
  readonly at: number
  readonly how: 'change' | 'splice' | 'drop' | 'double' | 'cut'
  readonly changes: Changes
  readonly piece: string
}

/** Pieces of text with a meaning in JSON. */
const pieces = ['{', ']', ',', ':', '"', '\\', '\n', '\0', '\ufeff', '1e999', 'null', '\\ud800', '{"type":"plan"}\n']

/** In turn, each with the changed run as its folder `case`. */
const commands = [
  ['verify', 'case'],
  ['resume', 'case'],
  ['resume', 'case', '--cancel'],
  ['diff', 'run', 'case'],
  ['diff', 'case', 'run', '--format', 'md'],
]

/** Milliseconds of computing that one command may take. */
const longest = 8000

/**
 * Changes the evidence and the report of a run in structure and as text, then verifies, resumes, cancels and compares
 * them. A part of it is sealed again, as if octospec itself had written it, so that it is acted upon.
 * @returns what went wrong, a line each
 */
export async function fuzzEvidence(count: number, seed: number): Promise<readonly string[]> {
  const run = await ownRun()
  const wrong: string[] = []
  const edit: fc.Arbitrary<Edit> = fc.record({
    at: fc.nat(),
    how: fc.constantFrom('change', 'change', 'change', 'change', 'splice', 'drop', 'double', 'cut'),
    changes: someChanges(seed),
    piece: fc.constantFrom(...pieces),
  })
  const some = fc.record({
    edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
    sealed: fc.boolean(),
    report: fc.option(someChanges(seed), { nil: [] }),
  })
  try {
    for (const [index, { edits, sealed, report }] of fc.sample(some, { numRuns: count, seed }).entries()) {
      const lines = edits.reduce((all, each) => edited(all, each, sealed), sealed ? run.lines.slice(0, -1) : run.lines)
      run.put(sealed ? run.seal(lines) : textOf(lines), changedText(run.report, report))
      const command = commands[index % commands.length] ?? []
      const before = run.requests()
      const fault = await run.faultOfCommand(command)
      const sent = run.requests() - before
      const place = `evidence ${index} of seed ${seed}, ${command.join(' ')}`
      if (fault !== null) wrong.push(`${place}: ${fault}`)
      if (sent > 0 && !sealed && !keepsASeal(run.lines, lines)) wrong.push(`${place} sent ${sent} requests`)
    }
  } finally {
    await run.close()
  }
  return 'polluted' in {} ? [...wrong, 'a prototype was changed'] : wrong
}

/** Whether the lines begin as those of the run, as far as one of its seals: so far they are proven. */
function keepsASeal(own: readonly string[], lines: readonly string[]): boolean {
  const differs = lines.findIndex((line, at) => line !== own[at])
  return lines.slice(0, differs < 0 ? lines.length : differs).some((line) => line.startsWith('{"type":"seal"'))
}

function edited(lines: readonly string[], { at, how, changes, piece }: Edit, sealed: boolean): readonly string[] {
  // Most of what can be changed is in the plan, and hardly any line would be it.
  const index = at % 7 === 0 ? 0 : at % Math.max(1, lines.length)
  const line = lines[index]
  if (line === undefined) return lines
  if (how === 'drop') return lines.toSpliced(index, 1)
  if (how === 'double') return lines.toSpliced(index, 0, line)
  // octospec seals a scenario's own data as the scenario gave it.
  if (sealed && /^\{"type":"(trial|pending)"/.test(line)) return lines
  const from = (at >>> 8) % (line.length + 1)
  if (how === 'cut') return [...lines.slice(0, index), line.slice(0, from)]
  if (how === 'splice') return lines.with(index, line.slice(0, from) + piece + line.slice(from + ((at >>> 4) % 4)))
  return lines.with(index, changedText(line, changes))
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** A run in a folder of whoever made it, with holds still ageing, and the service that it was made on. */
interface OwnRun {
  /** Lines of its evidence. */
  readonly lines: readonly string[]
  /** Its `report.json`. */
  readonly report: string
  /** Requests that the service got so far. */
  readonly requests: () => number
  /** Writes the folder `case`. */
  readonly put: (evidence: string, report: string) => void
  /** Seals lines as octospec would have with the key of this user. */
  readonly seal: (lines: readonly string[]) => string
  /** Runs one command line; the answer is what went wrong with it, null: nothing did. */
  readonly faultOfCommand: (argv: readonly string[]) => Promise<string | null>
  readonly close: () => Promise<void>
}

/** Makes such a run, of a few scenarios with lines of most types. */
async function ownRun(): Promise<OwnRun> {
  const clock = testClock()
  const reference = await startReference({ now: () => clock.now() })
  let requests = 0
  const { service } = reference
  const handle = service.handle.bind(service)
  service.handle = (call) => {
    requests += 1
    return handle(call)
  }
  const env = { TOKEN: 'reference-token-a' }
  const io = testIo({ env, clock })
  const { cwd } = io
  io.file(
    'p.yaml',
    `target: { url: '${reference.url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`,
  )
  const only = ['hold.over-by-*', 'cancel.confirmed-*', 'reserve.minutes-*'].flatMap((glob) => ['--only', glob])
  const exit = await main(['run', '--profile', 'p.yaml', ...only, '--effort', 'low', '--report', 'json', '--out', 'run'], io) // prettier-ignore
  const evidence = readFileSync(join(cwd, 'run', evidenceName), 'utf8')
  if (exit !== 3 || !evidence.includes('"type":"pending"'))
    throw new Error(`the run is not as it should be: ${io.both()}`)
  // So that whatever is still ageing can be settled.
  clock.advance(600 * 60_000)
  const key = openRunKey(io.env, false)
  const folder = join(cwd, 'case')
  return {
    lines: evidence.trimEnd().split('\n'),
    report: readFileSync(join(cwd, 'run', 'report.json'), 'utf8'),
    requests: () => requests,
    put: (changed, report) => {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      writeFileSync(join(folder, evidenceName), changed)
      writeFileSync(join(folder, 'report.json'), report)
    },
    seal: (lines) => {
      const sha256 = createHash('sha256').update(textOf(lines)).digest('hex')
      return textOf([...lines, JSON.stringify(sealOf(key, sha256))])
    },
    faultOfCommand: async (argv) => {
      const began = process.cpuUsage()
      const each = testIo({ env, clock, cwd })
      try {
        const code = await main(argv, each)
        if (code > 4 || /OCTOSPEC_INTERNAL|please report|\n +at /.test(each.both()))
          return `exit ${code}: ${each.both()}`
      } catch (error) {
        return faultOf(error)
      }
      const { user, system } = process.cpuUsage(began)
      return user + system > longest * 1000 ? `it took ${Math.round((user + system) / 1000)} ms` : null
    },
    close: async () => {
      await reference.close()
      rmSync(cwd, { recursive: true })
    },
  }
}
