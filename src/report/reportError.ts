/** A report that cannot be read: which file, and what is wrong with it. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
  readonly code = 'OCTOSPEC_REPORT'
  readonly remedy = 'name the folder of a run that octospec run wrote, or its report.json'
}
