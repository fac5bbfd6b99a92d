import type { ContractError } from '../contract/contractError.js'
import type { Json } from '../profile/profile.js'
import type { Answer } from '../client/answer.js'
import type { Finding } from './finding.js'

/** A departure of an answer from the contract, as a finding. */
export function contractFinding(error: ContractError, answer: Answer): Finding {
  return {
    message: `${error.message} at ${error.pointer}`,
    expected: error.expected,
    // Whatever a JSON body holds is JSON; a missing member is shown as null.
    received: (error.received ?? null) as Json,
    exchange: answer.n,
    pointer: error.pointer,
  }
}
