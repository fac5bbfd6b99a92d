import type { Answer } from '../wire/answer.js'
import type { Exchange } from '../wire/exchange.js'
import type { Pack } from '../suite/pack.js'
import type { Profile } from '../profile/profile.js'

/** Knows the writes that may or may not have been performed. Reads after one may show its effect or not. */
export class UncertainWrites {
  readonly #pack: Pick<Pack, 'operations' | 'acts'>
  readonly #writes: Exchange[] = []
  readonly #answered = new Map<number, Exchange>()

  constructor(pack: Pick<Pack, 'operations' | 'acts'>) {
    this.#pack = pack
  }

  /** Takes note of an answer. Under 2xx the target says itself that it did something, and 429 that it did not. */
  see(answer: Answer): void {
    const { exchange, outcome, undocumented, limited } = answer
    if (answer.accepted) this.#answer(exchange)
    if (outcome === 'none' && !undocumented && !limited && this.#pack.operations[exchange.purpose]?.reads !== true)
      this.#writes.push(exchange)
  }

  /** A reservation that is accepted tells which booking its key made, though not whether it made no other. */
  #answer(exchange: Exchange): void {
    const { creates = false, key = '' } = this.#pack.operations[exchange.purpose] ?? {}
    if (!creates || typeof exchange.input[key] !== 'string') return
    const isSame = ({ n, purpose, as, input }: Exchange): boolean =>
      n < exchange.n && purpose === exchange.purpose && as === exchange.as && input[key] === exchange.input[key]
    for (const { n } of this.#writes.filter(isSame)) this.#answered.set(n, exchange)
  }

  /** The first write that may be the cause of what this exchange of a scenario shows; null of it: of what the scenario shows. */
  behind(scenario: string, shown: Exchange | null, profile: Profile): Exchange | undefined {
    return this.#writes.find((write) => {
      if (write.purpose === 'clock') return true
      if (shown === null) return write.scenario === scenario
      if (write.n === shown.n) return true
      if (isAfter(write, shown)) return false
      const answered = this.#answered.get(write.n)
      if (shown.n === answered?.n) return false
      const isContended = this.#pack.operations[shown.purpose]?.contends === true
      if (this.#pack.acts.inTurn(profile) && isContended) return true
      // What one caller does to the bookings of another is never to have an effect.
      if (write.as !== shown.as) return false
      if (write.bookingId !== undefined && shown.bookingId !== undefined) return write.bookingId === shown.bookingId
      // At worst there is a second booking, which takes room and stands in lists; no other booking is changed by it.
      if (answered !== undefined && shown.bookingId !== undefined && !isContended) return false
      return write.scenario === shown.scenario
    })
  }
}

/** Whether a write was sent only after the other answer had come. */
function isAfter(write: Exchange, shown: Exchange): boolean {
  return write.n > shown.n && write.startedAt > shown.startedAt + shown.durationMs
}
