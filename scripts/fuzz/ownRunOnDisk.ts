import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testClock } from '../../src/client/clock.js'
import { faultOf } from '../../src/contract/faultOf.js'
import { main } from '../../src/cli/main.js'
import { testIo } from '../../src/cli/testIo.test.data.js'
import { evidenceName } from '../../src/evidence/evidenceFile.js'
import { openRunKey } from '../../src/evidence/runKey.js'
import { sealOf } from '../../src/evidence/seal.js'
import { startReference } from '../../suites/transfers/reference/startReference.js'

/** Milliseconds of computing that one command may take. */
const longest = 8000

/** A run in a folder of whoever made it, with holds still ageing, and the service that it was made on. */
export interface OwnRunOnDisk {
  readonly cwd: string
  readonly lines: readonly string[]
  /** Its `report.json`. */
  readonly report: string
  readonly requests: () => number
  /** Puts files into the folder `case`, which has none else, and gives its path. */
  readonly put: (files: Readonly<Record<string, string>>) => string
  /** Seals lines as octospec would have with the key of this user. */
  readonly seal: (lines: readonly string[]) => string
  /** Runs one command line; the answer is what went wrong with it, null: nothing did. */
  readonly faultOfCommand: (argv: readonly string[]) => Promise<string | null>
  readonly close: () => Promise<void>
}

/** Makes such a run, of a few scenarios with lines of most types. */
export async function ownRunOnDisk(): Promise<OwnRunOnDisk> {
  const clock = testClock()
  const reference = await startReference({ now: () => clock.now() })
  let requests = 0
  const { service } = reference
  const handle = service.handle.bind(service)
  service.handle = (call) => {
    requests += 1
    return handle(call)
  }
  const io = (): ReturnType<typeof testIo> => testIo({ env: { TOKEN: 'reference-token-a' }, clock, cwd })
  const first = testIo({ env: { TOKEN: 'reference-token-a' }, clock })
  const { cwd } = first
  first.file(
    'p.yaml',
    `target: { url: '${reference.url}', headers: { Authorization: 'Bearer \${TOKEN}' } }
bookable: [{ as: standard, productId: prod-transfer, optionId: opt-sedan, defaultCurrency: EUR }]
`,
  )
  const only = ['hold.over-by-*', 'cancel.confirmed-*', 'reserve.minutes-*'].flatMap((glob) => ['--only', glob])
  const exit = await main(['run', '--profile', 'p.yaml', ...only, '--effort', 'low', '--report', 'json,md', '--out', 'run'], first) // prettier-ignore
  const evidence = readFileSync(join(cwd, 'run', evidenceName), 'utf8')
  if (exit !== 3 || !evidence.includes('"type":"pending"'))
    throw new Error(`the run is not as it should be: ${first.both()}`)
  // So that whatever is still ageing can be settled.
  clock.advance(600 * 60_000)
  const key = openRunKey(first.env, false)
  return {
    cwd,
    lines: evidence.trimEnd().split('\n'),
    report: readFileSync(join(cwd, 'run', 'report.json'), 'utf8'),
    requests: () => requests,
    put: (files) => {
      const folder = join(cwd, 'case')
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder)
      for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
      return folder
    },
    seal: (lines) => {
      const text = lines.map((line) => `${line}\n`).join('')
      return `${text}${JSON.stringify(sealOf(key, createHash('sha256').update(text).digest('hex')))}\n`
    },
    faultOfCommand: async (argv) => {
      const began = process.cpuUsage()
      const each = io()
      try {
        const code = await main(argv, each)
        const said = each.both()
        if (![0, 1, 2, 3, 4].includes(code)) return `exit ${code}: ${said}`
        if (/OCTOSPEC_INTERNAL|please report|\n +at /.test(said)) return `it says ${said}`
      } catch (error) {
        return faultOf(error)
      }
      const { user, system } = process.cpuUsage(began)
      const took = (user + system) / 1000
      return took > longest ? `it took ${Math.round(took)} ms` : null
    },
    close: async () => {
      await reference.close()
      rmSync(cwd, { recursive: true })
    },
  }
}
