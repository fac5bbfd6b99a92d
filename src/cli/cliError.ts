import { errorCodes, type ErrorCodeName } from './errorCodes.js'

/** What ends a command early: a code of the table, what happened, and what to do. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: ErrorCodeName
  readonly remedy: string
  readonly exit: number

  /** @param exit of the code's own row in the table unless given */
  constructor(code: ErrorCodeName, message: string, remedy: string = errorCodes[code].remedy, exit?: number) {
    super(message)
    this.code = code
    this.remedy = remedy
    this.exit = exit ?? errorCodes[code].exit
  }
}

export function usage(message: string, remedy?: string): CliError {
  return new CliError('OCTOSPEC_USAGE', message, remedy)
}
