/** There is no key by which evidence could be proven to be the user's own, or none that can be trusted. */
export class RunKeyError extends Error {
  override readonly name = 'RunKeyError'
  readonly code = 'OCTOSPEC_UNPROVEN'
  readonly remedy: string

  constructor(
    message: string,
    remedy = 'use the machine and user of the run, or give the key of the run in OCTOSPEC_RUN_KEY',
  ) {
    super(message)
    this.remedy = remedy
  }
}
