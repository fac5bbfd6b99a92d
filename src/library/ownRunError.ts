/** What is no run of this user's own, or not to be come back to with what was given: what happened, and what to do. */
export class OwnRunError extends Error {
  override readonly name = 'OwnRunError'
  readonly code: 'OCTOSPEC_UNPROVEN' | 'OCTOSPEC_PROFILE_CHANGED' | 'OCTOSPEC_USAGE'
  /** What there is to do about it, where that is not always the same. */
  readonly remedy: string | undefined

  constructor(code: OwnRunError['code'], message: string, remedy?: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}
