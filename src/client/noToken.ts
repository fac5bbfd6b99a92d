import { Stop } from './stop.js'

/** No token was to be had where one must be sent: nothing was sent to the target. */
export class NoToken extends Stop {
  readonly code = 'OCTOSPEC_NO_TOKEN'

  constructor(why: string) {
    super(
      why,
      'see target.token in the profile, or the command of OCTOSPEC_TOKEN_COMMAND: nothing was sent to the target',
    )
  }
}
