import type { Rules } from './rules.js'
import type { Wire } from './wire.js'

/** A way to break one clause. It knows no dialect and, but for `wire`, no HTTP. */
export interface Fault {
  /** Kebab case; public. */
  readonly name: string
  /** Id of the one clause of `spec/transfers/clauses.yaml` that it breaks. */
  readonly clause: string
  /** Other clauses of the same section that are broken by the very same thing, so that their checks may show it as well. */
  readonly seenAs?: readonly string[]
  /** What is wrong, in a few plain words. */
  readonly title: string
  /** Other answers to some of the rules; `base` are the rules it is put upon. */
  readonly rules?: (base: Rules) => Partial<Rules>
  readonly wire?: (base: Wire) => Partial<Wire>
  /** Names of variants without which the fault cannot show: a double booking needs an exclusive availability. */
  readonly on?: readonly string[]
}
