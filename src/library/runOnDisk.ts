import { resolve } from 'node:path'
import type { Report } from '../judge/report.js'
import { type OwnSuite, packWith } from './runSuites.js'
import { placeOfRun, readReport as readReportFrom } from '../report/reportFile.js'
import { verifyRun as verifyRunAt, type Verification } from '../report/verifyRun.js'

/** How {@link verifyRun} looks at a run. */
export interface VerifyRunOptions {
  /** Suites of your own that the run was given. */
  readonly suites?: readonly OwnSuite[]
}

/**
 * Judges a run again from its evidence alone, with no network, as `octospec verify` does.
 * @param run its folder, or its `report.json`
 * @throws ReportError where there is no such run; EvidenceError where it has no evidence that can be read
 */
export async function verifyRun(run: string, { suites }: VerifyRunOptions = {}): Promise<Verification> {
  return verifyRunAt(placeOfRun(resolve('.'), run), packWith(suites))
}

/**
 * The report of a run, held to its schema.
 * @param run its folder, or its `report.json`
 * @throws ReportError unless it is a report of this format
 */
export function readReport(run: string): Report {
  return readReportFrom(resolve('.'), run)
}
