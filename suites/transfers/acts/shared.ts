/** What scenarios of a run take from each other. */
export interface Shared {
  /** Availabilities that were handed out, and the scenario that has each; matters where one can be held only once. */
  readonly takenSlots: Map<string, string>
  /** How many cancellations of holds the target refused so far. */
  holdsKept: number
}

/** As a run begins. */
export function openShared(): Shared {
  return { takenSlots: new Map(), holdsKept: 0 }
}
