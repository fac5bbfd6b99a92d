import type { ContractError } from '../contract/contractError.js'
import type { Json } from '../profile/profile.js'
import type { Answer } from '../client/answer.js'
import { describeValue } from './expect.js'
import type { Finding } from './finding.js'
import { wrongPlace } from './wrongPlace.js'

/** A departure of an answer from the contract, as a finding. */
export function contractFinding({ pointer, expected, received }: ContractError, answer: Answer): Finding {
  // Whatever a JSON body holds is JSON.
  const found = received as Json | undefined
  return {
    message: wrongPlace(answer.exchange.purpose, pointer, describeValue(found), expected),
    expected,
    // A missing member is shown as null.
    received: found ?? null,
    exchange: answer.n,
    pointer,
  }
}
