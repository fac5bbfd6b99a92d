import type { Capture } from './storyOf.js'

/** What Hurl is to see at the step that shows a failure: so that a server that is wrong in the same way is red there. */
export interface HurlAsserts {
  readonly lines: readonly string[]
  /** They hold of every such answer to the same caller: what should be in none may be in another one next time. */
  readonly alike?: boolean
  /** What the last answer is held to that may be another value next time: captured in the answer to an exchange, which may be the last. */
  readonly held?: readonly Held[]
  /** The exchange after the one that shows it whose answer says what should be so; they are held to each other there. */
  readonly later?: number
}

export interface Held {
  readonly n: number
  readonly capture: Omit<Capture, 'value'>
}

export type Variables = readonly Pick<Capture, 'name' | 'value'>[]
