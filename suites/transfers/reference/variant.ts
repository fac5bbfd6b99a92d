import type { Change } from './change.js'
import type { JsonObject } from './json.js'

/** A legal way to be different. It knows no dialect and, but for `wire`, no HTTP. */
export interface Variant extends Pick<Change, 'rules' | 'wire'> {
  /** Kebab case; public. */
  readonly name: string
  /** What is different, in a few plain words. */
  readonly title: string
  readonly options?: TrafficOptions
  /** What the profile of such a target says beside the dialect's own, in the profile's shape: `{availability: {exclusive: true}}`. */
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
