import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from './contract/specFile.js'
import { isJsonObject } from './contract/jsonObject.js'
import { pack } from './pack.js'

const src = specFile('../src')

/** Words of the documents that any program may use, and that name nothing of the service by themselves. */
const everyday = new Set(
  'get list update id name status type title country page items reference description options reason notes none total uuid'.split(
    ' ',
  ),
)

/** What the contract calls its operations, the fields of its payloads, its states and its capability. */
function wordsOfTheService(): ReadonlySet<string> {
  const document = pack.contract.document({ capability: true })
  const words = new Set<string>(['octo/pricing', 'ON_HOLD'])
  const walk = (value: unknown, key = ''): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isJsonObject(value)) return
    for (const [name, member] of Object.entries(value)) {
      if (name === 'operationId' || name === 'x-field') words.add(String(member))
      if (key === 'properties') words.add(name)
      walk(member, name)
    }
  }
  walk(document)
  for (const { id, status } of pack.contract.lifecycle.states) for (const word of [id, status ?? id]) words.add(word)
  return new Set([...words].filter((word) => !everyday.has(word)))
}

/** The files of the engine that name the service, with the words that they use: in quotes, or as a member. */
function naming(): ReadonlyMap<string, readonly string[]> {
  const words = wordsOfTheService()
  const operations = new Set(pack.contract.operations.map(({ id }) => id))
  const found = new Map<string, readonly string[]>()
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.test\.(data\.)?ts$/.test(file)) continue
    const code = readFileSync(join(src, file), 'utf8').replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
    const used = [...code.matchAll(/'([\w/-]+)'|\.([A-Za-z]\w+)|^\s+([A-Za-z]\w+)\??: /gm)].map(
      ([, quoted, member, key]) => quoted ?? member ?? key ?? '',
    )
    const own = [...new Set(used)].filter((word) => words.has(word)).sort()
    // A word that any program may use, of what was asked for.
    own.push(
      ...[...code.matchAll(/\bpurpose\b[^'\n]{0,20}'(\w+)'/g)].flatMap(([, word = '']) =>
        operations.has(word) ? [word] : [],
      ),
    )
    // Also inside a sentence.
    if (code.includes(pack.capability.name)) own.push(pack.capability.name)
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
    'octo/pricing',
  ])
    expect(words).toContain(word)
  expect(words.size).toBeGreaterThan(50)
})
