import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { KeyObject } from 'node:crypto'
import type { Contract } from '../contract/contract.js'
import type { Json } from '../profile/profile.js'
import type { EvidenceLine } from '../evidence/evidence.js'
import type { Judging } from '../judge/judging.js'
import { makeReport } from '../judge/makeReport.js'
import { EvidenceUnusable, rejudge } from '../judge/rejudge.js'
import type { Report } from '../judge/report.js'
import { selectChecks } from '../judge/selectChecks.js'
import { toolVersion } from '../contract/toolVersion.js'
import type { Pack } from '../suite/pack.js'
import { boundReport } from './boundReport.js'
import { EvidenceError } from '../evidence/evidenceError.js'
import { evidenceName } from '../evidence/evidenceFile.js'
import { formats } from './formats/index.js'
import { hashChunks, hashFile } from '../evidence/hashFile.js'
import { jsonReport } from './jsonReport.js'
import { readEvidence } from '../evidence/readEvidence.js'
import type { RunPlace } from './reportFile.js'
import { unfollowed } from './unfollowed.js'
import { verifySignature } from '../evidence/verifySignature.js'
import { messageOf } from '../contract/messageOf.js'

/** What judging a run again came to. */
export interface Verification {
  /** What does not hold, a sentence each; none: the run holds. */
  readonly problems: readonly string[]
  /** What a person should know besides. */
  readonly notes: readonly string[]
  /** The report that follows from the evidence; null: the evidence cannot be judged. */
  readonly report: Report | null
}

/**
 * Judges a run again from its evidence alone, with no network, and compares that with what the files of the run say.
 *
 * @param key public key to check the signature with; absent: a signature is only held against the files
 * @throws EvidenceError where there is no evidence to read
 */
export async function verifyRun(place: RunPlace, registry: Pack, key?: KeyObject): Promise<Verification> {
  const path = join(place.folder, evidenceName)
  if (!existsSync(path)) throw new EvidenceError(`${path}: there is no such file`)
  const problems: string[] = []
  const notes: string[] = []
  const signed = await verifySignature(place.folder, key)
  problems.push(...signed.problems)
  notes.push(...signed.notes)

  const again = await judgeAgain(path, registry)
  problems.push(...again.problems)
  if (again.judged === null) return { problems, notes, report: null }
  const { judging, report } = again.judged
  problems.push(...planProblems(judging))
  notes.push(...versionNotes(judging))
  problems.push(...reportProblems(place, report))
  if (judging.plan.tool.version === toolVersion())
    problems.push(...(await otherFiles(place, registry.contract, report)))
  return { problems, notes, report }
}

interface JudgedAgain {
  /** null: the evidence cannot be judged, and the problems say why. */
  readonly judged: { readonly judging: Judging; readonly report: Report } | null
  readonly problems: readonly string[]
}

async function judgeAgain(path: string, registry: Pack): Promise<JudgedAgain> {
  const problems: string[] = []
  const onCutShort = (line: number): void => {
    problems.push(
      `the evidence is cut short: its last line (${line}) ends in the middle, so the run was killed while it wrote`,
    )
  }
  try {
    const counted = { ends: [] as string[] }
    const judging = await rejudge(counting(readEvidence(path, { onCutShort }), counted), registry)
    if (judging.end === null && problems.length === 0)
      problems.push('the evidence is cut short: it ends in the middle of the run')
    const evidence = { file: evidenceName, sha256: await hashFile(path), exchanges: judging.exchanges }
    return { judged: { judging, report: reportOf(judging, evidence) }, problems: [...problems, ...counted.ends] }
  } catch (error) {
    if (error instanceof EvidenceError || error instanceof EvidenceUnusable)
      return { judged: null, problems: [...problems, `the evidence cannot be judged: ${error.message}`] }
    throw error
  }
}

/** Every line has been judged by now, so what breaks here is a line with members that octospec did not write. */
function reportOf(judging: Judging, evidence: Report['evidence']): Report {
  try {
    return makeReport(judging, evidence)
  } catch (error) {
    throw new EvidenceUnusable(`no report can be made of it: ${messageOf(error)}`)
  }
}

/** Each visit of a run ends by saying how many requests there were. */
async function* counting(
  lines: AsyncIterable<EvidenceLine>,
  counted: { readonly ends: string[] },
): AsyncGenerator<EvidenceLine> {
  let exchanges = 0
  for await (const line of lines) {
    if (line.type === 'exchange') exchanges += 1
    if (line.type === 'end' && line.requests !== exchanges)
      counted.ends.push(`the run recorded ${line.requests} exchanges, but the evidence has ${exchanges}`)
    yield line
  }
}

function planProblems({ plan, registry }: Judging): readonly string[] {
  const unknown = plan.checks.filter((id) => !registry.checks.has(id))
  if (plan.tool.version !== toolVersion() || plan.contract.sha256 !== registry.contract.identity.sha256)
    return unknown.map((id) => `check ${id}: the run planned it, but this octospec does not know it`)
  const chosen = new Set(plan.checks)
  const left = selected(registry, plan.only).filter((id) => !chosen.has(id))
  return [
    ...unknown.map((id) => `check ${id}: the run planned it, but there is no such check`),
    ...left.map((id) => `check ${id}: the plan leaves it out, but what the run was told to check takes it in`),
  ]
}

/** A pattern that matches nothing would have kept the run from starting. */
function selected(registry: Pack, only: readonly string[]): readonly string[] {
  try {
    return selectChecks(registry, only)
  } catch {
    return []
  }
}

function versionNotes({ plan, registry }: Judging): readonly string[] {
  const [own, contract] = [toolVersion(), registry.contract.identity]
  return [
    ...(plan.tool.version === own
      ? []
      : [
          `the run was made by octospec ${plan.tool.version}, and this is ${own}: verify it with that one if something differs`,
        ]),
    ...(plan.contract.sha256 === contract.sha256
      ? []
      : [
          `the run was judged by another contract (${plan.contract.version}, ${plan.contract.sha256.slice(0, 12)}) than this octospec has`,
        ]),
  ]
}

function reportProblems(place: RunPlace, report: Report): readonly string[] {
  const name = basename(place.report)
  if (!existsSync(place.report)) return [`there is no ${name}; what follows from the evidence is: ${report.headline}`]
  let said: Json
  try {
    // What JSON.parse gives is JSON.
    said = JSON.parse(readFileSync(place.report, 'utf8')) as Json
  } catch {
    return [`${name} is no JSON`]
  }
  const follows: Json = JSON.parse(jsonReport(report)) as Json
  return unfollowed(said, follows)
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
    const follows = await hashChunks(await format.render({ contract, report: shown, evidence }))
    if (follows !== (await hashFile(path)))
      problems.push(`${format.file}: it is not the file that octospec writes for this evidence`)
  }
  return problems
}
