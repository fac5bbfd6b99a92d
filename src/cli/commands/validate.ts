import { resolve } from 'node:path'
import { validatePayload } from '../../contract/validatePayload.js'
import { escapeText } from '../../evidence/escapeText.js'
import { pack } from '../../pack.js'
import { PlainFileError, readPlainFile } from '../../profile/plainFile.js'
import { CliError, usage } from '../cliError.js'
import { command, type Command } from '../command.js'
import type { Io } from '../io.js'
import { jsonPlace } from '../jsonPlace.js'
import { flag, word } from '../options.js'
import { styleFor } from '../terminal/style.js'

/** Bytes of a payload at most. */
const largest = 64 * 1024 * 1024

const kinds = Object.keys(pack.payloads)

export const validateCommand: Command = command({
  options: {
    as: word('as', kinds, 'what it is to be'),
    'no-pricing': flag('it was asked for without octo/pricing'),
  },
  positionals: { file: 'JSON file, or - for standard input' },
  epilogue: 'Exit codes: 0 it conforms, 1 it does not, 2 wrong use.',
  handle: async (given, io) => {
    const { file, as } = given
    const payload = as === undefined ? undefined : pack.payloads[as]
    if (as === undefined || payload === undefined)
      throw usage('what the payload is to be is not named', `give --as ${kinds.join('|')}`)
    const asked = { capability: !given['no-pricing'] }
    if (!pack.contract.has(payload.schema, asked)) throw usage(`--as ${as} and --no-pricing exclude each other`)
    const name = file === '-' ? 'standard input' : escapeText(file)
    const value = parse(await readText(file, io), name)
    const errors = validatePayload(pack.contract, payload, value, asked)
    const style = styleFor(io.stdout, io.env)
    for (const { pointer, clause, message } of errors)
      io.stdout.write(
        `${style('red', 'FAIL')}  ${pointer === '' ? '(the whole payload)' : escapeText(pointer)}  ${clause}\n      ${escapeText(message)}\n`,
      )
    const article = /^[aeiou]/.test(as) ? 'an' : 'a'
    io.stdout.write(
      errors.length === 0
        ? `${name} is ${article} ${as} as the documents describe it\n`
        : `${name}: ${errors.length} ${errors.length === 1 ? 'place is' : 'places are'} not as the documents describe ${article} ${as}\n`,
    )
    return errors.length === 0 ? 0 : 1
  },
})

async function readText(file: string, { stdin, cwd }: Io): Promise<string> {
  const bytes = file === '-' ? await readAll(stdin) : readFileAt(resolve(cwd, file), file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError('OCTOSPEC_NOT_JSON', `${file}: bytes that are not UTF-8`)
  }
}

async function readAll(stdin: Io['stdin']): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stdin) {
    parts.push(Buffer.from(part))
    length += part.length
    if (length > largest) throw new CliError('OCTOSPEC_FILE', 'standard input holds more than 64 MiB')
  }
  return Buffer.concat(parts)
}

function readFileAt(path: string, file: string): Buffer {
  try {
    return readPlainFile(path, largest, { follow: true })
  } catch (error) {
    if (!(error instanceof PlainFileError)) throw error
    throw new CliError('OCTOSPEC_FILE', `${file} cannot be read: ${error.message}`)
  }
}

function parse(text: string, name: string): unknown {
  const wrong = jsonPlace(text)
  if (wrong !== null) throw new CliError('OCTOSPEC_NOT_JSON', `${name}:${wrong.line}:${wrong.column}: ${wrong.message}`)
  return JSON.parse(text)
}
