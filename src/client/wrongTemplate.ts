import { Stop } from './stop.js'

/** A template of the profile asks for what no answer has: no request that needs it can be made. */
export class WrongTemplate extends Stop {
  readonly code = 'OCTOSPEC_WRONG_PROFILE'

  constructor(template: string, why: string, what: string) {
    super(
      `the profile asks for ${template}, and ${why}`,
      `mend the template ${template} in the profile: a JSON Pointer inside one ${what}`,
    )
  }
}
