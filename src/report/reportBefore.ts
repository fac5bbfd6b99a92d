import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../judge/report.js'
import type { Profile } from '../profile/profile.js'
import { ReportError, readReport } from './reportFile.js'
import { hostName } from './reportFolder.js'
import { targetKey } from './targetKey.js'

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
