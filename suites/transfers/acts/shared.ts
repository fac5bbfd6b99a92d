import type { Bookable, BookingField, Context, Stop } from '../vocabulary/index.js'
import { openTakenChecks, type TakenChecks } from './takenSlots.js'
import type { StatesSeen } from './statesSeen.js'

/** A confirmed booking of the walk, and the availability that it took. */
export interface Walked {
  readonly id: string
  readonly availabilityId: string
}

export interface Shared {
  /** What the walk confirmed, for `takesWalked`; null: nothing that can be handed on. */
  walked: (Walked & { isTaken: boolean }) | null
  /**
   * Availabilities that were handed out, and the scenario that has each; matters where one can be held only once. There, one of what is to
   * be booked is kept, by its `Bookable`, for who needs one that no booking ever had.
   */
  readonly takenSlots: Map<string, string | Bookable>
  /** Availabilities that a booking of this run had at some time, by a reservation or a move. */
  readonly hadSlots: Set<string>
  readonly takenChecks: TakenChecks
  /** How many cancellations of holds the target refused so far. */
  holdsKept: number
  cancels: boolean
  /** Holds that are of no more use to the scenario that has them. */
  readonly released: Set<string>
  /** When the last write to each booking was answered, whichever scenario sent it: milliseconds since the epoch. */
  readonly written: Map<string, number>
  /** `Context.quotedIn` */
  quotedIn: number | null
  /** `Context.confirmedIn` */
  confirmedIn: number | null
  /** Whether holds that are of no more use are left to the time that the run lets pass; not where they turned out to be in the way. */
  leaves: boolean
  readonly left: Set<string>
  /** Availability checks that scenarios have in common, by what is to be booked; none that a refusal has shown to be out of date. */
  readonly offers: Map<Bookable, Promise<readonly string[]>>
  /** How often each scenario has begun to act: one that was crowded out begins anew. */
  readonly turns: Map<string, number>
  /** `Context.forms` */
  readonly forms: Context['forms']
  /** Holds had to be ended by way of a confirm, so that there was room for others. */
  crowded: boolean
  /**
   * Reads that showed the write within the settling time at once; and those that were repeated after it: those that then showed the
   * write, and those that still did not. And cancels whose answer showed the state before: those after which reads came to show another, and
   * those after which they did not. And the fields that no get shows, though a write was answered with them: found out once for each.
   */
  readonly settled: {
    atOnce: number
    helped: number
    inVain: number
    cancelled: number
    unchanged: number
    readonly lacked: Set<BookingField>
  }
  /** What was booked of all that the profile names. */
  readonly booked: Set<Bookable>
  /** Why something could not be booked when it was tried last. */
  readonly unbooked: Map<Bookable, Pick<Stop, 'message' | 'remedy' | 'exchange'>>
  readonly states: StatesSeen
  /** Methods with which a path that cannot exist was asked for, to know how the target answers one. */
  readonly strays: Set<string>
  /** Why what takes a few bookings cannot be filled up with them; null: it was, or nobody knows yet. */
  unfilled: Stop | null
  /** Scenarios that did not get a hold that they asked for, of which there may be so many at a time: they act anew. */
  readonly withoutHold: Set<string>
  /** Likewise, where a confirm was turned down: that may have been chance. */
  readonly turnedDown: Set<string>
}

export function openShared(): Shared {
  return {
    walked: null,
    takenSlots: new Map(),
    hadSlots: new Set(),
    takenChecks: openTakenChecks(),
    holdsKept: 0,
    cancels: false,
    released: new Set(),
    leaves: true,
    left: new Set(),
    offers: new Map(),
    turns: new Map(),
    forms: {},
    crowded: false,
    settled: { atOnce: 0, helped: 0, inVain: 0, cancelled: 0, unchanged: 0, lacked: new Set() },
    written: new Map(),
    quotedIn: null,
    confirmedIn: null,
    booked: new Set(),
    unbooked: new Map(),
    states: { named: new Set(), shown: new Map() },
    unfilled: null,
    withoutHold: new Set(),
    turnedDown: new Set(),
    strays: new Set(),
  }
}
