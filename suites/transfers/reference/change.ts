import type { JsonObject } from './json.js'
import type { OperationName } from './model.js'
import { documentedRules, type Rules } from './rules.js'
import { plainWire, type Wire } from './wire.js'

/** Other answers to some of the rules, or of the wire; `base` are those that it is put upon. */
export interface Change {
  readonly rules?: (base: Rules) => Partial<Rules>
  readonly wire?: (base: Wire) => Partial<Wire>
}

/** Where a change shows. */
export interface Shown {
  /** What was asked for in the request whose answer shows it. */
  readonly operation: OperationName
  /**
   * JSON Pointer into the booking, transfer or slot of that answer, in the service's own names (see `Reply`). `*` is
   * any array element. A dialect has it elsewhere (`placeOf`). Empty: the whole answer, such as one that is missing.
   */
  readonly place: string
}

/** A change, and where it must show: any one of the places does. */
export interface Break extends Change {
  readonly shows: readonly Shown[]
}

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

/** A legal way to be different. It knows no dialect and, but for `wire`, no HTTP. */
export interface Variant extends Pick<Change, 'rules' | 'wire'> {
  /** Kebab case; public. */
  readonly name: string
  /** What is different, in a few plain words. */
  readonly title: string
  readonly options?: TrafficOptions
  /** The additions of such a server's profile to the dialect's, in its shape: `{availability: {exclusive: true}}`. */
  readonly profile?: JsonObject
  /** Ids of the conventions that such a server does not follow: the suite warns of these and of nothing else. */
  readonly warns?: readonly string[]
}

/** What else goes on at the service. */
export interface TrafficOptions {
  /** Old bookings that reseller a has already. */
  readonly history?: number
  /** Every so many milliseconds another client books. */
  readonly busyMs?: number
  /** On whose account it books; `a` unless given. */
  readonly busyAs?: 'a' | 'b'
  /** Hours that its test clock is ahead of the world's from the beginning. */
  readonly clockAheadHours?: number
}

/** The documented service with these faults and variants, one after the other, each on the result of the former. */
export function compose(changes: readonly Pick<Change, 'rules' | 'wire'>[]): {
  readonly rules: Rules
  readonly wire: Wire
} {
  let rules = documentedRules
  let wire = plainWire
  for (const change of changes) {
    if (change.rules !== undefined) rules = { ...rules, ...change.rules(rules) }
    if (change.wire !== undefined) wire = { ...wire, ...change.wire(wire) }
  }
  return { rules, wire }
}
