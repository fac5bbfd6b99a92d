import { closestWord } from '../profile/complaint.js'
import { messageOf } from '../contract/messageOf.js'
import { toolVersion } from '../contract/specFile.js'
import { CliError, usage, errorCodes, reportError } from './errorCodes.js'
import { commands } from './commands/index.js'
import type { Command } from './command.js'
import { withoutCommands, processIo, type Io, type Output } from './io.js'

/** Runs one command line and gives its exit code. It never throws: what goes wrong is said on stderr. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  const guarded = { ...io, stdout: harmless(io.stdout, io), stderr: harmless(io.stderr, io) }
  const release = io.onCrash((error) => io.exit(reportError(error, guarded)))
  try {
    return await dispatch(argv, guarded)
  } catch (error) {
    return reportError(pointing(error, argv), guarded)
  } finally {
    release()
  }
}

function pointing(error: unknown, [first]: readonly string[]): unknown {
  const known =
    error instanceof CliError && error.code === 'OCTOSPEC_USAGE' && commands.some(({ name }) => name === first)
  return known && error.remedy === errorCodes.OCTOSPEC_USAGE.remedy ? usage(error.message, helpOf(first)) : error
}

/** An output that gets nothing that the process knows to be a secret, and nothing that a CI system would obey. */
function harmless(output: Output, { secrets, env }: Io): Output {
  return {
    write: (text) => output.write(withoutCommands(secrets.text(text), env)),
    get isTTY() {
      return output.isTTY
    },
    get columns() {
      return output.columns
    },
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  const [first] = argv
  if (argv.length === 1 && (first === '--version' || first === '-v')) {
    io.stdout.write(`${toolVersion()}\n`)
    return 0
  }
  const named = first === undefined || first.startsWith('-') ? undefined : first
  const entry = commands.find(({ name }) => name === named)
  if (named !== undefined && named !== 'help' && entry === undefined) {
    if (named === 'settle' || named === 'cleanup')
      throw usage(`octospec ${named} is now octospec resume`, 'see octospec resume --help')
    const names = commands.map(({ name }) => name)
    throw usage(`there is no command '${named}'`, `${meant(closestWord(named, names))}see octospec --help`)
  }
  const { default: yargs } = await import('yargs')
  const command = await entry?.load()
  // The parser lays out its help whenever it runs a command, which takes 20 ms. Hidden or missing parts have no help.
  const hidden = entry !== undefined && !argv.some((word) => /^(?:help$|-+[a-z]*h)/i.test(word))
  const parser = yargs()
    .scriptName('octospec')
    .locale('en')
    .exitProcess(false)
    .version(toolVersion())
    .help('help')
    .alias('help', 'h')
    .showHelpOnFail(false)
    .wrap(Math.min(io.stdout.columns ?? 100, 120))
    .parserConfiguration({
      'camel-case-expansion': false,
      'boolean-negation': false,
      'dot-notation': false,
      'parse-positional-numbers': false,
    })
    .epilogue(hidden ? '' : 'octospec explain ID tells more about any id, outcome, error code or exit code.')
  parser.fail((message: string, error: unknown) => {
    // A message without an error is the parser's own: only the parts in angle brackets are left to it.
    throw message && error === undefined && entry !== undefined
      ? usage(`octospec ${entry.name} needs ${entry.usage.slice(entry.name.length + 1)}`, helpOf(entry.name))
      : error
  })
  // Before its own checks, which take a name such as --constructor for one of theirs.
  parser.middleware((found) => refuseUnknown(found, argv, entry?.name, command), true)
  let task: ((values: Values) => Promise<number>) | undefined
  let asked: Values = {}
  for (const each of hidden ? [entry] : commands) {
    const own = each === entry ? command : undefined
    parser.command(
      each.usage,
      hidden ? '' : each.summary,
      (y) => {
        for (const [name, { type, describe, alias }] of Object.entries(own?.options ?? {}))
          y.option(name, { type, describe, hidden, ...(alias !== undefined && { alias }) })
        for (const [name, describe] of Object.entries(own?.positionals ?? {}))
          y.positional(name, { type: 'string', describe })
        for (const [name, describe] of Object.entries(own?.many ?? {}))
          y.positional(name, { type: 'string', array: true, describe })
        if (hidden) return y.hide('help').hide('version')
        if (own?.epilogue !== undefined) y.epilogue(own.epilogue)
        return y
      },
      (given) => {
        if (own !== undefined) task = (values) => own.handle(values, io)
        asked = given
      },
    )
  }
  let shown = ''
  try {
    const words = argv.map((word) => (word === '-' ? loneDash : word))
    await parser.parseAsync(words, {}, (_error, _argv, output) => {
      shown = output
    })
    if (command !== undefined && task !== undefined) asked = valuesOf(command, asked, entry?.name)
  } catch (error) {
    // The misuse is what is told, whatever comes of telling it in a report, too.
    await command?.misused?.(argv, messageOf(error), io).catch(() => undefined)
    throw error
  }
  if (task !== undefined) return task(asked)
  if (shown !== '') {
    io.stdout.write(`${shown}\n`)
    return 0
  }
  io.stderr.write(`${await parser.getHelp()}\n\n`)
  throw usage('no command is given')
}

type Values = Readonly<Record<string, unknown>>

/** yargs loses a lone dash, which stands for standard input; in its place it is given what nobody can type. */
const loneDash = '\u0000-'

/** Holds what was given to what each option says. That is not left to yargs, which wraps what a coercion throws. */
function valuesOf(command: Command, given: Values, name: string | undefined): Values {
  const meant = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(meant) : value === loneDash ? '-' : value
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, meant(value)]))
  const bare = Object.keys(command.options).find((option) => [values[option]].flat().includes(''))
  if (bare !== undefined) throw usage(`--${bare} needs a value`, helpOf(name))
  const options = Object.entries(command.options).map(([name, { coerce }]) => [name, coerce(values[name])])
  const many = Object.keys(command.many).map((name) => [name, [values[name]].flat()])
  return { ...values, ...Object.fromEntries([...options, ...many]) }
}

/** Refuses words that belong to no option and to no argument. @throws CliError */
function refuseUnknown(
  { _: words, '--': literal = [], $0: _program, ...found }: Values,
  argv: readonly string[],
  name: string | undefined,
  command: Command | undefined,
): void {
  if (found['help'] === true || found['version'] === true) return
  const { options = {}, positionals = {}, many = {} } = command ?? {}
  const aliases = Object.values(options).flatMap(({ alias }) => alias ?? [])
  const known = ['help', 'h', 'version', ...aliases, ...Object.keys({ ...options, ...positionals, ...many })]
  const [, ...others] = [words, literal].flat()
  const unknown = [...Object.keys(found).filter((key) => !known.includes(key)), ...others].find(
    (each) => typeof each === 'string',
  )
  if (unknown === undefined) return
  const shown =
    argv.map((word) => word.split('=')[0]).find((word) => word?.replace(/^--?/, '') === unknown) ??
    (unknown === loneDash ? '-' : unknown)
  const nearest = shown === unknown ? undefined : closestWord(unknown, Object.keys(options))
  // Some commands take the profile as a word of its own.
  const isProfile = nearest === undefined && Object.hasOwn(options, 'profile') && /\.ya?ml$/i.test(unknown)
  throw usage(
    `'${shown}' is unknown to octospec ${name ?? ''}`.trimEnd(),
    `${meant(isProfile ? '--profile FILE' : nearest && `--${nearest}`)}${helpOf(name)}`,
  )
}

function helpOf(name: string | undefined): string {
  return `see octospec ${name === undefined ? '' : `${name} `}--help`
}

function meant(nearest: string | undefined): string {
  return nearest === undefined || nearest === '' ? '' : `did you mean ${nearest}? `
}
