import type { Contract } from '../contract/contract.js'
import type { Payloads } from '../contract/validatePayload.js'
import type { Answer } from '../client/answer.js'
import type { Registry } from './registry.js'

/** One service as the engine takes it. What the engine knows of a service, it knows from this value. */
export interface Pack extends Registry {
  /** The name of its folders, `transfers`. */
  readonly name: string
  /** The documents as data. */
  readonly contract: Contract
  /** What a single payload can be validated as. */
  readonly payloads: Payloads
  /** Whether a read of a booking shows what an accepted write before it answered; a refusal to read it does where that may be. */
  readonly shows: (write: Answer, read: Answer) => boolean
}
