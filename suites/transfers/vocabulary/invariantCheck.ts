import { contractFinding, fail, pass, readPointer, type Suite } from './words.js'
import { transferInvariants } from '../contract/invariants.js'
import { askedForPricing } from '../contract/contractErrors.js'

export interface InvariantCheck {
  readonly id: string
  readonly clause: string
  readonly title: string
  /** JSON Pointers into an option: an answer without an option that has them all says nothing. */
  readonly places: readonly string[]
  /** Is it part of what the pricing capability adds? */
  readonly pricing: boolean
}

/** Declares a check of one invariant that the contract states of a transfer, over all transfers of the run. */
export function invariantCheck(
  { sweep }: Pick<Suite, 'sweep'>,
  { id, clause, title, places, pricing }: InvariantCheck,
): void {
  sweep({
    id,
    clause,
    title,
    of: ['transfers'],
    judge: (answer) => {
      if (!answer.accepted || (pricing && !askedForPricing(answer.exchange))) return null
      const options = answer.at('/options')
      const shown = (option: unknown): boolean => places.every((place) => readPointer(option, place) !== undefined)
      if (!Array.isArray(options) || !options.some(shown)) return null
      const errors = transferInvariants(answer.json).filter((error) => error.clause === clause)
      return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
    },
  })
}
