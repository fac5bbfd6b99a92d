import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { escapeText } from '../contract/escapeText.js'
import { isJsonObject, pointerTokens, type JsonObject } from '../contract/json.js'
import { messageOf } from '../contract/messageOf.js'
import { pack } from '../pack.js'
import { openPlainFile, plainFileError } from '../profile/plainFile.js'
import { yamlSource } from '../profile/yamlSource.js'
import { beyondBounds } from '../wire/body.js'
import { CliError } from './errorCodes.js'
import type { Io } from './io.js'

/** A JSON value of a file, and what is said of where a part of it stands. */
export interface FoundValue {
  readonly value: unknown
  readonly place: (pointer: string) => string
}

/** A value that is to be judged. */
export interface FoundPayload extends FoundValue {
  /** Whether it was asked for with the capability; absent where that cannot be seen. */
  readonly capability?: boolean
  /** Whether its request had a path of the contract, under any base address; absent if that cannot be seen. */
  readonly isOfOperation?: boolean
}

/** Bytes of one JSON text at most. */
const largest = 256 * 1024 * 1024
const bounds = { levels: 1000, values: 2_000_000 }
/** Characters of a text in which places are looked for: in more of it that takes longer than a reader waits. */
const longestPlaced = 1024 * 1024

/** The JSON values of a file, or of standard input (`-`): one, or one a line. @throws CliError */
export async function* valuesIn(file: string, { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>): AsyncGenerator<FoundValue> {
  const name = file === '-' ? 'standard input' : escapeText(file)
  try {
    const path = resolve(cwd, file)
    const source = file === '-' ? stdin : createReadStream(path, { fd: openPlainFile(path, { follow: true }) })
    const lines = linesOf(source, name)
    const first = (await nextLine(lines)) ?? { text: '', number: 1 }
    const alone = valueOf(first, name)
    if (alone instanceof CliError) {
      const rest = [first.text]
      let length = first.text.length
      for await (const { text } of lines) {
        length += text.length + 1
        if (length > largest) throw tooLarge(name)
        rest.push(text)
      }
      yield orThrow(rest.length === 1 ? alone : valueOf({ ...first, text: rest.join('\n') }, name))
      return
    }
    yield alone
    for (let line = await nextLine(lines); line !== null; line = await nextLine(lines))
      yield orThrow(valueOf(line, name))
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError('OCTOSPEC_FILE', `${name} cannot be read: ${plainFileError(error).message}`)
  }
}

interface Line {
  readonly text: string
  /** From 1; of a text of several lines, that of its first. */
  readonly number: number
}

/** The next line that is not blank. */
async function nextLine(lines: AsyncGenerator<Line, void>): Promise<Line | null> {
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return null
    if (next.value.text.trim() !== '') return next.value
  }
}

function orThrow(found: FoundValue | CliError): FoundValue {
  if (found instanceof CliError) throw found
  return found
}

/** An error where the text is no JSON. @throws CliError where it is more than is read */
function valueOf({ text, number }: Line, name: string): FoundValue | CliError {
  const beyond = beyondBounds(text, bounds)
  if (beyond !== null) throw tooLarge(name, beyond)
  const place = (pointer: string): string => {
    if (text.length > longestPlaced) return name
    // JSON is YAML, too.
    const at = yamlSource(name, text).positionOf(pointerTokens(pointer), 'value')
    return `${name}:${at.line + number - 1}:${at.column}`
  }
  try {
    return { value: JSON.parse(text), place }
  } catch (error) {
    return new CliError('OCTOSPEC_NOT_JSON', `${name}:${number}: ${escapeText(messageOf(error), 300)}`)
  }
}

/** The entries of a HAR; null: it is none. */
export function entriesOf({ value }: FoundValue): readonly unknown[] | null {
  const log = isJsonObject(value) ? value['log'] : undefined
  const entries = isJsonObject(log) ? log['entries'] : undefined
  return Array.isArray(entries) ? entries : null
}

/** The JSON bodies of successes in a HAR: what a refusal holds, the documents leave open. */
export function answersIn(entries: readonly unknown[], file: string): readonly FoundPayload[] {
  return entries.flatMap((entry, index) => {
    const { request, response } = isJsonObject(entry) ? entry : {}
    const content = isJsonObject(response) ? response['content'] : undefined
    if (!isJsonObject(request) || !isJsonObject(response) || !isJsonObject(content)) return []
    const { status } = response
    if (typeof status !== 'number' || status < 200 || status > 299) return []
    const [method, url] = [textIn(request, 'method'), textIn(request, 'url')]
    try {
      const text = textIn(content, 'text')
      const body = content['encoding'] === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
      if (beyondBounds(body, bounds) !== null) return []
      return {
        value: JSON.parse(body),
        place: () => `${escapeText(file)}, entry ${index} (${escapeText(`${method} ${url}`, 200)})`,
        capability: namesCapability(request['headers']),
        isOfOperation: isOfOperation(url),
      }
    } catch {
      // It is no JSON.
      return []
    }
  })
}

function textIn(holder: JsonObject, key: string): string {
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

async function* linesOf(chunks: AsyncIterable<Uint8Array | string>, name: string): AsyncGenerator<Line, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let open: Buffer[] = []
  let [length, number] = [0, 0]
  const closed = (last: Buffer): Line => {
    const bytes = Buffer.concat([...open, last])
    open = []
    length = 0
    number += 1
    try {
      return { text: decoder.decode(bytes), number }
    } catch {
      throw new CliError('OCTOSPEC_NOT_JSON', `${name}: bytes that are not UTF-8`)
    }
  }
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk)
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield closed(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
    }
    length += rest.length
    if (length > largest) throw tooLarge(name)
    open.push(rest)
  }
  if (length > 0) yield closed(Buffer.alloc(0))
}

function tooLarge(name: string, beyond = 'of more than 256 MiB'): CliError {
  return new CliError('OCTOSPEC_FILE', `${name} holds a JSON text ${beyond}`, 'give NDJSON: a value a line')
}
