import type { WalkCode } from '../suite/acts.js'

/** The stable codes of what keeps a run, or the conversation before it, from starting. */
export type RunErrorCode = WalkCode | 'OCTOSPEC_NO_TOKEN' | 'OCTOSPEC_NOT_LEARNED' | 'OCTOSPEC_NOTHING_SELECTED'

/**
 * A run that could not start: what happened, why it matters, what to do. The message lists what the walk had booked. It
 * has a file of its own, as the start of the command line loads it.
 */
export class RunError extends Error {
  override readonly name = 'RunError'
  readonly code: RunErrorCode
  readonly remedy: string

  constructor(code: RunErrorCode, message: string, remedy: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}
