import type { Io } from './io.js'
import type { Option } from './options.js'

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
