import { setFlagsFromString } from 'node:v8'
import { systemClock } from '../client/clock.js'
import type { World } from '../library/world.js'
import { knownSecrets } from '../secrets/knownSecrets.js'

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** All that the command line has of the world, so that tests can give it another; `main` gives a command outputs that leave secrets out. */
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
  // Who reads our output may have read enough (`octospec explain --clauses | head`); that changes neither what we do nor the exit code.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    clock: systemClock,
    secrets: knownSecrets(),
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
