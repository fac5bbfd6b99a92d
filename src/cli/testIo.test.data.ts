import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, type Clock } from '../wire/clock.js'
import { KnownSecrets } from '../wire/secrets.js'
import type { Io } from './io.js'
import { main } from './main.js'

/** A world of its own for one command: a new folder, no environment, and outputs that are kept. */
export interface TestIo extends Io {
  readonly out: () => string
  readonly err: () => string
  /** All that was printed. */
  readonly both: () => string
  /** Ctrl-C. */
  readonly interrupt: () => void
  /** Something is thrown that nobody waits for. */
  readonly crash: (error: unknown) => void
  readonly exits: number[]
  /** Writes a file into the folder and gives its name. */
  readonly file: (name: string, content: string) => string
}

export interface TestIoOptions {
  readonly env?: Io['env']
  readonly stdin?: string
  readonly isTTY?: boolean
  readonly clock?: Clock
  /** A folder that an earlier command used. */
  readonly cwd?: string
  /** Told of each text written to stderr. */
  readonly onErr?: (text: string) => void
}

export function testIo(options: TestIoOptions = {}): TestIo {
  const cwd = options.cwd ?? mkdtempSync(join(tmpdir(), 'octospec-cli-'))
  let out = ''
  let err = ''
  const exits: number[] = []
  const callbacks = new Set<(signal: string) => void>()
  const crashes = new Set<(error: unknown) => void>()
  return {
    cwd,
    clock: options.clock ?? systemClock,
    // So that no test makes a key in the home folder of whoever runs it.
    env: { OCTOSPEC_RUN_KEY: 'a key for tests, as long as any other', ...options.env },
    stdout: { isTTY: options.isTTY, columns: 100, write: (text) => (out += text) },
    stderr: {
      isTTY: options.isTTY,
      columns: 100,
      write: (text) => {
        err += text
        options.onErr?.(text)
      },
    },
    stdin: stdinOf(options.stdin ?? ''),
    secrets: new KnownSecrets(),
    onCrash: (callback) => {
      crashes.add(callback)
      return () => void crashes.delete(callback)
    },
    onSignal: (callback) => {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    exit: (code) => void exits.push(code),
    out: () => out,
    err: () => err,
    both: () => out + err,
    exits,
    crash: (error) => {
      for (const callback of crashes) callback(error)
    },
    interrupt: () => {
      for (const callback of callbacks) callback('SIGINT')
    },
    file: (name, content) => {
      writeFileSync(join(cwd, name), content)
      return name
    },
  }
}

/**
 * Runs one command line in a world of its own.
 * @param program octospec as it is packed, in place of its source
 */
export async function tryMain(
  argv: readonly string[],
  options: TestIoOptions & { readonly files?: Readonly<Record<string, string>> } = {},
  program: typeof main = main,
): Promise<{ readonly exit: number; readonly out: string; readonly err: string; readonly io: TestIo }> {
  const io = testIo(options)
  for (const [name, content] of Object.entries(options.files ?? {})) io.file(name, content)
  const exit = await program(argv, io)
  return { exit, out: io.out(), err: io.err(), io }
}

async function* stdinOf(text: string): AsyncGenerator<string> {
  yield text
}
