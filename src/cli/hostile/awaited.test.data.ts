import type { Moment } from './behaviour.test.data.js'

/** What octospec does not do well yet. */
export interface Awaited {
  readonly behaviours: RegExp
  readonly moments: readonly Moment[]
  /** What must be mended. */
  readonly what: string
}

/**
 * Everything in the table of behaviours that is red today. What is listed must be red: a line goes as soon as it is green.
 * An empty list is the aim.
 */
export const awaited: readonly Awaited[] = []
