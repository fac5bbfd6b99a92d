import { createReadStream, type ReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { beyondBounds } from '../wire/body.js'
import { isJsonObject, pointerTokens } from '../contract/json.js'
import { escapeText } from '../contract/escapeText.js'
import { openPlainFile, plainFileError } from '../profile/plainFile.js'
import { CliError } from './errorCodes.js'
import type { Io } from './io.js'
import { messageOf } from '../contract/messageOf.js'
import { pack } from '../pack.js'
import { yamlSource } from '../profile/yamlSource.js'

export interface FoundPayload {
  readonly value: unknown
  readonly place: (pointer: string) => string
  /** Whether it was asked for with the capability; absent where that cannot be seen. */
  readonly capability?: boolean
  /** Whether it was asked for at a path that the contract has, below whatever address; absent where that cannot be seen. */
  readonly isOfOperation?: boolean
}

/** Bytes of one JSON text at most. */
const largest = 64 * 1024 * 1024
const bounds = { levels: 1000, values: 2_000_000 }
/** Characters of a text in which places are looked for: in more of it that takes longer than a reader waits. */
const longestPlaced = 1024 * 1024
/** Bytes of a HAR at most. */
const largestRecording = 4 * largest

/** The payloads of a file, or of standard input (`-`): JSON, NDJSON, or the answers of a HAR. @throws CliError */
export async function* payloadsIn(
  file: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
): AsyncGenerator<FoundPayload> {
  const name = file === '-' ? 'standard input' : escapeText(file)
  try {
    const lines = linesOf(file === '-' ? stdin : streamOf(resolve(cwd, file)), name)
    const first = await nextLine(lines, 0)
    const beginning = parsed(first.text)
    const second = beginning.value !== undefined ? await nextLine(lines, first.number) : null
    if (second !== null && second.text !== '') {
      yield inText(first, name, beginning)
      yield inText(second, name)
      for (let line = await nextLine(lines, second.number); line.text !== ''; line = await nextLine(lines, line.number))
        yield inText(line, name)
      return
    }
    const rest: string[] = []
    let length = 0
    if (second === null)
      for await (const line of lines) {
        length += line.length + 1
        if (length > largest) throw tooLarge(name)
        rest.push(line)
      }
    const text = [first.text, ...rest].join('\n')
    const found = inText({ text, number: first.number }, name, rest.length === 0 ? beginning : parsed(text))
    const entries = entriesOf(found.value)
    if (entries === null) yield found
    else yield* answersIn(entries, name)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError('OCTOSPEC_FILE', `${name} cannot be read: ${plainFileError(error).message}`)
  }
}

/**
 * The entries of a HAR; null: the file is none. Standard input is read once, so it is none either.
 * @throws CliError for what cannot be read
 */
export async function entriesIn(file: string, io: Pick<Io, 'stdin' | 'cwd'>): Promise<readonly unknown[] | null> {
  if (file === '-') return null
  const name = escapeText(file)
  try {
    const bytes: Buffer[] = []
    let length = 0
    for await (const chunk of streamOf(resolve(io.cwd, file))) {
      // A stream without an encoding gives bytes.
      const piece = Buffer.from(chunk as Uint8Array)
      // A line of NDJSON is no HAR, whatever follows.
      if (length === 0 && !/^\s*\{/.test(piece.subarray(0, 200).toString('utf8'))) return null
      length += piece.length
      if (length > largestRecording) return null
      bytes.push(piece)
    }
    return entriesOf(parsed(Buffer.concat(bytes).toString('utf8')).value)
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError('OCTOSPEC_FILE', `${name} cannot be read: ${plainFileError(error).message}`)
  }
}

/** @throws PlainFileError */
function streamOf(path: string): ReadStream {
  return createReadStream(path, { fd: openPlainFile(path, { follow: true }) })
}

interface Line {
  /** Empty: there is no further one. */
  readonly text: string
  /** From 1; of a text of several lines, that of its first. */
  readonly number: number
}

/** The next line that is not blank. */
async function nextLine(lines: AsyncGenerator<string, void>, before: number): Promise<Line> {
  for (let number = before + 1; ; number += 1) {
    const next = await lines.next()
    if (next.done === true) return { text: '', number }
    if (next.value.trim() !== '') return { text: next.value, number }
  }
}

function inText({ text, number }: Line, name: string, { value, beyond, wrong } = parsed(text)): FoundPayload {
  if (beyond !== null) throw tooLarge(name, beyond)
  if (value === undefined) throw new CliError('OCTOSPEC_NOT_JSON', `${name}:${number}: ${wrong}`)
  return {
    value,
    place: (pointer) => {
      if (text.length > longestPlaced) return name
      // JSON is YAML, too.
      const at = yamlSource(name, text).positionOf(pointerTokens(pointer), 'value')
      return `${name}:${at.line + number - 1}:${at.column}`
    },
  }
}

interface Parsed {
  /** undefined: it is no JSON, or more than is read. */
  readonly value: unknown
  /** How it is more than is read; null: it is not. */
  readonly beyond: string | null
  readonly wrong: string
}

function parsed(text: string): Parsed {
  const beyond = beyondBounds(text, bounds)
  try {
    return { value: beyond === null ? JSON.parse(text) : undefined, beyond, wrong: '' }
  } catch (error) {
    return { value: undefined, beyond, wrong: escapeText(messageOf(error), 300) }
  }
}

function entriesOf(value: unknown): readonly unknown[] | null {
  const log = isJsonObject(value) ? value['log'] : undefined
  const entries = isJsonObject(log) ? log['entries'] : undefined
  return Array.isArray(entries) ? entries : null
}

/** The JSON bodies of successes: what a refusal holds, the documents leave open. */
function* answersIn(entries: readonly unknown[], name: string): Generator<FoundPayload> {
  for (const [index, entry] of entries.entries()) {
    const { request, response } = isJsonObject(entry) ? entry : {}
    const content = isJsonObject(response) ? response['content'] : undefined
    if (!isJsonObject(request) || !isJsonObject(response) || !isJsonObject(content)) continue
    const { status } = response
    if (typeof status !== 'number' || status < 200 || status > 299) continue
    const text = textOf(content)
    const value = text === null ? undefined : parsed(text).value
    if (value === undefined) continue
    const asked = `${textIn(request, 'method')} ${textIn(request, 'url')}`
    yield {
      value,
      place: () => `${name}, entry ${index} (${escapeText(asked, 200)})`,
      capability: namesCapability(request['headers']),
      isOfOperation: isOfOperation(textIn(request, 'url')),
    }
  }
}

function textOf({ text, encoding }: { readonly [key: string]: unknown }): string | null {
  if (typeof text !== 'string') return null
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
}

function textIn(holder: { readonly [key: string]: unknown }, key: string): string {
  const value = holder[key]
  return typeof value === 'string' ? value : ''
}

const paths = pack.contract.operations.map(({ request }) => request.slice(request.indexOf('/') + 1).split('/'))

function isOfOperation(url: string): boolean {
  if (!URL.canParse(url)) return false
  const there = new URL(url).pathname.split('/').filter((segment) => segment !== '')
  return paths.some((path) => {
    const last = there.slice(-path.length)
    return last.length === path.length && path.every((segment, at) => segment === '{id}' || segment === last[at])
  })
}

/** The headers in which requests of the service ask for a capability, in lower case. */
const capabilities = new Map(
  Object.entries(pack.requests.headers({})).map(([name, value]) => [name.toLowerCase(), value]),
)

function namesCapability(headers: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(headers) ? headers : []
  return all.some((header) => {
    if (!isJsonObject(header)) return false
    const asked = capabilities.get(textIn(header, 'name').toLowerCase())
    return textIn(header, 'value')
      .split(',')
      .some((each) => each.trim() === asked)
  })
}

async function* linesOf(chunks: AsyncIterable<Uint8Array | string>, name: string): AsyncGenerator<string, void> {
  let open: Buffer[] = []
  let length = 0
  const closed = (): string => {
    const bytes = Buffer.concat(open)
    open = []
    length = 0
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new CliError('OCTOSPEC_NOT_JSON', `${name}: bytes that are not UTF-8`)
    }
  }
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      open.push(rest.subarray(0, end))
      yield closed()
      rest = rest.subarray(end + 1)
    }
    length += rest.length
    if (length > largest) throw tooLarge(name)
    if (rest.length > 0) open.push(rest)
  }
  if (open.length > 0) yield closed()
}

function tooLarge(name: string, beyond = 'of more than 64 MiB'): CliError {
  return new CliError('OCTOSPEC_FILE', `${name} holds a JSON text ${beyond}`, 'give NDJSON: a value a line')
}
