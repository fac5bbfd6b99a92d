import type { RefusalCode } from './model.js'

/** Thrown inside an operation to refuse the call; the service turns it into a reply. Nothing has been saved by then. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
