import { openSuite as openAny } from '../../../src/suite/index.js'
import type {
  Context as AnyContext,
  Fields,
  Json,
  JudgeContext as AnyJudgeContext,
  Stage as AnyStage,
  Suite as AnySuite,
  Trials,
} from '../../../src/suite/index.js'
import type { TransferAnswer as Answer } from '../answer.js'
import type { OperationName } from '../operations.js'
import type { Bookable, BookableName, TransferProfile } from '../transferProfile.js'
import type { TransferOptions, TransferTarget } from '../target.js'

/** A booking of the run, whichever scenario made it. */
export interface MadeBooking {
  readonly id: string
  readonly scenario: string
  readonly status: string | null
  readonly key: string | null
  /** When its hold ends by the target's clock, in milliseconds since the epoch; null: nothing says so. */
  readonly endsAt: number | null
  /** Reads show all that was done to it so far. */
  readonly isSettled: boolean
}

/** What a booking of the suite is made of: the availability it took and the answer to the reservation. */
export interface Held {
  readonly availabilityId: string
  readonly reserved: Answer
}

/** The holds that fill up what takes a few bookings; and why there were not enough of them, null where there were. */
export interface Filled {
  readonly fillers: readonly Answer[]
  readonly lacking: { readonly reason: string; readonly remedy: string } | null
}

export interface Context extends AnyContext {
  /** A get that does not show the write before it is sent once more after the settling time (`reads.settleSeconds`). */
  readonly target: TransferTarget
  readonly profile: TransferProfile
  /** Text that is unique to this run and scenario, for notes, references and reasons: 20 letters and digits. */
  readonly marker: (what: string) => string
  /** An idempotency key of UUID form that this run has not used yet, for a scenario that uses one several times. */
  readonly key: () => string
  /**
   * Sends requests together, as far as `limits.concurrency` lets them, as soon as there is room for them all. It makes
   * up for the rate afterwards.
   * @param apart milliseconds from one to the next, where they are not sent as one
   */
  readonly atOnce: <Result>(acts: readonly (() => Promise<Result>)[], apart?: number) => Promise<readonly Result[]>
  /**
   * Looks when no other scenario writes, for reads that bookings of others would change, such as the pages of a list.
   * It may only read, since others may look beside it.
   */
  readonly quiet: <Seen>(look: () => Promise<Seen>) => Promise<Seen>
  /**
   * Lets so many minutes pass for the server, by its test clock: once for all that wait for it, when nobody acts.
   * @param orMore more time may pass than that, where others wait for it
   * @throws Stop where it cannot be moved
   */
  readonly age: (minutes: number, orMore?: boolean) => Promise<void>
  /** Number of a walk's request for transfers without any input that was answered with some; null: there is none. */
  readonly quotedIn: () => number | null
  /** Number of a request of this run by which the first account confirmed a booking; null: there is none so far. */
  readonly confirmedIn: () => number | null
  readonly made: () => readonly MadeBooking[]
  /**
   * Waits, in its place, until no other scenario of this run acts; then none does, until this one ends or waits once
   * more. Nobody takes the room that it has made then, or leaves some.
   * @returns false, at once, where no other one acts
   */
  readonly alone: () => Promise<boolean>
  /** Waits for the rest of the settling time after the last write or move of the clock; false: there is none. */
  readonly settle: (id: string, isInsisted?: boolean) => Promise<boolean>
  /** Whether a read of it shows the last write by now: the server always has at once, or the settling time is over. */
  readonly isSettled: (id: string) => boolean
  /**
   * Confirms in the form that this server takes: one that refuses it without a reference always gets one from then on.
   * For a confirm that should be accepted before one that should not.
   */
  readonly confirm: (id: string, fields?: Fields, options?: TransferOptions) => Promise<Answer>
  /**
   * Forms that this run has seen the server take; none: none was seen. `update`: see `openUpdater`. `confirm`: without
   * a reference or with one. `areShort`: long references were refused. `pageSize`: large ones were, see `listWide`.
   */
  readonly forms: { update?: number; confirm?: 'plain' | 'named'; areShort?: true; pageSize?: number }
  /** True where the profile offers the operation, and the run may send it: on a live target it may not confirm. */
  readonly offers: (operation: OperationName) => boolean
  /** Cancels a hold that is of no more use, where that may be: an account may have a limit to its holds. */
  readonly release: (held: Answer) => Promise<void>
  /**
   * An availabilityId of the standard bookable that this scenario has not used yet, from an availability check of its
   * own. If the server has too few, they are used again (never where `availability.exclusive`). Those that no booking
   * of this run had come first where one takes one booking, and with `unused` no others come at all. Where one takes
   * several, they come first with `unused`. With `far` it is one from the middle of the rest, whose price is seldom
   * that of the next. One that takes a few bookings (`bookable.exclusive.places`) is filled up to its last place first,
   * unless it is `unused` or a `control`: a control only shows whether something can be had at all.
   * @throws Stop when the target has none.
   */
  readonly slot: (
    bookable?: BookableName | Bookable,
    options?: { readonly unused?: boolean; readonly far?: boolean; readonly control?: boolean },
  ) => Promise<string>
  /** With what it is filled up that this scenario uses, for its checks: see `checkFilled`. */
  readonly filled: () => Filled
  /** The last check by this scenario of something itself; null: none named an availability. */
  readonly checked: (bookable: BookableName | Bookable) => Answer | null
  /** Whether a booking of this run took what this names in a check of its first payload: it may be sold out by now. */
  readonly isTaken: (checked: Bookable) => boolean
  /** What was asked for, by one check, when an availability was named last; null: that is not known. */
  readonly namedBy: (availabilityId: string) => Bookable | null
  /** By how many minutes the target's time is ahead of ours, its moves counted, see `targetAhead`; null: unknown. */
  readonly ahead: () => number | null
  /**
   * Reserves: an availability check (once a scenario) and a reservation of 60 minutes, with `fields` over the defaults.
   * A refused one is tried once more with another availability, if there is one, and once more when no other scenario
   * acts. It need not be accepted: ask `reserved.bookingId` or `reserved.need()` for that. One after the other in a
   * scenario, whose one place lets one hold wait for the others. `unused` is as in `slot`, of the first that is tried.
   */
  readonly hold: (
    fields?: Readonly<Record<string, Json | undefined>>,
    bookable?: BookableName | Bookable,
    options?: { readonly unused?: boolean },
  ) => Promise<Held>
  /** Says that it needs no more: it does not act anew for the holds that it lacked when others have released theirs. */
  readonly makeDo: () => void
  /** Does what confirms a booking, and once more where that is turned down: another booking may do. */
  readonly standing: <Made>(make: () => Promise<Made>) => Promise<Made>
  /** A held booking that was confirmed: throws Stop unless both were accepted. */
  readonly confirmed: (
    fields?: Readonly<Record<string, Json | undefined>>,
    bookable?: BookableName | Bookable,
  ) => Promise<Held & { readonly confirmed: Answer }>
}

/** A suite of this service. */
export type Suite = AnySuite<TransferProfile, Answer, Context>

/** One stage of a timeline of this service. */
export type Stage<Data extends object = object> = AnyStage<Context, Data>

/** What a judge may know besides the trial. */
export type JudgeContext = AnyJudgeContext<TransferProfile>

/** A suite in which nothing is declared yet. */
export function openSuite(): Suite {
  return openAny<TransferProfile, Answer, Context>()
}

/**
 * Whether one of these scenarios sent it, or made it. A check knows another scenario by its file: an id says nothing.
 * @param made a request, or an entry of the ledger
 */
export function isOf(scenarios: readonly Trials<unknown>[], made: { readonly scenario: string }): boolean {
  return scenarios.some(({ id }) => id === made.scenario)
}
