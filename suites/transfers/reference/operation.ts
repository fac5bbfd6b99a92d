import type { Context } from './context.js'
import type { Fault } from './fault.js'
import type { Reply } from './model.js'

/** An operation of the service. */
export interface Operation {
  /**
   * The good path: it asks the rules at every decision.
   * @throws Refused
   */
  readonly carryOut: (ctx: Context) => Reply | Promise<Reply>
  /** How it is broken by itself. What is about several operations stands in `faults/`. */
  readonly faults: readonly Fault[]
}
