export interface Shard {
  /** From 1. */
  readonly index: number
  readonly of: number
}
