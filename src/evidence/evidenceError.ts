/** Evidence that cannot be read: which file, which line, what is wrong with it. */
export class EvidenceError extends Error {
  override readonly name = 'EvidenceError'
  readonly code = 'OCTOSPEC_EVIDENCE'
  readonly remedy: string

  constructor(message: string, remedy = 'name the folder of a run, unchanged, as octospec run wrote it') {
    super(message)
    this.remedy = remedy
  }
}
