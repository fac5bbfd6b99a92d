import { usage } from './errorCodes.js'
import type { Shard } from '../fleet/fleetFile.js'
import { formats } from '../report/formats.js'
import type { Duration, Io } from './io.js'

/**
 * An option of a command, tested against its type. By itself yargs makes an array of a scalar that is given twice, and
 * NaN of a number that is none.
 */
export interface Option<Value> {
  readonly type: 'string' | 'boolean'
  readonly describe: string
  /** What was given, as yargs has it, as the value that it means. @throws CliError */
  readonly coerce: (given: unknown) => Value
  readonly alias?: string
}

/** Text, given at most once. */
export function text(name: string, describe: string): Option<string | undefined> {
  return { type: 'string', describe, coerce: (given) => once(name, given) }
}

export function texts(name: string, describe: string): Option<readonly string[]> {
  return { type: 'string', describe, coerce: (given) => all(name, given) }
}

export function word<const Word extends string>(
  name: string,
  words: readonly Word[],
  describe: string,
): Option<Word | undefined> {
  return {
    type: 'string',
    describe: `${describe}: ${words.join(', ')}`,
    coerce: (given) => {
      const value = once(name, given)
      if (value === undefined) return undefined
      const found = words.find((each) => each === value)
      if (found === undefined) throw usage(`--${name} takes ${words.join(', ')}, but got '${value}'`)
      return found
    },
  }
}

export function whole(name: string, min: number, max: number, describe: string): Option<number | undefined> {
  return {
    type: 'string',
    describe,
    coerce: (given) => {
      const value = once(name, given)
      if (value === undefined) return undefined
      const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN
      if (!(number >= min && number <= max))
        throw usage(`--${name} takes a whole number from ${min} to ${max}, but got '${value}'`)
      return number
    },
  }
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const
const longestTime = 24 * units.h

/** A time such as 90s, 10m or 1h; a bare number is of seconds. */
export function duration(name: string, describe: string): Option<Duration | undefined> {
  return {
    type: 'string',
    describe,
    coerce: (given) => {
      const text = once(name, given)
      if (text === undefined) return undefined
      const [, number = '', unit = 's'] = /^(\d{1,6})([smh])?$/.exec(text) ?? []
      // The expression lets no other unit through.
      const milliseconds = Number(number) * units[unit as keyof typeof units]
      if (!(milliseconds > 0 && milliseconds <= longestTime))
        throw usage(`--${name} takes a time such as 90s, 10m or 1h, at most 24h, but got '${text}'`)
      return { text, milliseconds }
    },
  }
}

export const verboseRun: Option<boolean> = flag('a line for each scenario, and all that the report says')

export const timeLimit: Option<Duration | undefined> = duration(
  'time-limit',
  'such as 90s, 10m or 1h, 2h otherwise: then it ends, cleans up and is reported as aborted',
)

export function flag(describe: string): Option<boolean> {
  return { type: 'boolean', describe, coerce: (given) => [given].flat().includes(true) }
}

function once(name: string, given: unknown): string | undefined {
  const [first, ...more] = all(name, given)
  if (more.length > 0) throw usage(`--${name} is given more than once`)
  return first
}

function all(name: string, given: unknown): readonly string[] {
  if (given === undefined) return []
  return [given].flat().map((value: unknown) => {
    if (typeof value !== 'string' || value === '') throw usage(`--${name} needs a value`)
    return value
  })
}

export interface Seed {
  readonly number: number
  readonly path?: string
}

const largest = 2_147_483_647
const asText = text(
  'seed',
  'whole number that all chance follows from; SEED:PATH of a report goes to its failing value',
)

/** `--seed`: a whole number, or that and a path such as `7:0:3`. */
export const seedOption: Option<Seed | undefined> = {
  ...asText,
  coerce: (given) => {
    const value = asText.coerce(given)
    if (value === undefined) return undefined
    const [, digits, path] = /^(\d{1,10})(?::(\d+(?::\d+)*))?$/.exec(value) ?? []
    if (digits === undefined || Number(digits) > largest)
      throw usage(`--seed takes a whole number from 0 to ${largest}, or SEED:PATH of a report, but got '${value}'`)
    return { number: Number(digits), ...(path !== undefined && { path }) }
  },
}

export function shardOption(name: string, describe: string): Option<Shard | undefined> {
  const onePart = text(name, describe)
  return {
    ...onePart,
    coerce: (given) => {
      const asked = onePart.coerce(given)
      if (asked === undefined) return undefined
      const [index = 0, of = 0] = /^\d{1,3}\/\d{1,3}$/.test(asked) ? asked.split('/').map(Number) : []
      if (index < 1 || index > of) throw usage(`--${name} takes a part of a whole, such as 2/4, but got '${asked}'`)
      return { index, of }
    },
  }
}

const anyTexts = texts('report', `formats, with commas between: ${formats.map(({ name }) => name).join(', ')}`)

/** `--report`: names of formats that there are; none where it is not given. */
export const reportNames: Option<readonly string[]> = {
  ...anyTexts,
  coerce: (given) => {
    const asked = namesIn(anyTexts.coerce(given))
    const known = formats.map(({ name }) => name)
    const wrong = asked.find((name) => !known.includes(name))
    if (wrong !== undefined) throw usage(`there is no report format '${wrong}'`, `take of: ${known.join(', ')}`)
    return asked
  },
}

/** The names in lists with commas between. */
export function namesIn(lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split(',')).map((name) => name.trim())
}

type Options = Readonly<Record<string, Option<unknown>>>

/** What the options of a command came to, with its positional arguments as text. */
export type Given<Own extends Options, Positional extends string, Many extends string = never> = {
  readonly [Name in keyof Own]: ReturnType<Own[Name]['coerce']>
} & { readonly [Name in Positional]: string } & { readonly [Name in Many]: readonly string[] }

/** A command, its options and what it does. Its file is imported when it is asked for. */
export interface Command {
  readonly options: Options
  /** Positional arguments that must be given: name and description. */
  readonly positionals: Readonly<Record<string, string>>
  /** The last positional argument, that may be given several times, and at least once: name and description. */
  readonly many: Readonly<Record<string, string>>
  readonly epilogue?: string
  /** Told why its command line cannot be read, before that ends the command. */
  readonly misused?: (argv: readonly string[], why: string, io: Io) => Promise<void>
  readonly handle: (given: Readonly<Record<string, unknown>>, io: Io) => Promise<number>
}

/** Declares a command whose handler is given exactly what its options say. */
export function command<Own extends Options, Positional extends string = never, Many extends string = never>(declared: {
  readonly options: Own
  readonly positionals?: Readonly<Record<Positional, string>>
  readonly many?: Readonly<Record<Many, string>>
  readonly epilogue?: string
  readonly misused?: Command['misused']
  readonly handle: (given: Given<Own, Positional, Many>, io: Io) => Promise<number>
}): Command {
  const { options, positionals, many, epilogue, misused, handle } = declared
  return {
    options,
    positionals: positionals ?? {},
    many: many ?? {},
    ...(epilogue !== undefined && { epilogue }),
    ...(misused !== undefined && { misused }),
    // The parser gives a value for every option by its `coerce`, and for every positional.
    handle: (given, io) => handle(given as Given<Own, Positional, Many>, io),
  }
}
