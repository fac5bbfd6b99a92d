import type { Answer } from '../client/answer.js'
import type { Pack } from '../suite/pack.js'
import { saysNoSuchMethod } from '../suite/walk/answeredAlike.js'

/** Who asks must be known first, and may ask too much: neither says whether there is what was asked for. */
const aboutWho: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * The optional operations that the target seems not to offer, whatever the profile says: all that was asked of them about bookings of the
 * run was answered with 405 or 501. One that takes some, or refuses some otherwise, offers them, and has to take what it should.
 */
export class NotOffered {
  /** By operation: the exchanges that said so, and their status; null: it is offered. */
  readonly #said: Map<string, Map<number, number> | null>

  constructor({ contract }: Pick<Pack, 'contract'>) {
    const optional = contract.lifecycle.triggers.filter((each) => each.optional === true)
    this.#said = new Map(optional.map(({ id }) => [id, new Map<number, number>()]))
  }

  /** @param isOwn it was asked about a booking of the run, by who made that */
  see(answer: Answer, isOwn: boolean): void {
    const { purpose } = answer.exchange
    const said = this.#said.get(purpose)
    if (!said || answer.status === null) return
    if (saysNoSuchMethod(answer)) said.set(answer.n, answer.status)
    else if (answer.accepted || (isOwn && isAboutIt(answer, answer.status))) this.#said.set(purpose, null)
  }

  /** Whether an exchange shows nothing but that. */
  isSaidIn(exchange: number | null): boolean {
    return exchange !== null && [...this.#said.values()].some((said) => said?.has(exchange))
  }

  /** Why nothing is known where one of these operations was needed, or was asked for in one of these exchanges; null: not for that. */
  reason(
    operations: readonly string[],
    exchanges: readonly (number | null)[],
  ): { readonly reason: string; readonly remedy: string } | null {
    for (const [operation, said] of this.#said) {
      const [status] = said?.values() ?? []
      if (status === undefined) continue
      if (operations.includes(operation) || exchanges.some((n) => n !== null && said?.has(n)))
        return {
          reason: `the target answers every ${operation} with HTTP ${status}, as one that does not offer it, and ${operation} is optional`,
          remedy: `write operations.${operation}: null in the profile; if the target offers it, mend operations.${operation}.request`,
        }
    }
    return null
  }
}

/** Whether a refusal is about the operation, so that it is there: not about who asks, nor about a body that nobody can read. */
function isAboutIt({ refused, exchange }: Answer, status: number): boolean {
  return refused && !aboutWho.has(status) && isObject(exchange.request.body)
}

function isObject(body = '{}'): boolean {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
