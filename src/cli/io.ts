import { setFlagsFromString } from 'node:v8'
import { systemClock } from '../wire/clock.js'
import type { World } from '../library/ownRun.js'
import { KnownSecrets } from '../wire/secrets.js'
import { TookTooLong } from '../wire/stop.js'
import { exitCodes, CliError } from './errorCodes.js'

/** A time, as it was given and in milliseconds. */
export interface Duration {
  readonly text: string
  readonly milliseconds: number
}

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** All that the command line has of the world; tests pass another. `main` passes outputs that leave secrets out. */
export interface Io extends World {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: AsyncIterable<Uint8Array | string>
  /** Calls back when something was thrown that nobody waits for; the result undoes that. */
  readonly onCrash: (callback: (error: unknown) => void) => () => void
  /** Calls back at each Ctrl-C, request to end or end of the terminal; the result undoes that. */
  readonly onSignal: (callback: (signal: string) => void) => () => void
  /** Ends the process at once. */
  readonly exit: (code: number) => void
}

/** Has V8 collect garbage early: a hostile target would make it keep most of 300 MB otherwise. */
export function collectEarly(): void {
  setFlagsFromString('--heap-growing-percent=40')
}

export function processIo(): Io {
  collectEarly()
  // A reader may close our output early (`octospec explain --clauses | head`): our work and exit code stay the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    secrets: new KnownSecrets(),
    onCrash: (callback) => {
      process.on('uncaughtException', callback)
      return () => void process.off('uncaughtException', callback)
    },
    onSignal: (callback) => {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
      for (const signal of signals) process.on(signal, callback)
      return () => {
        for (const signal of signals) process.off(signal, callback)
      }
    },
    exit: (code) => process.exit(code),
  }
}

/** What a CI system acts upon wherever it stands in a line: the old form of GitHub, Azure Pipelines, TeamCity. */
const anywhere = /##(?=\[|vso\[|teamcity\[)/gi
/** A command of GitHub Actions at the start of a line, after spaces. One with a title is octospec's own annotation. */
const command = /^::(?!(?:error|warning|notice) [^:]*\btitle=)[a-z][a-z-]*(?: |::)/i

/** The text to print, without what a CI log would obey: texts of targets, profiles and reports may be commands. */
export function withoutCommands(text: string, env: Readonly<Record<string, string | undefined>>): string {
  const plain = text.replaceAll(anywhere, '#\\u0023')
  if (env['GITHUB_ACTIONS'] !== 'true' || !plain.includes('::')) return plain
  return plain
    .split('\n')
    .map((line) => {
      const rest = line.trimStart()
      return command.test(rest) ? `${line.slice(0, line.length - rest.length)}:\\u003a${rest.slice(2)}` : line
    })
    .join('\n')
}

export interface CutShort {
  readonly signal: AbortSignal
  abort(reason: Error): void
  release(): void
}

/**
 * Ctrl-C once, or the time limit: what is under way is ended, cleaned up and reported as aborted. Ctrl-C twice ends the
 * process at once.
 * @param last puts what is known so far into files, before the process ends at once
 * @param ending what is done before it ends
 */
export function cutShort(
  { onSignal, stderr, exit, clock }: Pick<Io, 'onSignal' | 'stderr' | 'exit' | 'clock'>,
  last: () => void,
  limit?: Duration,
  ending = 'cleaning up and writing the report',
): CutShort {
  const controller = new AbortController()
  const over = new AbortController()
  const abort = (reason: Error): void => controller.abort(reason)
  const release = onSignal((signal) => {
    if (controller.signal.aborted) {
      last()
      exit(exitCodes[4]?.code ?? 4)
      return
    }
    abort(new Error(`the run was interrupted by ${signal}`))
    stderr.write(`\n${signal}: ${ending}; once more ends it at once\n`)
  })
  const watch = async ({ milliseconds, text }: Duration): Promise<void> => {
    try {
      await clock.sleep(milliseconds, over.signal)
    } catch {
      // It ended in time.
      return
    }
    if (controller.signal.aborted) return
    abort(new TookTooLong(text))
    stderr.write(`\nthe time limit of ${text} is over: ${ending}\n`)
  }
  if (limit !== undefined) void watch(limit)
  return {
    signal: controller.signal,
    abort,
    release: () => {
      release()
      over.abort()
    },
  }
}

/** Starts a listener. @throws CliError OCTOSPEC_PORT where it cannot listen there */
export async function listening<Listener>(
  { host, port }: { readonly host: string; readonly port: number },
  start: () => Promise<Listener>,
  remedy?: string,
): Promise<Listener> {
  try {
    return await start()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const where = `${host}:${port}`
    if (code === 'EADDRINUSE') throw new CliError('OCTOSPEC_PORT', `${where} is in use by another program`, remedy)
    if (code === 'EACCES') throw new CliError('OCTOSPEC_PORT', `${where} may not be listened at`, remedy)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new CliError('OCTOSPEC_PORT', `${host} is no address of this machine`, 'mend --host')
    throw error
  }
}
