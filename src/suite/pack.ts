import type { Answer } from '../client/answer.js'
import type { Contract } from '../contract/contract.js'
import type { Payloads } from '../contract/validatePayload.js'
import type { Profile } from '../profile/profile.js'
import type { ReferenceService } from './referenceService.js'
import type { Registry } from './registry.js'

/** One service as the engine takes it. What the engine knows of a service, it knows from this value. */
export interface Pack extends Registry {
  /** The name of its folders, `transfers`. */
  readonly name: string
  /** The documents as data. */
  readonly contract: Contract
  /** What a single payload can be validated as. */
  readonly payloads: Payloads
  /** By `operationId`. */
  readonly operations: Readonly<Record<string, OperationTraits>>
  /** Things outside the operations that scenarios cannot do without, by the name under which they ask for it. */
  readonly needs: Readonly<Record<string, Need>>
  /** Which of octospec's own defaults the answers of a run rest on, and which they confirm. */
  readonly defaults: Defaults
  /** The service itself, to be proven on. */
  readonly reference: ReferenceService
}

/** What an operation does, as far as the engine must know it. */
export interface OperationTraits {
  /** It changes nothing, so it may be sent again. */
  readonly reads?: true
  /** It makes a booking. */
  readonly creates?: true
  /** It shows the booking that it names, as it is now. */
  readonly shows?: true
  /** It answers many bookings. */
  readonly lists?: true
  /** It commits somebody to something: never sent to a live target, unless that was allowed. */
  readonly commits?: true
  /** It ends a booking: what clean-up does. */
  readonly ends?: true
}

/** Something that a target must have, by its profile, for a scenario to act at all. */
export interface Need {
  readonly has: (profile: Profile) => boolean
  /** Why its checks are untested without it. */
  readonly reason: string
  /** What would change that. */
  readonly remedy: string
  /** `not-applicable`: without it there is nothing to verify. */
  readonly outcome?: 'untested' | 'not-applicable'
}

/** The keys of a profile whose defaults fill what the documents leave open. */
export interface Defaults {
  /** Those that were in the request of an answer: a refusal may be due to any of them. */
  readonly sent: (answer: Answer) => readonly string[]
  /** Those of the places where an accepted answer has something of the right kind. */
  readonly shown: (answer: Answer) => readonly string[]
  /** Whether the default of a key is octospec's own, and not stated by the documents. */
  readonly isOurs: (key: string) => boolean
}
