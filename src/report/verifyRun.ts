import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Contract } from '../contract/contract.js'
import { escapeText } from '../contract/escapeText.js'
import { departure } from '../contract/publishedShape.js'
import { toolVersion } from '../contract/specFile.js'
import { EvidenceError, type EvidenceLine } from '../evidence/evidence.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { hashChunks, hashWithin } from '../evidence/files.js'
import { type EvidenceReader, readEvidence } from '../evidence/readEvidence.js'
import { type JudgedEvidence, judgeEvidence, whyCutShort } from '../judge/judgeEvidence.js'
import { makeReport } from '../judge/makeReport.js'
import type { Report } from '../judge/report.js'
import { isList, isMap } from '../profile/jsonMap.js'
import { PlainFileError } from '../profile/plainFile.js'
import type { Json } from '../profile/profile.js'
import { boundReport, formats, jsonReport } from './formats.js'
import { readReportJson, ReportError, type RunPlace } from './reportFile.js'
import type { Pack } from '../suite/pack.js'

/** What judging a run again came to. */
export interface Verification {
  /** What does not hold, a sentence each; none: the run holds. */
  readonly problems: readonly string[]
  readonly notes: readonly string[]
  /** The report that follows from the evidence; null: the evidence cannot be judged. */
  readonly report: Report | null
}

/**
 * Judges a run again from its evidence alone, with no network, and compares that with what the files of the run say.
 * @throws EvidenceError where there is no evidence to read
 */
export async function verifyRun(place: RunPlace, registry: Pack): Promise<Verification> {
  const path = join(place.folder, evidenceName)
  const read = readEvidence(path)
  if (!existsSync(path)) throw new EvidenceError(`${path}: there is no such file`)
  const again = await judgeAgain(read, registry, place)
  if (typeof again === 'string') {
    const cut = whyCutShort(read, true)
    const problems = [...(cut === null ? [] : [cut]), `the evidence cannot be judged: ${again}`]
    return { problems, notes: [], report: null }
  }
  const { judged } = again
  const report = withSince(place, again.report)
  const problems = [
    ...(judged.cutShort === null ? [] : [judged.cutShort]),
    ...judged.problems,
    ...reportProblems(place, report),
    ...(judged.judging.plan.tool.version === toolVersion() ? await otherFiles(place, registry.contract, report) : []),
  ]
  return { problems, notes: judged.notes, report }
}

/** The evidence and the report that follows from it; a text: why there is none. */
async function judgeAgain(
  read: EvidenceReader,
  registry: Pack,
  place: RunPlace,
): Promise<{ readonly judged: JudgedEvidence; readonly report: Report } | string> {
  try {
    const judged = await judgeEvidence(read, registry)
    const evidence = { file: evidenceName, sha256: read.hash().digest('hex'), exchanges: read.exchanges }
    const report = makeReport(judged.judging, evidence)
    return breaking(report, place) ?? { judged, report }
  } catch (error) {
    if (error instanceof EvidenceError) return error.message
    throw error
  }
}

/** What a report says of the run before it follows from no evidence of its own: it is taken as it is said. */
function withSince({ report: path }: RunPlace, report: Report): Report {
  try {
    const said = readReportJson(path)
    if (departure('report.schema.json', said) !== null) return report
    // The schema describes this type member by member.
    const { since } = said as unknown as Report
    return since === undefined ? report : { ...report, since }
  } catch (error) {
    if (error instanceof ReportError) return report
    throw error
  }
}

/** Says which check breaks on this evidence though the report does not say so; null: none does. */
function breaking({ checks }: Report, place: RunPlace): string | null {
  const broken = checks.filter(({ outcome }) => outcome === 'error')
  if (broken.length === 0) return null
  const told = toldToBreak(place)
  const [first] = broken.filter(({ id }) => !told.has(id))
  if (first === undefined) return null
  return `check ${first.id} breaks on it (${first.reason ?? 'it does not say why'}), which the report of the run does not say: a line was edited, or another octospec wrote it`
}

/** The checks that ended as `error` by what the report says of itself. */
function toldToBreak({ report }: RunPlace): ReadonlySet<Json | undefined> {
  try {
    const said = readReportJson(report)
    const checks = isMap(said) && Array.isArray(said['checks']) ? said['checks'] : []
    return new Set(checks.flatMap((check: Json) => (isMap(check) && check['outcome'] === 'error' ? [check['id']] : [])))
  } catch (error) {
    if (error instanceof ReportError) return new Set()
    throw error
  }
}

function reportProblems(place: RunPlace, report: Report): readonly string[] {
  const name = basename(place.report)
  if (!existsSync(place.report)) return [`there is no ${name}; what follows from the evidence is: ${report.headline}`]
  try {
    const said = readReportJson(place.report)
    // What JSON.parse gives is JSON.
    return unfollowed(said, JSON.parse(jsonReport(report)) as Json)
  } catch (error) {
    if (error instanceof ReportError) return [error.message]
    throw error
  }
}

/** Files that people read instead of report.json must not say anything else. */
async function otherFiles(
  { folder, report: reportPath }: RunPlace,
  contract: Contract,
  report: Report,
): Promise<readonly string[]> {
  const problems: string[] = []
  const evidence = (): AsyncIterable<EvidenceLine> => readEvidence(join(folder, evidenceName))
  const shown = boundReport(report)
  for (const format of formats) {
    const path = join(folder, format.file)
    if (path === reportPath || format.name === 'json' || !existsSync(path)) continue
    try {
      const follows = await hashChunks(await format.render({ contract, report: shown, evidence }))
      if (follows.sha256 !== (await hashWithin(path, follows.bytes)))
        problems.push(`${format.file}: it is not the file that octospec writes for this evidence`)
    } catch (error) {
      if (!(error instanceof PlainFileError)) throw error
      problems.push(`${format.file}: ${error.message}`)
    }
  }
  return problems
}

/** One place where two JSON values differ; undefined: there is nothing at that place. */
interface Difference {
  /** Names that lead there; in a list of things with ids, the id. */
  readonly path: readonly string[]
  readonly said: Json | undefined
  readonly follows: Json | undefined
}

/** Every place where what is said is not what follows. Lists of things with ids are compared by id, other lists by place. */
export function differences(
  said: Json | undefined,
  follows: Json | undefined,
  path: readonly string[] = [],
): readonly Difference[] {
  if (isObject(said) && isObject(follows)) return ofMembers(said, follows, path)
  if (isList(said) && isList(follows)) {
    const [own, other] = [byId(said), byId(follows)]
    if (own !== null && other !== null) return [...ofMembers(own, other, path), ...inOrder(said, follows, path)]
    return ofMembers(byPlace(said), byPlace(follows), path)
  }
  return said === follows ? [] : [{ path, said, follows }]
}

function ofMembers(said: JsonObject, follows: JsonObject, path: readonly string[]): readonly Difference[] {
  const names = new Set([...Object.keys(follows), ...Object.keys(said)])
  return [...names].flatMap((name) => differences(own(said, name), own(follows, name), [...path, name]))
}

function inOrder(said: readonly Json[], follows: readonly Json[], path: readonly string[]): readonly Difference[] {
  const [here, there] = [said.map(idOf), follows.map(idOf)]
  if (here.length !== there.length) return []
  const sameIds = here.every((id) => there.includes(id))
  const sameOrder = here.every((id, at) => id === there[at])
  return sameIds && !sameOrder ? [{ path: [...path, 'order'], said: 'another order', follows: 'its own order' }] : []
}

type JsonObject = { readonly [key: string]: Json }

function own(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

/** null: they are not all things with ids of their own. A thing that stands there twice would hide behind its double. */
function byId(list: readonly Json[]): JsonObject | null {
  const named = list.map((item): [string, Json] | null => {
    const id = idOf(item)
    return typeof id === 'string' ? [id, item] : null
  })
  const entries = named.filter((entry) => entry !== null)
  const unique = new Set(entries.map(([id]) => id)).size
  return entries.length === list.length && unique === list.length ? Object.fromEntries(entries) : null
}

function byPlace(list: readonly Json[]): JsonObject {
  return Object.fromEntries(list.map((item, at) => [String(at), item]))
}

function idOf(item: Json | undefined): Json | undefined {
  return isObject(item) ? own(item, 'id') : undefined
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Characters of a value that a sentence shows. */
const longest = 160

/** Says what a report has and its evidence has not, a sentence each. */
export function unfollowed(said: Json, follows: Json): readonly string[] {
  const found = differences(said, follows)
  const sentences = found.map(sentence)
  return [...new Set(sentences)]
}

function sentence({ path, said, follows }: Difference): string {
  const [part, id, member] = path
  const one = part === undefined ? undefined : singular[part]
  if (one !== undefined && id !== undefined && id !== 'order') {
    const name = `${one} ${escapeText(id, longest)}`
    if (path.length === 2) {
      if (said === undefined)
        return `${name}: it is not in the report, but the evidence has it (${told(outcomeOf(follows))})`
      if (follows === undefined) return `${name}: it is in the report, but not in the evidence`
    }
    if (member === 'outcome') return `${name}: the report says ${plain(said)}, the evidence says ${plain(follows)}`
    return `${name}, ${escapeText(path.slice(2).join('/'), longest)}: the report says ${told(said)}, the evidence says ${told(follows)}`
  }
  const place = path.length === 0 ? 'the report' : escapeText(path.join('/'), longest)
  return `${place}: the report says ${told(said)}, the evidence says ${told(follows)}`
}

const singular: Readonly<Record<string, string>> = {
  checks: 'check',
  clauses: 'clause',
  gaps: 'gap',
  bookings: 'booking',
}

function outcomeOf(thing: Json | undefined): Json | undefined {
  if (typeof thing !== 'object' || thing === null || !('outcome' in thing)) return thing
  return thing.outcome
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? escapeText(value, longest) : told(value)
}

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : escapeText(JSON.stringify(value), longest)
}
