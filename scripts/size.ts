/**
 * Counts the lines of TypeScript without tests in each folder, and fails if one is over its budget in `size.json`.
 * It also fails for a comment that is wider than 120 columns.
 * A commit that makes a folder smaller also lowers its budget.
 *
 *   npm run size
 *   npm run size -- --set           writes what is there as the budgets
 *   npm run size -- --all           prints what else there is, beside what there was before
 *   npm run size -- --all --at DIR  of another checkout, which is built
 *   npm run size -- --all --json    as it stands in size.json as `before`
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { specFile } from '../src/contract/specFile.js'

type Figures = Readonly<Record<string, number>>

interface Sizes {
  /** Lines of TypeScript without tests, at most. */
  readonly budgets: Figures
  /** What `--all` compares with. */
  readonly before: { readonly commit: string; readonly figures: Figures }
}

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    at: { type: 'string' },
    json: { type: 'boolean', default: false },
    set: { type: 'boolean', default: false },
    test: { type: 'string' },
    ci: { type: 'string' },
  },
})
const root = values.at === undefined ? specFile('..') : resolve(values.at)
const file = specFile('../size.json')
// Our own file, written by `--set`.
const sizes = JSON.parse(readFileSync(file, 'utf8')) as Sizes
const lines = linesByFolder(false)

if (values.set) {
  writeFileSync(file, `${JSON.stringify({ ...sizes, budgets: lines }, null, 2)}\n`)
} else if (values.all) {
  const figures = await allFigures()
  if (values.json) console.log(JSON.stringify(figures, null, 2))
  else printTable(sizes.before, figures)
} else {
  for (const [folder, count] of Object.entries(lines)) {
    const budget = sizes.budgets[folder] ?? 0
    if (count <= budget) continue
    console.log(`${folder} has ${count} lines, and its budget in size.json is ${budget}: make it smaller`)
    process.exitCode = 1
  }
  for (const place of wideComments()) {
    console.log(`${place} is a comment of more than 120 columns: say it in fewer words, or on two lines`)
    process.exitCode = 1
  }
  console.log(`${sum(lines)} lines of TypeScript without tests, at most ${sum(sizes.budgets)}`)
}

/** The TypeScript that is written by hand: the folder at the top, the path in it, and the text. */
function* sources(): Generator<readonly [top: string, path: string, text: string]> {
  for (const top of ['src', 'suites', 'scripts', 'bench', 'examples'])
    for (const path of readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }))
      if (path.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(path))
        yield [top, path, readFileSync(join(root, top, path), 'utf8')]
}

/** Prettier keeps code within 120 columns, and leaves comments as they are. */
function* wideComments(): Generator<string> {
  for (const [top, path, text] of sources())
    for (const [at, line] of text.split('\n').entries())
      if (line.length > 120 && /^ *(\/\*\*|\*|\/\/)/.test(line)) yield `${top}/${path}:${at + 1}`
}

/** Lines of TypeScript: of `src` and `suites` by their folders, of the others as a whole. */
function linesByFolder(ofTests: boolean): Figures {
  const found: Record<string, number> = {}
  for (const [top, path, text] of sources()) {
    if (/\.test(\.data)?\.ts$/.test(path) !== ofTests) continue
    const [inside = ''] = path.includes('/') && (top === 'src' || top === 'suites') ? path.split('/') : []
    const folder = inside === '' ? top : `${top}/${inside}`
    found[folder] = (found[folder] ?? 0) + text.split('\n').length - 1
  }
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Everything that `--all` shows. */
async function allFigures(): Promise<Figures> {
  const built = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(root, 'dist/src', path)).href)
  const { commands } = await built<typeof import('../src/cli/commands/index.js')>('cli/commands/index.js')
  const { formats } = await built<typeof import('../src/report/formats.js')>('report/formats.js')
  const { errorCodes } = await built<typeof import('../src/cli/errorCodes.js')>('cli/errorCodes.js')
  const loaded = await Promise.all(commands.map(({ load }) => load()))
  const schema: unknown = JSON.parse(readFileSync(join(root, 'spec/profile.schema.json'), 'utf8'))
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  // The build writes these.
  const pages = files.filter((path) => /^docs\/.*\.md$/.test(path) && !/(api|hostile-targets)\.md$/.test(path))
  const front = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  const seconds = { 'seconds of npm test': values.test, 'seconds of .ci/run': values.ci }
  return {
    ...Object.fromEntries(Object.entries(lines).map(([folder, count]) => [`lines in ${folder}`, count])),
    'lines without tests': sum(lines),
    'lines of tests': sum(linesByFolder(true)),
    files: files.length,
    commands: commands.length,
    'different flags': new Set(loaded.flatMap(({ options }) => Object.keys(options))).size,
    'profile keys': keysOf(schema).size,
    'report formats': formats.length,
    'error codes': Object.keys(errorCodes).length,
    'pages of docs/ by hand': pages.length,
    'words of docs/ by hand': words(pages),
    [`words of ${front.join(', ')}`]: words(front),
    'words of CHANGELOG.md': words(['CHANGELOG.md']),
    ...Object.fromEntries(
      Object.entries(seconds).flatMap(([what, given]) => (given === undefined ? [] : [[what, Number(given)]])),
    ),
  }
}

/** The dotted paths of all members that a JSON schema names; `*` is any name. */
function keysOf(schema: unknown, path = ''): ReadonlySet<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  const entries = Object.entries(schema)
  return new Set(
    entries.flatMap(([word, value]): string[] => {
      if (word === 'properties')
        return Object.entries(Object(value)).flatMap(([name, inner]) => [
          `${path}.${name}`,
          ...keysOf(inner, `${path}.${name}`),
        ])
      if (word === 'additionalProperties') return [...keysOf(value, `${path}.*`)]
      if (word === 'items') return [...keysOf(value, path)]
      if (['anyOf', 'oneOf', 'allOf'].includes(word))
        return Object.values(Object(value)).flatMap((inner) => [...keysOf(inner, path)])
      return []
    }),
  )
}

function words(paths: readonly string[]): number {
  const text = paths.map((path) => readFileSync(join(root, path), 'utf8')).join(' ')
  return text.split(/\s+/).filter((word) => word !== '').length
}

function printTable({ commit, figures }: Sizes['before'], now: Figures): void {
  console.log(`| what | before (${commit}) | now | change |\n| --- | ---: | ---: | ---: |`)
  for (const what of new Set([...Object.keys(figures), ...Object.keys(now)])) {
    const [was, is] = [figures[what] ?? 0, now[what] ?? 0]
    console.log(`| ${what} | ${was} | ${is} | ${is > was ? '+' : ''}${is - was} |`)
  }
}

function sum(counts: Figures): number {
  return Object.values(counts).reduce((total, each) => total + each, 0)
}
