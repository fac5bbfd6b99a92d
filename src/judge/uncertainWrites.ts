import type { Answer } from '../client/answer.js'
import type { Exchange } from '../client/exchange.js'
import type { Pack } from '../suite/pack.js'
import type { Profile } from '../profile/profile.js'

/**
 * The writes of a run of which nobody knows whether they were performed, since no answer of the target's came to them. What is
 * read after one may show its effect or not, and neither is the target's fault.
 */
export class UncertainWrites {
  readonly #pack: Pick<Pack, 'operations' | 'acts'>
  readonly #writes: Exchange[] = []

  constructor(pack: Pick<Pack, 'operations' | 'acts'>) {
    this.#pack = pack
  }

  /** Takes note of an answer. Under 2xx the target says itself that it did something, and 429 that it did not. */
  see(answer: Answer): void {
    const { exchange, outcome, undocumented, status } = answer
    if (
      outcome === 'none' &&
      !undocumented &&
      status !== 429 &&
      this.#pack.operations[exchange.purpose]?.reads !== true
    )
      this.#writes.push(exchange)
  }

  /** The first write that may be the cause of what this exchange of a scenario shows; null of it: of what the scenario shows. */
  behind(scenario: string, shown: Exchange | null, profile: Profile): Exchange | undefined {
    return this.#writes.find((write) => {
      if (write.purpose === 'clock') return true
      if (shown === null) return write.scenario === scenario
      if (write.n === shown.n) return true
      if (isAfter(write, shown)) return false
      if (this.#pack.acts.inTurn(profile) && this.#pack.operations[shown.purpose]?.contends === true) return true
      // What one caller does to the bookings of another is never to have an effect.
      if (write.as !== shown.as) return false
      if (write.bookingId !== undefined && shown.bookingId !== undefined) return write.bookingId === shown.bookingId
      return write.scenario === shown.scenario
    })
  }
}

/** Whether a write was sent only after the other answer had come. */
function isAfter(write: Exchange, shown: Exchange): boolean {
  return write.n > shown.n && write.startedAt > shown.startedAt + shown.durationMs
}
