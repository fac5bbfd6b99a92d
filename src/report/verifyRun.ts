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
import { words } from '../words.js'

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
  const said = saidIn(place)
  const again = await judgeAgain(read, registry, said)
  if (typeof again === 'string') {
    const cut = whyCutShort(read, true)
    const problems = [...(cut === null ? [] : [cut]), words.verify.unjudged(again)]
    return { problems, notes: [], report: null }
  }
  const { judged } = again
  const report = withSince(said, again.report)
  const problems = [
    ...(judged.cutShort === null ? [] : [judged.cutShort]),
    ...judged.problems,
    ...reportProblems(said, report, basename(place.report)),
    ...(judged.judging.plan.tool.version === toolVersion() ? await otherFiles(place, registry.contract, report) : []),
  ]
  return { problems, notes: judged.notes, report }
}

/** The content of a run's report: JSON, or why it cannot be read; null: there is no such file. */
type Said = { readonly json: Json } | { readonly unread: string } | null

function saidIn({ report }: RunPlace): Said {
  try {
    return existsSync(report) ? { json: readReportJson(report) } : null
  } catch (error) {
    if (error instanceof ReportError) return { unread: error.message }
    throw error
  }
}

/** The evidence and the report that follows from it; a text: why there is none. */
async function judgeAgain(
  read: EvidenceReader,
  registry: Pack,
  said: Said,
): Promise<{ readonly judged: JudgedEvidence; readonly report: Report } | string> {
  try {
    const judged = await judgeEvidence(read, registry)
    const evidence = { file: evidenceName, sha256: read.hash().digest('hex'), exchanges: read.exchanges }
    const report = makeReport(judged.judging, evidence)
    return breaking(report, said) ?? { judged, report }
  } catch (error) {
    if (error instanceof EvidenceError) return error.message
    throw error
  }
}

/** The evidence of a run says nothing of the run before it: that part of the report is taken as it is. */
function withSince(said: Said, report: Report): Report {
  if (said === null || !('json' in said) || departure('report.schema.json', said.json) !== null) return report
  // The schema describes this type member by member.
  const { since } = said.json as unknown as Report
  return since === undefined ? report : { ...report, since }
}

/** Says which check breaks on this evidence though the report does not say so; null: none does. */
function breaking({ checks }: Report, said: Said): string | null {
  const told = said !== null && 'json' in said && isMap(said.json) ? said.json['checks'] : undefined
  const toldToBreak = new Set(
    (isList(told) ? told : []).flatMap((check) => (isMap(check) && check['outcome'] === 'error' ? [check['id']] : [])),
  )
  const first = checks.find(({ id, outcome }) => outcome === 'error' && !toldToBreak.has(id))
  return first === undefined ? null : words.verify.breaks(first.id, first.reason ?? words.verify.breaksUntold)
}

function reportProblems(said: Said, report: Report, name: string): readonly string[] {
  if (said === null) return [words.verify.noReport(name, report.headline)]
  // What JSON.parse gives is JSON.
  return 'json' in said ? unfollowed(said.json, JSON.parse(jsonReport(report)) as Json) : [said.unread]
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
      if (follows.sha256 !== (await hashWithin(path, follows.bytes))) problems.push(words.verify.otherFile(format.file))
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

/** Every place where the report differs from what follows. Lists with ids are compared by id, others by place. */
export function differences(
  said: Json | undefined,
  follows: Json | undefined,
  path: readonly string[] = [],
): readonly Difference[] {
  const ids = [idsOf(said), idsOf(follows)] as const
  const byId = ids[0] !== null && ids[1] !== null
  const [own, other] = [membersOf(said, byId), membersOf(follows, byId)]
  if (own === null || other === null || isList(said) !== isList(follows))
    return said === follows ? [] : [{ path, said, follows }]
  const names = [...new Set([...other.keys(), ...own.keys()])]
  const inMembers = names.flatMap((name) => differences(own.get(name), other.get(name), [...path, name]))
  const isMixed = byId && ids[0].join() !== ids[1].join() && ids[0].toSorted().join() === ids[1].toSorted().join()
  return isMixed
    ? [...inMembers, { path: [...path, 'order'], said: 'another order', follows: 'its own order' }]
    : inMembers
}

/** What is in an object or a list, by name, id or place; null: it is neither. */
function membersOf(value: Json | undefined, byId: boolean): ReadonlyMap<string, Json> | null {
  if (typeof value !== 'object' || value === null) return null
  return new Map(Object.entries(value).map(([name, member]) => [(byId && idOf(member)) || name, member]))
}

/** null: not a list of things with ids of their own. A thing that is listed twice would hide behind its double. */
function idsOf(value: Json | undefined): readonly string[] | null {
  if (!isList(value)) return null
  const ids = value.flatMap((item) => idOf(item) ?? [])
  return ids.length === value.length && new Set(ids).size === ids.length ? ids : null
}

function idOf(item: Json): string | undefined {
  const id = isMap(item) ? item['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/** Characters of a value that a sentence shows. */
const longest = 160

/** Says what a report has and its evidence has not, a sentence each. */
function unfollowed(said: Json, follows: Json): readonly string[] {
  return [...new Set(differences(said, follows).map(sentence))]
}

const singular: ReadonlyMap<string | undefined, string> = new Map([
  ['checks', 'check'],
  ['clauses', 'clause'],
  ['gaps', 'gap'],
  ['bookings', 'booking'],
])

function sentence({ path, said, follows }: Difference): string {
  const [part, id = 'order', ...members] = path
  const one = singular.get(part)
  const { differs, leftOut, madeUp } = words.verify
  if (one === undefined || id === 'order')
    return differs(path.length === 0 ? 'the report' : escapeText(path.join('/'), longest), told(said), told(follows))
  const thing = `${one} ${escapeText(id, longest)}`
  if (members.length === 0 && said === undefined) return leftOut(thing, told(outcomeOf(follows)))
  if (members.length === 0 && follows === undefined) return madeUp(thing)
  if (members[0] === 'outcome') return differs(thing, plain(said), plain(follows))
  return differs(`${thing}, ${escapeText(members.join('/'), longest)}`, told(said), told(follows))
}

function outcomeOf(thing: Json | undefined): Json | undefined {
  return isMap(thing) && thing['outcome'] !== undefined ? thing['outcome'] : thing
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? escapeText(value, longest) : told(value)
}

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : escapeText(JSON.stringify(value), longest)
}
