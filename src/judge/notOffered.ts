import type { Answer } from '../wire/answer.js'
import type { Why } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'
import { saysNoSuchMethod, saysNoSuchPath, wayOf } from '../suite/walk/answeredAlike.js'

/** Who asks must be known first, and may ask too much: neither says whether there is what was asked for. */
const aboutWho: ReadonlySet<number> = new Set([401, 403, 429])

/** An answer that may say of an operation that it is not offered. */
interface Told {
  readonly n: number
  readonly status: number
  readonly isSaid: boolean
  /** As it was answered, to tell it from a path that there is not; null: its status says it all. */
  readonly likeStray: { readonly method: string; readonly way: string } | null
  /** Where it turns out not to be answered as such a path, it is a refusal by the operation. */
  readonly isAboutIt: boolean
}

/** Knows the optional operations that the target answered with 405, 501 or as a path that cannot exist. */
export class NotOffered {
  /** By operation, what was said of it; null: it is offered. */
  readonly #told: Map<string, Told[] | null>
  /** Answers to paths that the target cannot have, as far as any were asked for. */
  readonly #strays: { readonly method: string; readonly status: number; readonly way: string }[] = []

  constructor({ contract }: Pick<Pack, 'contract'>) {
    const optional = contract.lifecycle.triggers.filter((each) => each.optional === true)
    this.#told = new Map(optional.map(({ id }) => [id, []]))
  }

  /** @param isOwn it was asked about a booking of the run, by who made that */
  see(answer: Answer, isOwn: boolean): void {
    const { exchange, status, n } = answer
    const { purpose, request } = exchange
    if (status === null) return
    // Most answers are told from nothing, and their words are many.
    const way = (): NonNullable<Told['likeStray']> => ({ method: request.method, way: wayOf(answer) })
    if (purpose === 'stray' && answer.refused) this.#strays.push({ ...way(), status })
    const told = this.#told.get(purpose)
    if (!told) return
    const isAbout = isAboutIt(answer, status)
    if (saysNoSuchMethod(answer)) told.push({ n, status, isSaid: true, likeStray: null, isAboutIt: false })
    else if (isOwn && (status === 404 || status === 403))
      told.push({ n, status, isSaid: saysNoSuchPath(answer), likeStray: way(), isAboutIt: isAbout })
    else if (answer.accepted || (isOwn && isAbout)) this.#told.set(purpose, null)
  }

  /** What says of an operation that it is not offered: all that was asked of it, or nothing. A path that cannot exist may be asked for late. */
  #saying(operation: string): readonly Told[] {
    const told = this.#told.get(operation) ?? []
    const nowhere = told.filter((each) => this.#isNowhere(each))
    return told.every((each) => !each.isAboutIt || nowhere.includes(each)) ? nowhere : []
  }

  #isNowhere({ status, isSaid, likeStray }: Told): boolean {
    if (likeStray === null) return true
    // Who asks may have been looked at first, there and not here.
    const strays = this.#strays.filter(
      (stray) => stray.method === likeStray.method && (stray.status === status || !aboutWho.has(stray.status)),
    )
    return (isSaid || strays.length > 0) && strays.every(({ way }) => way === likeStray.way)
  }

  isSaidIn(exchange: number | null): boolean {
    return (
      exchange !== null && [...this.#told.keys()].some((each) => this.#saying(each).some(({ n }) => n === exchange))
    )
  }

  /** Why nothing is known where one of these operations was needed, or was asked for in one of these exchanges; null: not for that. */
  reason(operations: readonly string[], exchanges: readonly (number | null)[]): Why | null {
    for (const operation of this.#told.keys()) {
      const saying = this.#saying(operation)
      const [first] = saying
      if (first === undefined) continue
      if (operations.includes(operation) || exchanges.some((exchange) => saying.some(({ n }) => n === exchange)))
        return {
          reason: `the target answers every ${operation} with HTTP ${first.status}, as one that does not offer it, and ${operation} is optional`,
          remedy: `write operations.${operation}: null in the profile; if the target offers it, mend operations.${operation}.request`,
          obstacle: { kind: 'lacking', key: `operations.${operation}` },
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
