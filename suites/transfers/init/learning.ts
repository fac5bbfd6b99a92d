import { idempotencyKey } from '../vocabulary/index.js'
import type { Found, Heard, Interview, Json, OperationName } from '../vocabulary/index.js'
import type { Plan } from './plan.js'

/** Something that the target lists. */
export interface Listed {
  readonly productId: string
  readonly optionId: string
  /** The default currency. */
  readonly currency?: string
  /** Minutes before its start until which it can be cancelled. */
  readonly cutOff?: number
}

/** The product that is booked, and what else the target lists. */
export interface Sold extends Listed {
  /** One option of each product comes first. */
  readonly others: readonly Listed[]
  /** Number of the request that listed it. null: none did. */
  readonly listed: number | null
  readonly unitId?: string
}

/** What the conversation has learned so far. */
export interface Learning {
  readonly interview: Interview
  readonly sold: Sold
  /** The operations that were found. */
  readonly plans: Map<OperationName, Plan>
  /** Those of them that were accepted once. */
  readonly accepted: Set<OperationName>
  /** Operations that were looked for everywhere, and not found. */
  readonly missing: Set<OperationName>
  /** Availabilities to book, each another one. */
  readonly slots: string[]
  /** All availabilities that the first check showed. */
  readonly offered: Json[]
  /** Places of members that a refusal demanded and that are called like an idempotency key. */
  readonly keyPlaces: Set<string>
  /** Other ids that a booking goes by, by its id. */
  readonly otherIds: Map<string, readonly Found<string>[]>
  /** The answer to the last reservation that was refused. */
  refused: Heard | null
  /** The list was empty, though something was booked. */
  listsNothing: boolean
  readonly nextKey: () => string
}

export function openLearning(interview: Interview, sold: Sold): Learning {
  let keys = 0
  return {
    interview,
    sold,
    plans: new Map(),
    accepted: new Set(),
    missing: new Set(),
    slots: [],
    offered: [],
    keyPlaces: new Set(),
    otherIds: new Map(),
    refused: null,
    listsNothing: false,
    nextKey: () => idempotencyKey(interview.nonce, 'init', (keys += 1)),
  }
}
