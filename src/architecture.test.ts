import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { specFile } from './contract/specFile.js'

const root = specFile('..')
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const named = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, path = '']) => path)

test('every folder of the engine and of the pack is explained, and every one explained is there', () => {
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const folders = (of: string): string[] =>
    readdirSync(join(root, of), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [`${of}/${entry.name}/`] : [],
    )
  expect(folders('src').filter((path) => !named.includes(path))).toEqual([])
  const isChapter = (path: string): boolean =>
    readdirSync(join(root, path)).some(
      (file) => file.endsWith('.ts') && readFileSync(join(root, path, file), 'utf8').includes('= openSuite()'),
    )
  expect(folders('suites/transfers').filter((path) => !named.includes(path) && !isChapter(path))).toEqual([])
})

test('a pack has of the engine what its vocabulary gives, and nothing else', () => {
  const imported = readdirSync(join(root, 'suites'), { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!file.endsWith('.ts') || file.includes('.test.')) return []
    const text = readFileSync(join(root, 'suites', file), 'utf8')
    return [...text.matchAll(/from '(?:\.\.\/)+src\/([^']+)'/g)].map(([, path = '']) => path)
  })
  expect([...new Set(imported)]).toEqual(['suite/index.js'])
})

test('the library of bookings knows no pack', () => {
  const texts = readdirSync(join(root, 'suites/booking')).map((file) =>
    readFileSync(join(root, 'suites/booking', file), 'utf8'),
  )
  expect(texts.length).toBeGreaterThan(3)
  expect(texts.filter((text) => /from '\.\.\/(?!\.\.\/src\/suite\/index\.js)/.test(text))).toEqual([])
})

/** The layers of the engine, lowest first; what stands together may import each other's types. */
const layers = [
  ['contract'],
  // A profile takes from the wire how secrets are found, and nothing else.
  ['profile', 'wire'],
  ['suite'],
  ['evidence'],
  ['init'],
  ['judge'],
  ['act'],
  ['recording'],
  ['proxy'],
  ['report'],
  ['fleet'],
  ['proof'],
  ['library'],
  ['cli'],
]

test('nothing lower imports anything higher', () => {
  const rank = new Map(layers.flatMap((names, index) => names.map((name) => [name, index] as const)))
  const upward: string[] = []
  for (const [name, index] of rank) {
    const folder = join(root, 'src', name)
    if (!existsSync(folder)) continue
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || /\.test\.(data\.)?ts$/.test(file)) continue
      const text = readFileSync(join(folder, file), 'utf8')
      for (const [, imported = ''] of text.matchAll(/from '(?:\.\.\/)+([a-z]+)\//g)) {
        const other = rank.get(imported)
        if (other !== undefined && other > index) upward.push(`${name}/${file} imports ${imported}`)
        if (imported === 'suites') upward.push(`${name}/${file} imports a pack`)
      }
    }
  }
  expect(upward).toEqual([])
})

/** By file, from `src` on: the files that it imports, also where it takes no more of them than a type. */
function importsOf(folder: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.(data\.)?ts$/.test(file),
  )
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(folder, file), 'utf8')
      const imported = [...text.matchAll(/ from '(\.{1,2}\/[^']+)\.js'$/gm)].map(([, path = '']) => path)
      return [file, imported.map((path) => `${normalize(join(dirname(file), path))}.ts`)]
    }),
  )
}

test('no files of the engine import each other in a circle', () => {
  const left = new Map(importsOf(join(root, 'src')))
  expect(left.size).toBeGreaterThan(100)
  expect([...left.values()].flat().length).toBeGreaterThan(left.size)
  // What imports nothing that is left is in no circle, nor is what nothing that is left imports.
  const free = (): string[] => {
    const imported = new Set([...left.values()].flat())
    return [...left].flatMap(([file, of]) => (imported.has(file) && of.some((each) => left.has(each)) ? [] : [file]))
  }
  for (let files = free(); files.length > 0; files = free()) for (const file of files) left.delete(file)
  expect([...left.keys()]).toEqual([])
})

test('the way of an answer, from the wire to the line of a report, gets no longer', () => {
  const imports = importsOf(join(root, 'src'))
  const onTheWay = new Set(['wire/session.ts', 'act/stage.ts', 'judge/judging.ts', 'judge/makeReport.ts'])
  for (const file of onTheWay) {
    expect(imports.has(file)).toBe(true)
    for (const next of imports.get(file) ?? []) if (/^(wire|act|judge)\//.test(next)) onTheWay.add(next)
  }
  const types = [...onTheWay].flatMap((file) => [
    ...readFileSync(join(root, 'src', file), 'utf8').matchAll(/^export (?:interface|type|(?:abstract )?class) \w+/gm),
  ])
  expect(onTheWay.size).toBeLessThanOrEqual(44)
  expect(types.length).toBeLessThanOrEqual(91)
})
