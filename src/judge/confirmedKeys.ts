import { plainKey } from '../suite/takenKey.js'
import type { Defaults } from '../suite/pack.js'
import type { Answer } from '../client/answer.js'
import type { Profile } from '../profile/profile.js'

/**
 * Which defaults of ours the answers of a run have confirmed. A default that fills a gap of the documents, that the profile
 * does not declare and that no answer confirms cannot make a server fail.
 */
export class ConfirmedKeys {
  readonly #defaults: Defaults
  /** Each with what showed it: scenarios by their answers, checks by what they judged. */
  readonly #confirmed = new Map<string, Set<string>>()

  constructor(defaults: Defaults) {
    this.#defaults = defaults
  }

  /** An accepted answer confirms what was in its request, and each place where something stands. */
  see(answer: Answer): void {
    if (answer.accepted)
      this.add([...this.#defaults.sent(answer), ...this.#defaults.shown(answer)], answer.exchange.scenario)
  }

  add(keys: readonly string[], by: string): void {
    for (const key of keys) {
      const known = this.#confirmed.get(key)
      if (known === undefined) this.#confirmed.set(key, new Set([by]))
      else known.add(by)
    }
  }

  /** Scenarios and checks without which the keys would be in doubt, if there were only `own`. */
  confirming(keys: readonly string[], profile: Profile, own: readonly string[]): readonly string[] {
    const needed = keys.flatMap((key) => {
      const known = this.#confirmed.get(key)
      const isOpen = this.#defaults.isOurs(key) && !profile.declared.has(plainKey(key))
      return !isOpen || known === undefined || own.some((each) => known.has(each)) ? [] : [...known].slice(0, 1)
    })
    return [...new Set(needed)]
  }

  /** Of the keys that something rests on, those that are defaults of ours and neither declared nor confirmed. */
  doubtful(keys: readonly string[], profile: Profile): readonly string[] {
    const open = keys.filter(
      (key) => this.#defaults.isOurs(key) && !profile.declared.has(plainKey(key)) && !this.#confirmed.has(key),
    )
    return [...new Set(open.map(plainKey))]
  }
}
