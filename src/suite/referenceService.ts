import type { Json } from '../profile/profile.js'

/** Where something shows: in the answer to a request for this operation, and there at this place. */
export interface Shown {
  readonly operation: string
  /** JSON Pointer, with `*` for any element of an array; empty: the answer as a whole. */
  readonly place: string
}

/** A way in which the reference service of a pack breaks one clause. */
export interface ReferenceFault {
  /** Kebab case; public. */
  readonly name: string
  /** Id of the one clause that it breaks. */
  readonly clause: string
  readonly title: string
  /** Other clauses that are broken by the very same thing, so that their checks may show it as well. */
  readonly seenAs?: readonly string[]
  /** Where a finding must point that shows it, in the words of the service itself: any one of these does. */
  readonly shows: readonly Shown[]
  /** Names of variants without which the fault cannot show. */
  readonly on?: readonly string[]
  /** It plays with the connection, which must meet the client as it is. */
  readonly wire?: unknown
  /** Why no check catches it yet. */
  readonly missed?: string
}

/** A legal way in which the reference service of a pack differs. */
export interface ReferenceVariant {
  readonly name: string
  readonly title: string
  readonly wire?: unknown
  /** What the profile of such a target says beside the dialect's own, in the profile's shape. */
  readonly profile?: { readonly [key: string]: Json }
  /** Ids of the conventions that such a server does not follow: the suite warns of these and of nothing else. */
  readonly warns?: readonly string[]
}

/** How the reference service is to be. */
export interface ReferenceChoice {
  /** One of `dialects`, the first unless given. */
  readonly dialect?: string
  /** Names of faults, put on in this order, after the variants. */
  readonly faults?: readonly string[]
  /** Names of variants, put on in this order. */
  readonly variants?: readonly string[]
  /** Whole number that all it makes up follows from; 1 unless given. */
  readonly seed?: number
  /** Milliseconds since the epoch; the time of the machine unless given. */
  readonly now?: () => number
  /** A free port unless given. */
  readonly port?: number
  /** Loopback unless given. */
  readonly host?: string
  /** Old bookings that the first account has already. */
  readonly history?: number
}

/** A reference service that listens. */
export interface RunningReference {
  /** What a profile calls `target.url`. */
  readonly url: string
  readonly port: number
  /** Stops at once; requests in flight are cut. */
  close(): Promise<void>
}

/** The documented service itself, which can be broken on purpose: what a pack is proven on. */
export interface ReferenceService {
  /** The ways in which it can fill what the documents leave open. */
  readonly dialects: readonly string[]
  readonly faults: readonly ReferenceFault[]
  readonly variants: readonly ReferenceVariant[]
  /** @throws an error with the code `E_UNKNOWN_NAME` */
  readonly fault: (name: string) => ReferenceFault
  /** @throws an error with the code `E_UNKNOWN_NAME` */
  readonly variant: (name: string) => ReferenceVariant
  /** Where the answers of a dialect have what a fault shows. @throws an error with the code `E_UNKNOWN_NAME` */
  readonly shownIn: (fault: string, dialect: string) => readonly Shown[]
  /** The published profile of a dialect, below `spec/`. */
  readonly profileFile: (dialect: string) => string
  /** @throws an error with the code `E_UNKNOWN_NAME`, and what listening throws */
  readonly start: (choice?: ReferenceChoice) => Promise<RunningReference>
}
