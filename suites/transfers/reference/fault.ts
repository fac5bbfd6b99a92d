import type { Break } from './change.js'

/** A way to break one clause. It knows no dialect and, but for `wire`, no HTTP. */
export interface Fault extends Break {
  /** Kebab case; public. */
  readonly name: string
  /** Id of the one clause of `spec/transfers/clauses.yaml` that it breaks. */
  readonly clause: string
  /** What is wrong, in a few plain words. */
  readonly title: string
  /** Names of variants without which it cannot show. */
  readonly on?: readonly string[]
  /** Other clauses of the same section that are broken by the very same thing. */
  readonly seenAs?: readonly string[]
  /** Why no check catches it yet. */
  readonly missed?: string
}
