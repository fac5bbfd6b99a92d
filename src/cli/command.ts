import type { Io } from './io.js'
import type { Option } from './options.js'

type Options = Readonly<Record<string, Option<unknown>>>

/** What the options of a command came to, with its positional arguments as text. */
export type Given<Own extends Options, Positional extends string> = {
  readonly [Name in keyof Own]: ReturnType<Own[Name]['coerce']>
} & { readonly [Name in Positional]: string }

/** A command, its options and what it does. Its file is imported when it is asked for. */
export interface Command {
  readonly options: Options
  /** Positional arguments that must be given: name and description. */
  readonly positionals: Readonly<Record<string, string>>
  /** Lines below the options in its help. */
  readonly epilogue?: string
  /** Told why its command line cannot be read, before that ends the command. */
  readonly misused?: (argv: readonly string[], why: string, io: Io) => Promise<void>
  /** Does it, and gives the exit code. */
  readonly handle: (given: Readonly<Record<string, unknown>>, io: Io) => Promise<number>
}

/** Declares a command whose handler is given exactly what its options say. */
export function command<Own extends Options, Positional extends string = never>(declared: {
  readonly options: Own
  readonly positionals?: Readonly<Record<Positional, string>>
  readonly epilogue?: string
  readonly misused?: Command['misused']
  readonly handle: (given: Given<Own, Positional>, io: Io) => Promise<number>
}): Command {
  const { options, positionals, epilogue, misused, handle } = declared
  return {
    options,
    positionals: positionals ?? {},
    ...(epilogue !== undefined && { epilogue }),
    ...(misused !== undefined && { misused }),
    // The parser gives a value for every option by its `coerce`, and for every positional.
    handle: (given, io) => handle(given as Given<Own, Positional>, io),
  }
}
