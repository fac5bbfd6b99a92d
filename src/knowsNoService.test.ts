import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from './contract/specFile.js'
import { isJsonObject } from './contract/json.js'
import { pack } from './pack.js'

const src = specFile('../src')

/**
 * Words of the documents that any program may use, and that are not about the service by themselves. The engine calls
 * `Booking` whatever operations make.
 */
const everyday = new Set(
  'get list update id name status type title country page items reference description options reason notes none total uuid image idempotencyKey Booking'.split(
    ' ',
  ),
)

/** The contract's words for its operations, payloads, fields, their values, states and capability. */
function wordsOfTheService(): ReadonlySet<string> {
  const document = pack.contract.document({ capability: true })
  const words = new Set<string>([pack.capability.name])
  const walk = (value: unknown, key = ''): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isJsonObject(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (name === 'operationId' || name === 'x-field') words.add(String(member))
      if (key === 'properties' || key === 'schemas') words.add(name)
      if (name === 'const' || name === 'enum') for (const each of [member].flat()) words.add(String(each))
      // The documents list no currency as a value of its own.
      if (name === 'examples')
        for (const each of [member].flat(2)) if (/^[A-Z]{3}$/.test(String(each))) words.add(String(each))
      walk(member, name)
    }
  }
  walk(document)
  for (const { id, status } of pack.contract.lifecycle.states) for (const word of [id, status ?? id]) words.add(word)
  return new Set([...words].filter((word) => /^[a-z][\w/-]+$/i.test(word) && !everyday.has(word)))
}

/** `availabilityId`, `ON_HOLD`, `octo/pricing`: it stands in no sentence by chance. */
function isName(word: string): boolean {
  return /[a-z][A-Z]|[_/-]|^[A-Z]{2,}$/.test(word)
}

/** A comment; a text; a pattern, which cannot follow the end of a value; a word; a backtick or brace; any sign. */
const tokens =
  /\/\/.*|\/\*[^]*?\*\/|'((?:[^'\\\n]|\\.)*)'|"(?:[^"\\\n]|\\.)*"|(?<=(?:[=(,:[!&|?{};>]|\breturn)\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*|([A-Za-z_]\w*)|[`{}]|[^]/gy
/** The rest of a template, up to its end or to what is put in. */
const templateText = /(?:[^`\\$]|\\[^]|\$(?!\{))*(`|\$\{)/y

/** The names in a file: identifiers, and texts of one word. Sentences and patterns are none. */
function namesIn(code: string): readonly string[] {
  const names: string[] = []
  /** The kind of each open brace, by what closes it. */
  const open: ('template' | 'block')[] = []
  const skipTemplate = (from: number): number => {
    templateText.lastIndex = from
    const [, end] = templateText.exec(code) ?? []
    if (end === undefined) throw new Error(`no template ends after ${code.slice(from, from + 80)}`)
    if (end === '${') open.push('template')
    return templateText.lastIndex
  }
  for (let at = 0; at < code.length;) {
    tokens.lastIndex = at
    const [token = '', text = '', word] = tokens.exec(code) ?? []
    at += token.length
    if (token === '{') open.push('block')
    if (token === '`' || (token === '}' && open.pop() === 'template')) at = skipTemplate(at)
    if (word !== undefined) names.push(word)
    if (/^[\w/-]+$/.test(text)) names.push(text)
  }
  return names
}

/** The files of the engine that name the service, with the words that they use. */
function naming(): ReadonlyMap<string, readonly string[]> {
  const words = wordsOfTheService()
  const operations = new Set(pack.contract.operations.map(({ id }) => id))
  const found = new Map<string, readonly string[]>()
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    // The one line that says which pack it is.
    if (!file.endsWith('.ts') || /\.test\.(data\.)?ts$/.test(file) || file === 'pack.ts') continue
    const code = readFileSync(join(src, file), 'utf8')
    const names = [...namesIn(code), ...(code.match(/[A-Za-z_][\w/-]*/g) ?? []).filter(isName), basename(file, '.ts')]
    const own = [...new Set(names)].filter((word) => words.has(word)).sort()
    // A word that any program may use, of what was asked for.
    own.push(
      ...[...code.matchAll(/\bpurpose\b[^'\n]{0,20}'(\w+)'/g)].flatMap(([, word = '']) =>
        operations.has(word) ? [word] : [],
      ),
    )
    if (own.length > 0) found.set(file.replaceAll('\\', '/'), own)
  }
  return found
}

test('no file of the engine names an operation, a field, a state or the capability of the service', () => {
  expect([...naming()]).toEqual([])
})

test('the words that are looked for are those of the documents', () => {
  const words = wordsOfTheService()
  for (const word of [
    'reserve',
    'extend',
    'availabilityId',
    'expirationMinutes',
    'cancellable',
    'ON_HOLD',
    'FULL_REFUND',
    'EUR',
    'octo/pricing',
  ])
    expect(words).toContain(word)
  expect(words.size).toBeGreaterThan(75)
})

test.each([
  ["if (purpose === 'reserve') return", 'reserve'],
  ['const { cancellable } = booking', 'cancellable'],
  ['send({ confirm: true })', 'confirm'],
  ["const named = /can't/.test(text) ? 'cancel' : null", 'cancel'],
  ['`the end of ${of(`${confirm}`)} is near`', 'confirm'],
])('a file that says %j names something', (code, word) => expect(namesIn(code)).toContain(word))

test.each([
  "'we cancel what is left'",
  "if (/cancel|confirm's/.test(text)) return",
  'fail() // it did not cancel',
  '`${left.map(({ id }) => `${id}: we cancel`).join()} by a cancel that ${ends}`',
  "import { connect } from 'node:net'",
])('a file that says %j does not', (code) =>
  expect(namesIn(code).filter((word) => wordsOfTheService().has(word))).toEqual([]),
)
