import { RunError, type RunErrorCode } from '../judge/runError.js'
import type { Verdict } from '../judge/report.js'
import { escapeText } from '../contract/escapeText.js'
import type { World } from '../library/ownRun.js'
import { faultOf, messageOf } from '../contract/messageOf.js'

/** An error of octospec: its exit code, what it says, and why it ends the command. */
export interface ErrorCode {
  readonly exit: number
  readonly meaning: string
  /** Why that matters: the second line of the message. */
  readonly why: string
  readonly remedy: string
}

/** What each error says; the exit code is 2 unless given. */
const table = {
  OCTOSPEC_UNREACHABLE: {
    exit: 4,
    meaning: 'a request of the walk got no answer, or only that of a gateway with nothing behind it',
    why: 'without an answer nothing can be tested or cancelled',
    remedy: 'start the target, or mend target.url in the profile',
  },
  OCTOSPEC_RATE_LIMITED: {
    exit: 4,
    meaning:
      'the first request was answered with 429, or with another status and words or headers of a limit on requests, however often it was sent',
    why: 'without another answer nothing can be tested',
    remedy:
      'wait until the target lets requests through again, or have its limit raised; limits.requestsPerSecond in the profile keeps a run within one',
  },
  OCTOSPEC_CREDENTIALS_REFUSED: {
    meaning: 'the first request was answered with 401 or 403',
    why: 'a target that refuses the caller would fail every check for the wrong reason',
    remedy: 'see target.headers in the profile and the environment variables that it names',
  },
  OCTOSPEC_NOT_AN_API: {
    meaning: 'the first request was answered with an HTML page',
    why: 'what answers there is no API, so its answers say nothing about the documents',
    remedy: 'see target.url in the profile: it must be the address that /bookings is appended to',
  },
  OCTOSPEC_WRONG_ADDRESS: {
    meaning: 'the target answers the operations of the profile as it answers a path that cannot exist',
    why: 'this is no verdict on the target: what answers there does not have the service',
    remedy: 'see target.url in the profile: it must be the address that /bookings is appended to',
  },
  OCTOSPEC_WRONG_PROFILE: {
    meaning: 'the walk through one booking failed by what the profile says of the target',
    why: 'this is no verdict on the target: a run would blame it for what the profile gets wrong',
    remedy: 'mend the key that is named; octospec doctor walks the same path and judges nothing',
  },
  OCTOSPEC_NO_TOKEN: {
    meaning: 'could not get an access token',
    why: 'without it the target would refuse everything, which says nothing about it',
    remedy: 'see target.token in the profile, or the command of OCTOSPEC_TOKEN_COMMAND',
  },
  OCTOSPEC_NOT_LEARNED: {
    meaning: 'octospec init found the target, and nothing there that can be booked',
    why: 'no profile was written: without something to book, nothing else can be learned',
    remedy: 'name what may be booked with --product and --option, as the target knows it, and with --day when',
  },
  OCTOSPEC_NOTHING_SELECTED: {
    meaning: 'a pattern of --only matches no check and no clause',
    why: 'a run that tests less than it was asked to must not look like a success',
    remedy: 'see octospec explain --checks',
  },
  OCTOSPEC_USAGE: {
    meaning: 'the command line is not one that octospec knows',
    why: 'nothing was sent',
    remedy: 'see octospec --help',
  },
  OCTOSPEC_PROFILE: {
    meaning: 'the profile cannot be used',
    why: 'nothing was sent: a run with a wrong profile would blame the target for it',
    remedy: 'mend the places named; spec/profile.schema.json lets an editor complete and check a profile',
  },
  OCTOSPEC_PROFILE_CHANGED: {
    meaning: 'the profile is not the one that the run was made with',
    why: 'one report cannot be judged by two profiles',
    remedy: 'come back with the profile of the run, or run again',
  },
  OCTOSPEC_FLEET: {
    meaning: 'the file of a fleet cannot be used, or its shards do not belong together',
    why: 'nothing was sent to any of its targets',
    remedy: 'mend the places named',
  },
  OCTOSPEC_UNKNOWN_NAME: {
    meaning: 'there is no fault, variant or dialect of that name',
    why: 'nothing was started',
    remedy: 'see octospec serve --list-faults and --list-variants',
  },
  OCTOSPEC_UNKNOWN_ID: {
    meaning: 'nothing has that id',
    why: 'nothing was sent',
    remedy:
      'see octospec explain --clauses and --checks; outcomes, error codes, exit codes and profile keys have ids too',
  },
  OCTOSPEC_FILE: {
    meaning: 'a file cannot be read',
    why: 'what it should say is needed',
    remedy: 'name a file that exists, or - for standard input',
  },
  OCTOSPEC_NOT_JSON: {
    meaning: 'a payload is no JSON',
    why: 'only JSON can be held to the contract',
    remedy: 'mend the place named',
  },
  OCTOSPEC_CONTRACT: {
    meaning: 'the contract cannot be filled in as the profile says',
    why: 'OpenAPI cannot say what this profile says',
    remedy: 'see the operations of the profile',
  },
  OCTOSPEC_PORT: {
    meaning: 'octospec cannot listen there',
    why: 'nothing was started',
    remedy: 'choose another port with --port; --port 0 takes a free one',
  },
  OCTOSPEC_OUTPUT: {
    meaning: 'a file cannot be written',
    why: 'octospec could not write its results',
    remedy: 'name another folder with --out',
  },
  OCTOSPEC_IN_USE: {
    meaning: 'another octospec is at work in the folder',
    why: 'two runs in one folder would destroy each other',
    remedy: 'wait for it, or name another folder with --out',
  },
  OCTOSPEC_EVIDENCE: {
    meaning: 'the evidence of a run cannot be read',
    why: 'all judging follows from the evidence',
    remedy: 'name the folder of a run, unchanged, as octospec run wrote it',
  },
  OCTOSPEC_UNPROVEN: {
    meaning: 'nothing proves that the evidence is that of a run of yours',
    why: "nothing was sent: the bookings that it names could be anybody's",
    remedy:
      'use the machine and user of the run, or give the key of the run in OCTOSPEC_RUN_KEY; for a run that was killed, give --cancel-all',
  },
  OCTOSPEC_REPORT: {
    meaning: 'the report of a run cannot be read',
    why: 'what a run came to is read from there',
    remedy: 'name the folder of a run that octospec run wrote, or its report.json',
  },
  OCTOSPEC_INTERNAL: {
    exit: 5,
    meaning: 'octospec itself broke',
    why: 'this says nothing about the target',
    remedy: 'please report it, with the command and what OCTOSPEC_DEBUG=1 adds',
  },
}

export type ErrorCodeName = RunErrorCode | keyof typeof table

export const errorCodes: Readonly<Record<ErrorCodeName, ErrorCode>> = withExits(table)

function withExits<Name extends string>(
  codes: Readonly<Record<Name, Omit<ErrorCode, 'exit'>>>,
): Readonly<Record<Name, ErrorCode>> {
  const entries = Object.entries<Omit<ErrorCode, 'exit'>>(codes).map(([name, code]) => [name, { exit: 2, ...code }])
  // The same names.
  return Object.fromEntries(entries) as Record<Name, ErrorCode>
}

export function isErrorCode(code: unknown): code is ErrorCodeName {
  return typeof code === 'string' && Object.hasOwn(errorCodes, code)
}

/** What ends a command early: a code of the table, what happened, and what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: ErrorCodeName
  readonly remedy: string
  readonly exit: number

  /** @param exit of the code's own row in the table unless given */
  constructor(code: ErrorCodeName, message: string, remedy: string = errorCodes[code].remedy, exit?: number) {
    super(message)
    this.code = code
    this.remedy = remedy
    this.exit = exit ?? errorCodes[code].exit
  }
}

export function usage(message: string, remedy?: string): CliError {
  return new CliError('OCTOSPEC_USAGE', message, remedy)
}

export interface ExitCode {
  readonly code: number
  readonly name: string
  readonly meaning: string
}

export const exitCodes: readonly ExitCode[] = [
  {
    code: 0,
    name: 'conforms',
    meaning:
      'no must or derived clause is broken, and every applicable must clause was verified, but for those that --allow-untested names; of other commands: it holds',
  },
  {
    code: 1,
    name: 'fails',
    meaning:
      'at least one must or derived clause is broken, or a waiver matches no failure any more; of other commands: it does not hold',
  },
  {
    code: 2,
    name: 'wrong use',
    meaning:
      'wrong use or a wrong profile, also credentials that were refused and HTML instead of an API; it is no verdict on the target (reports of a run say aborted), and what the walk booked was cancelled or is named',
  },
  {
    code: 3,
    name: 'unverified',
    meaning: 'nothing is broken, but an applicable must clause is untested, and --allow-untested does not name it',
  },
  {
    code: 4,
    name: 'aborted',
    meaning:
      'the target cannot be reached, its credentials ran out, or the run was cut short; aborted with exit code 2 is a wrong profile, address or credentials',
  },
  { code: 5, name: 'suite-error', meaning: 'octospec itself broke: please report it' },
]

const codes: Readonly<Record<Verdict, number>> = { conforms: 0, fails: 1, unverified: 3, aborted: 4, 'suite-error': 5 }

export function exitCodeOf(verdict: Verdict): number {
  return codes[verdict]
}

/** A profile may have more places that are wrong than anyone reads. */
const mostLines = 200

/** Says what ended a command, without a stack, and gives the exit code. */
export function reportError(
  error: unknown,
  { stderr, env, secrets }: Pick<World, 'env' | 'secrets'> & { readonly stderr: { write(text: string): unknown } },
): number {
  const code = codeOf(error)
  const { why, remedy } = errorCodes[code]
  const own = code === 'OCTOSPEC_INTERNAL' ? faultOf(error) : messageOf(error)
  const [first = '', ...more] = linesOf(secrets.text(own))
  // A profile has many places to name; each stands on a line of its own, ready to be clicked.
  const places = more.length > 0 && !(error instanceof RunError)
  const what = [...(places ? [''] : []), first, ...more].join('\n  ')
  const todo = memberOf(error, 'remedy') ?? remedy
  stderr.write(
    `error ${code}:${what.startsWith('\n') ? '' : ' '}${what}\n  ${why}\n  do: ${linesOf(secrets.text(todo)).join(' ')}\n`,
  )
  if (env['OCTOSPEC_DEBUG'] === '1' && error instanceof Error)
    stderr.write(`${linesOf(secrets.text(error.stack ?? '')).join('\n')}\n`)
  return exitOf(error)
}

export function exitOf(error: unknown): number {
  const given = typeof error === 'object' && error !== null && 'exit' in error ? error.exit : undefined
  return typeof given === 'number' ? given : errorCodes[codeOf(error)].exit
}

/** Of what is said, as much as can be read; before it is cut, secrets have been taken out. */
function linesOf(text: string): string[] {
  return text.split('\n', mostLines).map((line) => escapeText(line, 2000))
}

function codeOf(error: unknown): ErrorCodeName {
  const code = memberOf(error, 'code')
  // The reference service is a layer of its own and has its own word for it.
  if (code === 'E_UNKNOWN_NAME') return 'OCTOSPEC_UNKNOWN_NAME'
  return isErrorCode(code) ? code : 'OCTOSPEC_INTERNAL'
}

function memberOf(error: unknown, name: 'code' | 'remedy'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
