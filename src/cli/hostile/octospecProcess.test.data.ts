// A process that runs command lines of octospec, several at once, and tells of each what came of it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../docs.test.data.js'
import { collectEarly } from '../io.js'
import { tryMain } from '../testIo.test.data.js'
import { hurriedClock } from './hurriedClock.test.data.js'

type Main = typeof import('../main.js').main

/** A command line to run; the profile is written as `target.yaml`, and the report is expected in `out/`. */
export interface Order {
  readonly id: number
  readonly argv: readonly string[]
  readonly profile: string
}

/** What came of an order. */
export interface Delivery {
  readonly id: number
  readonly exit: number
  readonly out: string
  readonly err: string
  /** `report.json` as it was written; null: there is none. */
  readonly report: string | null
  /** Milliseconds by octospec's clock. */
  readonly took: number
  /** The most memory that the process ever had, in megabytes. */
  readonly peak: number
}

/** What else the process has to tell. */
export type Told =
  | { readonly delivery: Delivery }
  | { readonly beat: true }
  /** Something that nobody handled. */
  | { readonly unhandled: string }

/** Milliseconds. A process that computes for longer without a pause is frozen: it would not hear a signal. */
const mostComputing = 4000

// The other side imports this file for its types.
if (process.argv[1]?.endsWith('octospecProcess.test.data.js') === true) serve()

function serve(): void {
  collectEarly()
  const tell = (told: Told): void => void process.send?.(told)
  const unhandled = (error: unknown): void =>
    tell({ unhandled: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  // Who gave the orders is gone: telling it of that would fail as well, for ever.
  process.on('disconnect', () => process.exit())
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', unhandled)
  let used = process.cpuUsage()
  setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    // Computing, not waiting for a busy machine.
    if (user + system > mostComputing * 1000)
      tell({ unhandled: `it computed for ${(user + system) / 1e6} s without a pause` })
    else tell({ beat: true })
  }, 200).unref()
  // Loading a module when it is first needed is no freeze.
  const warm = packedMain().then(async (main) => {
    await tryMain(['explain', '--checks'], {}, main)
    return main
  })
  process.on('message', (order: Order) => {
    warm.then((main) => deliver(order, main)).then((delivery) => tell({ delivery }), unhandled)
  })
}

/** As users have it: loaded in half the time that its modules take one by one. */
async function packedMain(): Promise<Main> {
  const packed: { readonly main: Main } = await import(pathToFileURL(join(root, 'dist', 'bundle', 'main.js')).href)
  return packed.main
}

async function deliver({ id, argv, profile }: Order, main: Main): Promise<Delivery> {
  const clock = hurriedClock()
  const began = clock.monotonic()
  const { exit, out, err, io } = await tryMain(argv, { clock, files: { 'target.yaml': profile } }, main)
  const file = join(io.cwd, 'out', 'report.json')
  const report = existsSync(file) ? readFileSync(file, 'utf8') : null
  return { id, exit, out, err, report, took: clock.monotonic() - began, peak: process.resourceUsage().maxRSS / 1024 }
}
