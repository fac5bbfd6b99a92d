// Anybody may have written evidence and reports. Whatever they hold, octospec ends in time with a documented exit code.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isMap } from '../profile/jsonMap.js'
import type { Json } from '../profile/profile.js'
import { main } from './main.js'
import { testIo } from './testIo.test.data.js'

const home = mkdtempSync(join(tmpdir(), 'octospec-hostile-'))
const run = join(home, 'run')
const prototypes = namesOfPrototypes()
let copies = 0
let lines: readonly string[] = []

beforeAll(async () => {
  const io = testIo()
  const exit = await main(
    ['run', '--reference', '--only', 'cancel*', '--effort', 'low', '--report', 'md', '--out', run],
    io,
  )
  expect(exit, io.both()).toBe(0)
  lines = readFileSync(join(run, 'exchanges.ndjson'), 'utf8').trimEnd().split('\n')
})

function namesOfPrototypes(): string {
  return [Object, Array, String, Number, Map]
    .map(({ prototype }) => Object.getOwnPropertyNames(prototype).join())
    .join('|')
}

function copied(change: (folder: string) => void): string {
  copies += 1
  const folder = join(home, `copy-${copies}`)
  cpSync(run, folder, { recursive: true })
  change(folder)
  return folder
}

interface Said {
  readonly exit: number
  readonly said: string
}

async function octospec(...argv: readonly string[]): Promise<Said> {
  const io = testIo()
  const exit = await main(argv, io)
  expect(io.both()).not.toMatch(/OCTOSPEC_INTERNAL|please report|\n\s+at /)
  expect(namesOfPrototypes()).toBe(prototypes)
  return { exit, said: io.both() }
}

const replaceFile =
  (name: string, make: (path: string) => void) =>
  (folder: string): void => {
    rmSync(join(folder, name))
    make(join(folder, name))
  }
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`
const fifo = (path: string): void => void execFileSync('mkfifo', [path])
const folderAt = (path: string): void => mkdirSync(path)
const linkTo =
  (to: string) =>
  (path: string): void =>
    symlinkSync(to, path)
const text =
  (content: string) =>
  (path: string): void =>
    writeFileSync(path, content)
/** A file that takes no room, and is so long that who reads it to its end does not come back while a test lasts. */
const sparse = (path: string): void => {
  writeFileSync(path, '')
  truncateSync(path, 1024 ** 4)
}

/** What may stand in the place of a file of a run. */
const files: readonly (readonly [string, (path: string) => void])[] = [
  ['a pipe that nobody writes to', fifo],
  ['a folder', folderAt],
  ['a link to /dev/zero', linkTo('/dev/zero')],
  ['a link to nothing', linkTo('/nowhere/at/all')],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['nothing in it', text('')],
  ['one NUL', text('\0')],
  ['1 TB of nothing', sparse],
  ['17 MB in one line', text('x'.repeat(17 * 1024 * 1024))],
  ['1,000,000 levels', text(`${deep(1_000_000)}\n`)],
  ['null', text('null\n')],
  ['__proto__', text('{"__proto__":{"polluted":1},"type":"plan","schemaVersion":1}\n')],
]

test.each(files)('where exchanges.ndjson is %s, verify says that it does not hold', async (_, make) => {
  const { exit, said } = await octospec('verify', copied(replaceFile('exchanges.ndjson', make)))
  expect(said).toMatch(/problem: the evidence cannot be judged: |error OCTOSPEC_EVIDENCE|the evidence is cut short/)
  expect([1, 2]).toContain(exit)
})

test.each(files)('where report.json is %s, verify and diff and a baseline say so', async (name, make) => {
  const folder = copied(replaceFile('report.json', make))
  const verified = await octospec('verify', folder)
  expect([1, 2]).toContain(verified.exit)
  expect(verified.said).toContain('report')
  // Either of the two that are compared, by turns.
  const pair = files.findIndex((each) => each[0] === name) % 2 === 0 ? [run, folder] : [folder, run]
  for (const argv of [
    ['diff', ...pair],
    ['run', '--reference', '--baseline', folder],
  ]) {
    const { exit, said } = await octospec(...argv)
    expect(said).toContain('error OCTOSPEC_REPORT')
    expect(exit).toBe(2)
  }
})

test.each(files.slice(0, 7))('where report.md is %s, verify says that it does not hold', async (_, make) => {
  const folder = copied((copy) => {
    rmSync(join(copy, 'report.md'), { force: true })
    make(join(copy, 'report.md'))
  })
  const { exit, said } = await octospec('verify', folder)
  // A link that leads nowhere counts as no file, and the file need not exist.
  if (!said.includes('report.md')) expect(_).toMatch(/nothing|itself/)
  else expect(exit).toBe(1)
})

test('where report.json is 1 TB of nothing, resume writes nothing over it', async () => {
  const folder = copied(replaceFile('report.json', sparse))
  for (const option of [[], ['--cancel-all']]) {
    const { exit, said } = await octospec('resume', folder, ...option)
    expect(said).toContain('report.json: there is a file that octospec did not write')
    expect(exit).toBe(2)
  }
})

test.each([
  ['more values than', `[0${',{}'.repeat(2_100_000)}]`, 'of more than 2,000,000 values'],
  ['deeper than', deep(2_000_000), 'nested deeper than 1000 levels'],
])('a payload that is %s any is not parsed', async (_, payload, why) => {
  const file = join(home, 'payload.json')
  writeFileSync(file, payload)
  const { exit, said } = await octospec('validate', file)
  expect(said).toContain(`error OCTOSPEC_FILE: ${file} holds a JSON text ${why}`)
  expect(exit).toBe(2)
})

test('a report of more values than any has is not parsed', async () => {
  const folder = copied(replaceFile('report.json', text(`[0${',{}'.repeat(2_100_000)}]`)))
  for (const argv of [
    ['verify', folder],
    ['diff', run, folder],
  ])
    expect((await octospec(...argv)).said).toContain('report.json: it is of more than 2,000,000 values')
})

test.each(['/dev/zero', '/proc', 'x/'.repeat(3000), 'a\0b'])(
  'a run named %j is wrong use, or does not hold',
  async (named) => {
    for (const argv of [
      ['verify', named],
      ['diff', run, named],
      ['diff', named, run],
      ['resume', named],
      ['run', '--reference', '--baseline', named],
    ]) {
      const { exit } = await octospec(...argv)
      expect(exit, argv.join(' ')).toBe(2)
    }
  },
)

test('a lock in the folder that is a pipe keeps nobody waiting', async () => {
  const folder = copied((copy) => fifo(join(copy, '.octospec.lock')))
  for (const option of [[], ['--cancel-all']]) {
    const { exit, said } = await octospec('resume', folder, ...option)
    expect(said).toContain('error OCTOSPEC_IN_USE')
    expect(exit).toBe(2)
  }
})

test('a profile that is a pipe, a device or a folder is refused in time', async () => {
  const pipe = join(home, 'pipe')
  fifo(pipe)
  for (const file of [pipe, '/dev/zero', home]) {
    for (const argv of [
      ['run', '--profile', file],
      ['doctor', '--offline', '--profile', file],
    ])
      expect((await octospec(...argv)).exit).toBe(2)
  }
})

test('evidence that is a socket is no evidence', async () => {
  const path = join(home, 'copy-socket')
  cpSync(run, path, { recursive: true })
  rmSync(join(path, 'exchanges.ndjson'))
  const server = createServer().listen(join(path, 'exchanges.ndjson'))
  expect((await octospec('verify', path)).said).toContain('it is no plain file')
  server.close()
})

/** One line of each type, as octospec writes them. */
function sample(): readonly Json[] {
  const real = lines.map((line): Json => JSON.parse(line) as Json)
  const first = new Map(real.flatMap((line) => (isMap(line) ? [[line['type'], line] as const] : [])).toReversed())
  const made: readonly Json[] = [
    { type: 'smallest', scenario: 'reserve', trial: 1, replay: 'reserve:0' },
    { type: 'stop', scenario: 'reserve', reason: 'r', remedy: 'd', exchange: null },
    { type: 'crash', scenario: 'reserve', message: 'm' },
    { type: 'pending', scenario: 'hold.short', startedAt: 1_800_000_000_000, next: 1, data: {} },
    { type: 'seal', key: 'k', mac: 'm' },
  ]
  return [...first.values(), ...made]
}

/** Every place in a value, but for what is free JSON. */
function placesIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (/(^|,)(json|data|input|body|headers)$/.test(path.join()) || path.length > 6) return []
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...placesIn(member, [...path, name])])
}

function withValue(value: Json, [name, ...rest]: readonly string[], over: Json): Json {
  if (name === undefined) return over
  if (!isMap(value)) return value
  return { ...value, [name]: withValue(value[name] ?? null, rest, over) }
}

const wrong: readonly Json[] = [1e300, -1, 0.5, 'x\0', [], [[]], {}, true, null, { __proto__x: 1 }]

test('any member of any line that is of a wrong type, or impossible, makes no crash', async () => {
  const [plan = ''] = lines
  let tried = 0
  for (const line of sample()) {
    const places = placesIn(line)
    expect(places.length).toBeGreaterThan(1)
    for (const [at, place] of places.entries()) {
      // A few of the wrong values at each place, so that all meet all types.
      for (const value of [wrong[at % wrong.length] ?? null, wrong[(at + 4) % wrong.length] ?? null]) {
        const changed = JSON.stringify(withValue(line, place, value))
        const isPlan = isMap(line) && line['type'] === 'plan'
        const folder = join(home, 'member')
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'exchanges.ndjson'), isPlan ? `${changed}\n` : `${plan}\n${changed}\n`)
        const { exit } = await octospec('verify', folder)
        expect([1, 2], changed.slice(0, 2000)).toContain(exit)
        tried += 1
      }
    }
  }
  expect(tried).toBeGreaterThan(150)
})

test.each<[string, string, string]>([
  ['an impossible start of a run', '/plan/startedAt', '"9999-99-99T99:99:99.000Z"'],
  ['a start of a run that is no moment', '/plan/startedAt', '"+275760-09-13T00:00:00.001Z"'],
  ['a start that is a number', '/plan/startedAt', '1e300'],
  ['a digest of the contract that is none', '/plan/contract/sha256', '"9999-99-99"'],
])('%s is said', async (_, place, value) => {
  const member = `"${place.split('/').at(-1)}":`
  const folder = copied((copy) => {
    const path = join(copy, 'exchanges.ndjson')
    writeFileSync(path, readFileSync(path, 'utf8').replace(new RegExp(`${member}"[^"]+"`), member + value))
  })
  const { exit, said } = await octospec('verify', folder)
  expect(said).toContain(`exchanges.ndjson:1: the line is none that octospec wrote: ${place}`)
  expect(exit).toBe(1)
})

test.each([
  '{"type":"exchange"}',
  '{"type":"pending","scenario":"hold.short","startedAt":1e300,"next":1,"data":{}}',
  '{"type":"end","reason":"complete","durationMs":1e309,"requests":0}',
  '{"type":"trial","scenario":"reserve","trial":1,"phase":"once","data":{"$exchange":99999}}',
  `{"type":"trial","scenario":"reserve","trial":1,"phase":"once","data":${deep(10_000)}}`,
  '{"type":"trial","scenario":"__proto__","trial":1,"phase":"once"}',
  '{"type":"done","scenario":"a"} {"type":"done","scenario":"a"}',
  '{"type":"__proto__"}',
])('the line %s is said by its number', async (line) => {
  const folder = copied((copy) => {
    const path = join(copy, 'exchanges.ndjson')
    writeFileSync(path, `${lines[0]}\n${line}\n`)
  })
  const { exit, said } = await octospec('verify', folder)
  expect(said).toMatch(/problem: the evidence cannot be judged: .*(:2: |line 2 )/)
  expect(exit).toBe(1)
})

test('a pattern with many stars keeps nobody waiting', async () => {
  const stars = `${'a*'.repeat(200)}b`
  const folder = copied((copy) => {
    const path = join(copy, 'exchanges.ndjson')
    const edited = readFileSync(path, 'utf8').replace(
      '"allowUntested":[]',
      `"allowUntested":[${JSON.stringify(stars)}]`,
    )
    writeFileSync(path, edited)
  })
  expect((await octospec('verify', folder)).exit).toBe(1)
})

test.each([
  ['the headline', '"headline": "', (report: string) => report],
  ['a reason', '"reason": "', (report: string) => report.replace('"outcome": "pass"', '"outcome": "untested"')],
])('%s of a report that is a command of a CI system is shown and not obeyed', async (_, place, spoil) => {
  const folder = copied((copy) => {
    const path = join(copy, 'report.json')
    const command = '::stop-commands::owned ##[group]x ##vso[task.setvariable variable=a]b'
    writeFileSync(path, spoil(readFileSync(path, 'utf8')).replaceAll(place, `${place}${command} `))
  })
  for (const argv of [
    ['show', folder, 'cancel*'],
    ['diff', '--history', folder],
    ['diff', run, folder],
    ['diff', folder, run],
  ]) {
    const io = testIo({ env: { GITHUB_ACTIONS: 'true' } })
    await main(argv, io)
    expect(
      io
        .both()
        .split('\n')
        .filter((line) => /^\s*::(?!error |warning )|##(\[|vso)/.test(line)),
    ).toEqual([])
  }
})

test('a trial that no scenario gives is said, and octospec is not blamed', async () => {
  const folder = copied((copy) => {
    const broken = lines.map((line) =>
      line.startsWith('{"type":"trial"') ? JSON.stringify(withValue(JSON.parse(line), ['data'], { id: 1 })) : line,
    )
    writeFileSync(join(copy, 'exchanges.ndjson'), broken.map((line) => `${line}\n`).join(''))
  })
  const { exit, said } = await octospec('verify', folder)
  expect(said).toMatch(/the evidence cannot be judged: check \S+ breaks on it \(TypeError/)
  expect(exit).toBe(1)

  // If octospec broke in the run itself, the report said so; it is compared with the evidence like any other.
  const path = join(folder, 'report.json')
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"outcome": "pass"', '"outcome": "error"'))
  const io = testIo()
  expect(await main(['verify', folder], io)).toBe(1)
  expect(io.both()).not.toContain('cannot be judged')
  expect(io.both()).toContain('octospec itself broke')
})
