import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPointer } from '../../contract/jsonPointer.js'
import { pack } from '../../pack.js'
import type { Json } from '../../profile/profile.js'
import { runOnReference } from '../../proof/runOnReference.js'
import { defectsOf, type Defect } from '../defects.js'
import { runHurl, type Ran } from './runHurl.test.data.js'
import { storiesOf } from './storiesOf.js'
import type { Story } from './storyOf.js'

/** A defect that a run on a faulty reference service found, how it came about, and the address of that service, which is gone. */
export interface Told {
  readonly defect: Defect
  readonly story: Story
  readonly target: string
}

/** What the checks of the broken clause tell of a fault, or where they tell nothing, those of the whole run. */
export async function toldOf(name: string): Promise<readonly Told[]> {
  const { clause, seenAs = [] } = pack.reference.fault(name)
  for (const only of [[clause, ...seenAs], []]) {
    const { report, evidence } = await runOnReference({ faults: [name], plan: { only } })
    const defects = defectsOf(pack.contract, report)
    const stories = await storiesOf(defects, report, pack.contract, async function* () {
      yield* evidence
    })
    const told = defects.flatMap((defect) => {
      const story = stories.get(defect.number)
      return story === undefined ? [] : [{ defect, story, target: report.target.url }]
    })
    if (told.length > 0) return told
  }
  return []
}

const secrets = { AUTHORIZATION: 'reference-token-a', OTHER_AUTHORIZATION: 'reference-token-b' }

/** What a script prints, run in a shell against a new server with the same fault. */
export async function runAgain(script: string, fault: string): Promise<string> {
  const { on = [] } = pack.reference.fault(fault)
  const server = await pack.reference.start({ faults: [fault], variants: on })
  const folder = mkdtempSync(join(tmpdir(), 'octospec-story-'))
  try {
    const file = join(folder, 'story.sh')
    writeFileSync(file, script)
    return await new Promise((done, broke) => {
      const env = { PATH: process.env['PATH'], ORIGIN: new URL(server.url).origin, ...secrets }
      const child = spawn('sh', [file], { env })
      let out = ''
      child.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
      child.stderr.on('data', (piece: Buffer) => (out += piece.toString()))
      child.on('error', broke)
      child.on('close', () => done(out))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  }
}

/** Whether the Hurl program is there, of the version that the files are for. */
export function hasHurl(): boolean {
  return /^hurl (?:[89]|\d\d)\./.test(spawnSync('hurl', ['--version'], { encoding: 'utf8' }).stdout ?? '')
}

/** What the Hurl program itself says to a file against a new server with these faults: 0, all is as asserted; 4, it is not. */
export async function programAgain(file: string, fault: string, faults: readonly string[]): Promise<number | null> {
  const { on = [] } = pack.reference.fault(fault)
  const server = await pack.reference.start({ faults, variants: on })
  const folder = mkdtempSync(join(tmpdir(), 'octospec-hurl-'))
  try {
    const path = join(folder, 'story.hurl')
    writeFileSync(path, file)
    const set = (option: string, values: Readonly<Record<string, string>>): readonly string[] =>
      Object.entries(values).flatMap(([name, value]) => [option, `${name}=${value}`])
    const variables = { ORIGIN: new URL(server.url).origin, ...freshOf(file) }
    const child = spawn('hurl', [...set('--variable', variables), ...set('--secret', secrets), path], {
      stdio: 'ignore',
    })
    return await new Promise((done, broke) => child.on('error', broke).on('close', done))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.close()
  }
}

function freshOf(file: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...file.matchAll(/--variable (\w+)="\$\(uuidgen\)"/g)].map(([, name = '']) => [name, randomUUID()]),
  )
}

/** A Hurl file of a fault, run against a new server that has it, and one that has not. */
export async function hurlAgain(file: string, fault: string): Promise<{ readonly faulty: Ran; readonly right: Ran }> {
  const { on = [] } = pack.reference.fault(fault)
  const against = async (faults: readonly string[]): Promise<Ran> => {
    const server = await pack.reference.start({ faults, variants: on })
    try {
      return await runHurl(file, { ORIGIN: new URL(server.url).origin, ...secrets, ...freshOf(file) })
    } finally {
      await server.close()
    }
  }
  return { faulty: await against([fault]), right: await against([]) }
}

/** The same of what Hurl prints where it asserts nothing: the last answer. */
export function hurlShowsAgain({ status, body }: Ran['last'], told: Told): boolean {
  const { pointer } = told.story.finding
  const json = parsed(body)
  const value = readPointer<Json>(json, pointer ?? '')
  const items = (pointer ?? '').split(/\/\d+(?=\/|$)/)
  const list = items.length === 1 ? undefined : readPointer<Json>(json, items[0] ?? '')
  const each = Array.isArray(list) ? list.map((item: Json) => readPointer<Json>(item, items[1] ?? '') ?? null) : null
  return showsAgain(
    `now: HTTP ${status} ${value === undefined ? 'nothing' : JSON.stringify(value)}\nin each: ${JSON.stringify(each)}\n`,
    told,
  )
}

/**
 * Whether what a script printed shows what is wrong: the status that was wrong; the value, or one of its kind where it is another each
 * time; a booking in lists where it should not be, or in none; items in the wrong order.
 */
export function showsAgain(out: string, { defect: { title }, story: { finding, shown } }: Told): boolean {
  const { received, pointer } = finding
  const now = lineOf(out, 'now:')
  const each = lineOf(out, 'in each:')
  const listed = [...out.matchAll(/^\w+ is listed in: (.*)$/gm)].map(([, where = '']) => where)
  const text = typeof received === 'string' ? received : JSON.stringify(received)
  const [status] = /^HTTP \d+/.exec(text) ?? []
  if (status !== undefined) return now.startsWith(status)
  const header = finding.wanted?.header?.name
  if (header !== undefined)
    return lineOf(out, 'header:').endsWith(received === 'no such header' ? `no ${header}` : text)
  const order = /^Sorted by \w+ (ascending|descending)/.exec(title)?.[1]
  if (order !== undefined) return !isSorted(each, order === 'ascending' ? 1 : -1)
  if (listed.some((where) => / as other/.test(where)) && /another reseller/.test(title)) return true
  // In the list as a whole, and in none of its pages.
  if (listed.some((where) => !where.includes(',')) && /is on no page/.test(title)) return true
  if (listed.some((where) => /,|\((?!1\))/.test(where)) && /already/.test(title)) return true
  const place = now.replace(/^HTTP \d+ /, '')
  if (received === null) return /^(nothing|null)$/.test(place) || /null/.test(each) || listed.includes('none')
  if (place === 'nothing') return each.includes(text)
  const recorded = readPointer<Json>(shown.exchange.response?.json ?? null, pointer ?? '')
  return `${place} ${each}`.includes(text) || kindOf(parsed(place)) === kindOf(recorded)
}

function lineOf(out: string, head: string): string {
  const line = out.split('\n').find((each) => each.startsWith(head)) ?? ''
  return line.slice(head.length).trim()
}

function isSorted(text: string, sign: 1 | -1): boolean {
  const numbers = parsed(text)
  return Array.isArray(numbers) && numbers.every((each, at) => at === 0 || sign * (each - numbers[at - 1]) >= 0)
}

function parsed(text: string): Json {
  try {
    const json: Json = JSON.parse(text)
    return json
  } catch {
    return text
  }
}

/** Two of a kind differ in what is another each time: ids, times, and the amounts in an object. */
function kindOf(value: Json | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'items'
  if (typeof value === 'object' && value !== null) return Object.keys(value).join()
  return (JSON.stringify(value) ?? '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-]\d\d:?\d\d)?/g, 'TIME')
    .replaceAll(/\\[nrt]|\\u[0-9a-f]{4}/g, '?')
}
