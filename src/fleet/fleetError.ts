/** What is wrong with a fleet as a whole; nothing was sent to any of its targets. */
export class FleetError extends Error {
  override readonly name = 'FleetError'
  readonly code = 'OCTOSPEC_FLEET'
  readonly remedy: string | undefined

  constructor(problems: readonly string[], remedy?: string) {
    super(problems.join('\n'))
    this.remedy = remedy
  }
}
