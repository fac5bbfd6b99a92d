import type { Report } from '../judge/report.js'

/** What {@link runSuites} came to. */
export interface RanSuites {
  readonly report: Report
  /** Folder of the evidence and the reports. */
  readonly folder: string
  /** What kept files from being written: with none of these, all of them are there. */
  readonly unwritten: readonly unknown[]
  /**
   * Folder below that one, into which the files of the run before in it were moved, as somebody may have to come back to that run; absent
   * where nothing was moved.
   */
  readonly keptAside?: string
}
