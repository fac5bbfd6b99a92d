import { plainKey } from '../suite/takenKey.js'
import type { Finding } from '../suite/finding.js'
import type { Defaults, Written } from '../suite/pack.js'
import type { Answer } from '../wire/answer.js'
import type { Profile } from '../profile/profile.js'

/** Knows which of our defaults the answers of a run have confirmed. Others cannot make a server fail. */
export class ConfirmedKeys {
  readonly #defaults: Defaults
  /** Each with what showed it: scenarios by their answers, checks by what they judged. */
  readonly #confirmedBy = new Map<string, Set<string>>()
  readonly #lacking = new Set<string>()
  /** By scenario that is not done: what it wrote at places that may not be the target's, and in which exchange. */
  readonly #written = new Map<string, (Written & { readonly n: number })[]>()

  constructor(defaults: Defaults) {
    this.#defaults = defaults
  }

  see(answer: Answer): void {
    if (!answer.accepted) return
    const { scenario } = answer.exchange
    this.add([...this.#defaults.sent(answer), ...this.#defaults.shown(answer)], scenario)
    for (const [key, isThere] of this.#defaults.carried(answer))
      if (isThere) this.add([carried(key)], scenario)
      else this.#lacking.add(key)
    const written = [
      ...(this.#written.get(scenario) ?? []),
      ...this.#defaults.written(answer).map((each) => ({ ...each, n: answer.n })),
    ]
    if (written.length > 0) this.#written.set(scenario, written)
    const isSeen = ({ key }: Written): boolean => this.#confirmedBy.get(key)?.has(scenario) === true
    if (written.every(isSeen)) return
    const shown = written.filter(({ isShownIn }) => isShownIn(answer))
    // Of a text that was written at two places nobody knows by which of them it came.
    const isSure = ({ key, field }: Written): boolean => shown.every((each) => each.field !== field || each.key === key)
    this.add(
      shown.filter(isSure).map(({ key }) => key),
      scenario,
    )
  }

  /** Where a finding is that a field is not as it was written: the keys of the places where that was. Two answers that differ rest on none. */
  behind({ field, before }: Finding, { n, exchange }: Answer): readonly string[] {
    if (before !== undefined) return []
    const written = this.#written.get(exchange.scenario) ?? []
    return [...new Set(written.flatMap((each) => (each.field === field && each.n <= n ? [each.key] : [])))]
  }

  forget(scenario: string): void {
    this.#written.delete(scenario)
  }

  add(keys: readonly string[], by: string): void {
    for (const key of keys) {
      const known = this.#confirmedBy.get(key)
      if (known === undefined) this.#confirmedBy.set(key, new Set([by]))
      else known.add(by)
    }
  }

  /** Scenarios and checks without which the keys would be in doubt, if there were only `own`. */
  confirming(keys: readonly string[], profile: Profile, own: readonly string[]): readonly string[] {
    const needed = keys.flatMap((key) => {
      const needs = this.#needs(key, profile)
      const known = needs === null ? undefined : this.#confirmedBy.get(needs)
      return known === undefined || own.some((each) => known.has(each)) ? [] : [...known].slice(0, 1)
    })
    return [...new Set(needed)]
  }

  /** Of the keys that something rests on, those that are in doubt. */
  doubtful(keys: readonly string[], profile: Profile): readonly string[] {
    const open = keys.filter((key) => {
      const needs = this.#needs(key, profile)
      return needs !== null && !this.#confirmedBy.has(needs)
    })
    return [...new Set(open.map(plainKey))]
  }

  /** What must have been seen for something to rest on a key; null: nothing. */
  #needs(key: string, profile: Profile): string | null {
    if (this.#defaults.isOurs(key) && !profile.declared.has(plainKey(key))) return key
    return this.#lacking.has(key) ? carried(key) : null
  }
}

/** A key of a place, as that at which an answer had something, be it null. */
function carried(key: string): string {
  return `${key}#carried`
}
