import { pack } from '../pack.js'
import type { ReferenceChoice, RunningReference } from '../suite/referenceService.js'

/**
 * Starts the reference service: the documented service itself, as `octospec serve` does.
 * @throws an error with the code `E_UNKNOWN_NAME` for a fault, variant or dialect there is none of; that of the system where it cannot listen
 */
export function startReference(options: ReferenceChoice = {}): Promise<RunningReference> {
  return pack.reference.start(options)
}
