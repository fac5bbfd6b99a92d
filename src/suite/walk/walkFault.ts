import type { Answer } from '../../wire/answer.js'

/** The stable codes of what ends a walk. */
export type WalkCode =
  | 'OCTOSPEC_UNREACHABLE'
  | 'OCTOSPEC_RATE_LIMITED'
  | 'OCTOSPEC_CREDENTIALS_REFUSED'
  | 'OCTOSPEC_NOT_AN_API'
  | 'OCTOSPEC_WRONG_ADDRESS'
  | 'OCTOSPEC_WRONG_PROFILE'

/** Why the walk goes no further: the profile cannot be right, or nothing is there. */
export interface WalkStop {
  readonly code: WalkCode
  /** What is wrong, in one line. Texts of the target in it are escaped. */
  readonly what: string
  readonly answer: Answer
  readonly looked?: string
  readonly there?: string
  /** The most likely key of the profile, with the line to write. */
  readonly write?: string
  /** Whether the server may be to blame after all. */
  readonly server: string
  readonly remedy: string
  /** What may be the id of a booking that was made and cannot be read. */
  readonly ids?: readonly string[]
}

/** Ends the walk; it becomes the page that the run ends with. */
export class WalkFault extends Error {
  override readonly name = 'WalkFault'
  readonly stop: WalkStop

  constructor(stop: Omit<WalkStop, 'code'> & Partial<Pick<WalkStop, 'code'>>) {
    super(stop.what)
    this.stop = { code: 'OCTOSPEC_WRONG_PROFILE', ...stop }
  }
}
