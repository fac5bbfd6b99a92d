import type { Answer } from '../wire/answer.js'
import type { Pack } from '../suite/pack.js'

/** How often a trigger was seen to lead from one status to another, or to be refused. */
export interface TransitionSeen {
  /** Status before, as answered; null: there was no booking. */
  readonly from: string | null
  readonly trigger: string
  /** Status after; null: the trigger was refused. */
  readonly to: string | null
  readonly times: number
}

export class LifecycleSeen {
  readonly #operations: Pack['operations']
  readonly #triggers: ReadonlySet<string>
  readonly #status = new Map<string, string>()
  readonly #times = new Map<string, TransitionSeen>()

  constructor({ contract, operations }: Pick<Pack, 'contract' | 'operations'>) {
    this.#operations = operations
    this.#triggers = new Set(contract.lifecycle.triggers.map(({ id }) => id))
  }

  add(answer: Answer): void {
    const { exchange } = answer
    const traits = this.#operations[exchange.purpose]
    if (!(this.#triggers.has(exchange.purpose) || traits?.shows === true) || exchange.as !== 'reseller') return
    if (answer.outcome === 'none') return
    const answered = answer.accepted ? answer.read('status') : undefined
    const after = typeof answered === 'string' ? answered : null
    const answeredId = answer.accepted ? answer.read('id') : undefined
    const id = exchange.bookingId ?? (typeof answeredId === 'string' ? answeredId : undefined)
    const before = id === undefined ? null : (this.#status.get(id) ?? null)
    if (id !== undefined && after !== null) this.#status.set(id, after)
    if (traits?.shows === true) {
      // A read shows what time alone did; one that finds nothing new is no transition.
      if (before !== null && after !== null && before !== after) this.#count(before, 'time', after)
      return
    }
    if (traits?.creates === true && before !== null) return
    this.#count(before, exchange.purpose, after)
  }

  all(): readonly TransitionSeen[] {
    return [...this.#times.values()].sort((a, b) => b.times - a.times || key(a).localeCompare(key(b)))
  }

  #count(from: string | null, trigger: string, to: string | null): void {
    const seen = { from, trigger, to, times: 1 }
    const before = this.#times.get(key(seen))
    this.#times.set(key(seen), { ...seen, times: (before?.times ?? 0) + 1 })
  }
}

function key({ from, trigger, to }: Omit<TransitionSeen, 'times'>): string {
  return JSON.stringify([from, trigger, to])
}
