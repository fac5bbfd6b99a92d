import type { ActStage } from '../../../src/suite/index.js'
import type { TransferProfile } from '../transferProfile.js'
import { checksOf } from '../vocabulary/index.js'
import type { Answer, LedgerEntry, Bookable, BookingField, Context, Stop } from '../vocabulary/index.js'

export interface TransferStage extends ActStage {
  readonly judging: ActStage['judging'] & { readonly profile: TransferProfile }
  readonly shared: Shared
}

/** Whether a scenario is done with what it held; what none is known to hold, nobody needs any more. */
export function isOver(scenario: string | undefined, { judging }: Pick<TransferStage, 'judging'>): boolean {
  return scenario === undefined || judging.scenarios.get(scenario)?.done === true
}

/** Whether a reservation was refused, or put off until there is room for one hold more. */
export function isTurnedAway(
  { refused, limited }: Answer,
  { crowded }: Pick<TransferStage['session'], 'crowded'>,
): boolean {
  return refused || (limited && crowded)
}

/** As whom to send what concerns a booking: as who made it. */
export function asCaller({ as }: Pick<LedgerEntry, 'as'>): 'reseller' | 'other' {
  return as === 'other' ? 'other' : 'reseller'
}

export interface Shared {
  /**
   * Availabilities that were handed out, and the scenario that has each; for those that can be held only once. One of
   * what is to be booked is kept, by its `Bookable`, for scenarios that need one that no booking ever had.
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
  /** Whether unneeded holds are left to the time that the run lets pass; not once they turned out to be in the way. */
  leaves: boolean
  readonly left: Set<string>
  /** Availability checks that scenarios share, by what is to be booked; none that a refusal showed to be outdated. */
  readonly offers: Map<Bookable, Promise<readonly string[]>>
  /** How often each scenario has begun to act: one that was crowded out begins anew. */
  readonly turns: Map<string, number>
  /** `Context.forms` */
  readonly forms: Context['forms']
  /** Holds had to be ended by way of a confirm, so that there was room for others. */
  crowded: boolean
  /**
   * Reads that showed the write within the settling time; repeated reads that then showed it, and that still did not.
   * Cancels whose answer showed the state before: those after which reads came to show another, and those after which
   * they did not. Fields that no get shows, though a write was answered with them: found out once for each.
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

/** States that the documents give no name, or that a profile may rename. */
export const namedStates = ['confirmed', 'cancelled', 'expired'] as const

export type NamedState = (typeof namedStates)[number]

/** What showed of these states in a run. */
export interface StatesSeen {
  /** Those that some booking showed under the name of the profile. */
  readonly named: Set<NamedState>
  /** The first status shown of a booking that should have been in that state, and the number of the request. */
  readonly shown: Map<NamedState, { readonly status: string; readonly exchange: number }>
}

/** Which availability checks named what a booking of the run then took: by now all of it may be sold out. */
export interface TakenChecks {
  readonly see: (checked: Answer, of: Bookable) => void
  /** A booking was made of it, or moved to it. */
  readonly take: (availabilityId: string) => void
  readonly isTaken: (of: Bookable) => boolean
  /** What was checked last that named it, with the payload of that check alone; null: that is not known. */
  readonly namedBy: (availabilityId: string) => Bookable | null
}

/** Of so many, those that a booking may be made of are not all kept: any may be. */
const most = 1000

export function openTakenChecks(): TakenChecks {
  const checks = new Map<string, Bookable>()
  const taken = new Set<string>()
  return {
    see: (checked, of) => {
      const ids = checked.accepted ? checked.availabilityIds : []
      if (ids.length > most) taken.add(checkOf(of))
      else for (const id of ids) checks.set(id, of)
    },
    take: (availabilityId) => {
      const of = checks.get(availabilityId)
      if (of !== undefined) taken.add(checkOf(of))
    },
    isTaken: (of) => taken.has(checkOf(of)),
    namedBy: (availabilityId) => checks.get(availabilityId) ?? null,
  }
}

function checkOf(bookable: Bookable): string {
  return JSON.stringify([bookable.productId, bookable.optionId, checksOf(bookable)[0]])
}
