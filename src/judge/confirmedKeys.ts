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
  readonly #confirmed = new Set<string>()

  constructor(defaults: Defaults) {
    this.#defaults = defaults
  }

  /** An accepted answer confirms what was in its request, and each place where something stands. */
  see(answer: Answer): void {
    if (answer.accepted) this.add([...this.#defaults.sent(answer), ...this.#defaults.shown(answer)])
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#confirmed.add(key)
  }

  /** Of the keys that something rests on, those that are defaults of ours and neither declared nor confirmed. */
  doubtful(keys: readonly string[], profile: Profile): readonly string[] {
    const open = keys.filter(
      (key) => this.#defaults.isOurs(key) && !profile.declared.has(plainKey(key)) && !this.#confirmed.has(key),
    )
    return [...new Set(open.map(plainKey))]
  }
}
