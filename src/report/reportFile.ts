import { readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { beyondBounds } from '../wire/body.js'
import { departure } from '../contract/publishedShape.js'
import type { Report } from '../judge/report.js'
import { PlainFileError, readPlainFile } from '../profile/plainFile.js'
import type { Json, Profile } from '../profile/profile.js'
import { words } from '../words.js'
import { targetKey } from './checkText.js'
import { hostName } from './reportFolder.js'

/** A report that cannot be read: which file, and what is wrong with it. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code = 'OCTOSPEC_REPORT'
  readonly remedy: string = words.file.runNeeded
}

/** Bytes of a report at most: findings are bounded, and so is their number. */
const longest = 128 * 1024 * 1024
/**
 * A received value has at most 200 levels, and the report puts a few around it. Findings are at most 1000 and one for
 * each check, and each holds at most 2000 characters of received JSON.
 */
const bounds = { levels: 240, values: 2_000_000 }

export interface RunPlace {
  readonly folder: string
  readonly report: string
}

/**
 * The files of a run, named by its folder or by its `report.json`.
 * @throws ReportError where there is nothing of that name
 */
export function placeOfRun(cwd: string, named: string): RunPlace {
  try {
    // A link that the user names is followed; one inside of the folder is not.
    const path = realpathSync(resolve(cwd, named))
    return statSync(path).isDirectory()
      ? { folder: path, report: join(path, 'report.json') }
      : { folder: dirname(path), report: path }
  } catch {
    throw new ReportError(words.file.nothingThere(named))
  }
}

/** Reads the report of a run for comparing it. @throws ReportError unless it is a report of this format */
export function readReport(cwd: string, named: string): Report {
  const { report } = placeOfRun(cwd, named)
  const value = readReportJson(report)
  const wrong = departure('report.schema.json', value)
  if (wrong !== null) throw new ReportError(words.file.noReport(report, wrong))
  // The schema describes this type member by member; a test holds what octospec writes to it.
  return value as unknown as Report
}

/** The JSON of a `report.json`, whatever it holds. @throws ReportError */
export function readReportJson(path: string): Json {
  try {
    const text = readPlainFile(path, longest).toString('utf8')
    const beyond = beyondBounds(text, bounds)
    if (beyond !== null) throw new ReportError(words.file.beyond(path, beyond))
    const json = jsonIn(text)
    if (json === undefined) throw new ReportError(`${path}: ${words.file.noJson}`)
    return json
  } catch (error) {
    if (error instanceof PlainFileError) throw new ReportError(`${path}: ${error.message}`)
    throw error
  }
}

/** The JSON of a text; undefined where it is none. */
export function jsonIn(text: string): Json | undefined {
  try {
    const json: Json = JSON.parse(text)
    return json
  } catch {
    return undefined
  }
}

/** The report of the run before of the same target; undefined where there is none that can be read. */
export function reportBefore(
  cwd: string,
  out: string | undefined,
  { target: { url, environment }, file }: Pick<Profile, 'target' | 'file'>,
  shown: string = url,
): Report | undefined {
  const key = targetKey({ target: { url: shown, environment }, profile: { file } })
  for (const folder of out === undefined ? youngestFirst(join(cwd, 'reports'), hostName(url)) : [out]) {
    try {
      const report = readReport(cwd, folder)
      // A run that never began knows nothing.
      if (targetKey(report) === key && report.checks.length > 0) return report
    } catch (error) {
      if (!(error instanceof ReportError)) throw error
    }
  }
  return undefined
}

/** Folders to look into at most: those of a thousand runs are not read for one line. */
const most = 5

function youngestFirst(reports: string, host: string): readonly string[] {
  try {
    return readdirSync(reports)
      .filter((name) => name.startsWith(`${host}-`) && /^\d{8}-\d{6}(-\d+)?$/.test(name.slice(host.length + 1)))
      .sort()
      .reverse()
      .slice(0, most)
      .map((name) => join(reports, name))
  } catch {
    return []
  }
}
