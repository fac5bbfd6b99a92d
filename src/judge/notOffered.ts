import type { Answer } from '../client/answer.js'
import type { Pack } from '../suite/pack.js'
import { answeredAlike, saysNoSuchMethod, saysNoSuchPath } from '../suite/walk/answeredAlike.js'

/** Who asks must be known first, and may ask too much: neither says whether there is what was asked for. */
const aboutWho: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * The optional operations that the target seems not to offer, whatever the profile says: all that was asked of them about bookings of the
 * run was answered with 405 or 501, or with a 404 that says that there is no such path. One that takes some, or refuses some otherwise, offers them, and has to take what it should.
 */
export class NotOffered {
  /** By operation: the exchanges that said so, and their status; null: it is offered. */
  readonly #said: Map<string, Map<number, number> | null>
  /** Answers to paths that the target cannot have, as far as any were asked for. */
  readonly #strays: Answer[] = []

  constructor({ contract }: Pick<Pack, 'contract'>) {
    const optional = contract.lifecycle.triggers.filter((each) => each.optional === true)
    this.#said = new Map(optional.map(({ id }) => [id, new Map<number, number>()]))
  }

  /** @param isOwn it was asked about a booking of the run, by who made that */
  see(answer: Answer, isOwn: boolean): void {
    const { purpose } = answer.exchange
    if (purpose === 'stray' && answer.refused && !aboutWho.has(answer.status ?? 0)) this.#strays.push(answer)
    const said = this.#said.get(purpose)
    if (!said || answer.status === null) return
    if (saysNoSuchMethod(answer) || (isOwn && this.#isNowhere(answer))) said.set(answer.n, answer.status)
    else if (answer.accepted || (isOwn && isAboutIt(answer, answer.status))) this.#said.set(purpose, null)
  }

  /** Whether an answer says that there is no such path, and is that to a path which cannot exist, where one was asked for. */
  #isNowhere(answer: Answer): boolean {
    const { method } = answer.exchange.request
    const strays = this.#strays.filter(({ exchange }) => exchange.request.method === method)
    return saysNoSuchPath(answer) && strays.every((stray) => answeredAlike(answer, stray))
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
