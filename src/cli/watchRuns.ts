import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'
import { escapeText } from '../contract/escapeText.js'
import { readReport } from '../report/reportFile.js'
import { counts } from '../judge/verdict.js'
import { exitCodeOf } from './exitCodes.js'
import type { Io } from './io.js'
import { profileNamed } from './profileSource.js'
import { readProfileOf } from '../library/readProfileOf.js'
import { reportError } from './reportError.js'

/** What is watched. */
export interface Watched {
  readonly profile: string | undefined
  readonly target: string | undefined
  readonly envFile: string | undefined
  /** Folder that each run writes into. */
  readonly out: string
}

/** What a run is called for by, and which checks it is about; none: those that were asked for. */
export interface WatchedRun {
  readonly why: 'begin' | 'profile' | 'server' | 'mended'
  readonly only: readonly string[]
}

/** Milliseconds from one look to the next. */
const pause = 250

/**
 * Runs, and runs again whenever that is called for, until Ctrl-C: all of it when the profile or its variables have changed; when the
 * server was away and is back, what failed before, and all of it once nothing of that fails any more.
 *
 * @param run gives the exit code, and throws what kept a run from its end
 * @returns the exit code of the last run
 */
export async function watchRuns(watched: Watched, io: Io, run: (what: WatchedRun) => Promise<number>): Promise<number> {
  const { stderr, onSignal } = io
  const over = new AbortController()
  const release = onSignal(() => over.abort(new Error('it was interrupted')))
  let exit = 0
  try {
    for (let next: WatchedRun | null = { why: 'begin', only: [] }; next !== null;) {
      // A change while it runs counts, too.
      const before = filesOf(watched, io)
      exit = await run(next).catch((error: unknown) => reportError(error, io))
      if (over.signal.aborted) return exit
      if (next.only.length > 0 && exit === exitCodeOf('conforms')) {
        next = { why: 'mended', only: [] }
        continue
      }
      stderr.write('\nwatching the profile and the server: Ctrl-C ends it\n')
      next = await nextRun(watched, before, io, over.signal)
      if (next !== null) stderr.write(`\n${said(next)}\n`)
    }
    return exit
  } finally {
    release()
  }
}

function said({ why, only }: WatchedRun): string {
  if (why === 'profile') return 'the profile has changed: running all of it'
  return only.length > 0
    ? `the server is back: running the ${only.length} ${only.length === 1 ? 'check' : 'checks'} that failed`
    : 'the server is back: running all of it'
}

/** null: it was interrupted. */
async function nextRun(watched: Watched, before: string, io: Io, signal: AbortSignal): Promise<WatchedRun | null> {
  const address = await addressOf(watched, io)
  let away = address !== null && !(await answers(address))
  try {
    for (;;) {
      if (filesOf(watched, io) !== before) return { why: 'profile', only: [] }
      const there = address !== null && (await answers(address))
      if (away && there) return { why: 'server', only: failing(watched, io) }
      away = address !== null && !there
      await io.clock.sleep(pause, signal)
    }
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** The times and sizes of the files that say what a run is about. */
function filesOf({ profile, envFile }: Watched, io: Io): string {
  const files = [profileNamed(profile, io), ...(envFile === undefined ? [] : [envFile])]
  return files
    .map((file) => {
      const found = statSync(resolve(io.cwd, file), { throwIfNoEntry: false })
      return found === undefined ? '' : `${found.mtimeMs} ${found.size}`
    })
    .join('\n')
}

/** Host and port of the target; null: the profile does not say, as long as it is wrong. */
async function addressOf({ profile, target }: Watched, io: Io): Promise<URL | null> {
  try {
    const overrides = target === undefined ? {} : { 'target.url': target }
    return new URL((await readProfileOf(profileNamed(profile, io), io, overrides)).target.url)
  } catch {
    return null
  }
}

/** Whether anybody takes a connection: nothing is sent on it. */
function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(Number(port || (protocol === 'https:' ? 443 : 80)), hostname.replace(/^\[|\]$/g, ''))
    const end = (is: boolean): void => {
      socket.destroy()
      done(is)
    }
    socket.setTimeout(2000, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** The checks that failed in the last run; none where it did not come to that. */
function failing({ out }: Watched, io: Io): readonly string[] {
  try {
    return readReport(io.cwd, out)
      .checks.filter(counts)
      .map(({ id }) => id)
  } catch (error) {
    io.stderr.write(`note: ${escapeText(error instanceof Error ? error.message : 'there is no report')}\n`)
    return []
  }
}
