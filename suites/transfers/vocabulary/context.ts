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
  /** Its get is sent once more after the settling time (`reads.settleSeconds`), where it does not show the write before it. */
  readonly target: TransferTarget
  readonly profile: TransferProfile
  /** Text that is unique to this run and scenario, for notes, references and reasons: 20 letters and digits. */
  readonly marker: (what: string) => string
  /** An idempotency key of UUID form that this run has not used yet, for a scenario that uses one several times. */
  readonly key: () => string
  /**
   * Sends requests together, as far as `limits.concurrency` lets them, as soon as there is room for them all; the rate is made up for
   * afterwards.
   * @param apart milliseconds from one to the next, where they are not sent as one
   */
  readonly atOnce: <Result>(acts: readonly (() => Promise<Result>)[], apart?: number) => Promise<readonly Result[]>
  /**
   * Looks when no other scenario writes: for one that reads what bookings of others would change, such as the pages of a list. What looks
   * only reads, since others may look beside it.
   */
  readonly quiet: <Seen>(look: () => Promise<Seen>) => Promise<Seen>
  /**
   * Lets so many minutes pass for the target, by its test clock. The clock moves when nobody acts, once for all that wait for it.
   * @param orMore more time may pass than that, where others wait for it
   * @throws Stop where it cannot be moved
   */
  readonly age: (minutes: number, orMore?: boolean) => Promise<void>
  /** Number of an exchange of the walk in which transfers were answered that were asked for without any input; null: none were. */
  readonly quotedIn: () => number | null
  /** Number of an exchange of this run in which the first account confirmed a booking; null: there is none so far. */
  readonly confirmedIn: () => number | null
  readonly made: () => readonly MadeBooking[]
  /**
   * Waits, in its place, until no other scenario of this run acts; from then on none does, until this one ends or waits once more. Nobody
   * takes the room then that it has made, or leaves some.
   * @returns false, at once, where no other one acts
   */
  readonly alone: () => Promise<boolean>
  /** Waits for the rest of the settling time after the last write to a booking, or move of the clock; false: there is nothing to wait for. */
  readonly settle: (id: string, isInsisted?: boolean) => Promise<boolean>
  /** Whether a read of it shows by now what was last done: the target has always shown that at once, or the time for it has passed. */
  readonly isSettled: (id: string) => boolean
  /**
   * Confirms in the form that this target takes: one that refuses it without a reference gets it with one, and from then on always.
   * For a confirm that should be accepted before one that should not.
   */
  readonly confirm: (id: string, fields?: Fields, options?: TransferOptions) => Promise<Answer>
  /**
   * What this run has seen the target take: the form of an update, see `openUpdater`, that of a confirm, without a reference or with one,
   * whether references are to be short, since long ones were refused, and the page size of a list where large ones are, see `listWide`; none: none was.
   */
  readonly forms: { update?: number; confirm?: 'plain' | 'named'; areShort?: true; pageSize?: number }
  /** True where the profile offers the operation, and the run may send it: on a live target it may not confirm. */
  readonly offers: (operation: OperationName) => boolean
  /** Cancels a hold that is of no more use, where that may be: an account may have a limit to its holds. */
  readonly release: (held: Answer) => Promise<void>
  /**
   * An availabilityId of the standard bookable that this scenario has not used yet, from an availability check of its own.
   * Where the target has fewer than asked for, they are used again (never where `availability.exclusive`). Where one takes one booking,
   * those that no booking of this run had come first, and with `unused` no others come at all; where one takes several, with `unused` they
   * come first. With `far` it is one from the middle of what
   * is left, whose price is seldom that of the next. What takes a few bookings (`bookable.exclusive.places`) is filled up before, so that
   * one place is left, but for what is `unused` or a `control`: that only shows whether something can be had at all.
   * @throws Stop when the target has none.
   */
  readonly slot: (
    bookable?: BookableName | Bookable,
    options?: { readonly unused?: boolean; readonly far?: boolean; readonly control?: boolean },
  ) => Promise<string>
  /** With what it is filled up that this scenario uses, for its checks: see `checkFilled`. */
  readonly filled: () => Filled
  /** The last availability check that this scenario made of something itself; null: it made none that named an availability. */
  readonly checked: (bookable: BookableName | Bookable) => Answer | null
  /** Whether a booking of this run took what the availability check of this names, of its first payload: all of it may be sold out by now. */
  readonly isTaken: (checked: Bookable) => boolean
  /** What was asked for, by one check, when an availability was named last; null: that is not known. */
  readonly namedBy: (availabilityId: string) => Bookable | null
  /** By how many minutes the target's time is ahead of ours, its moves counted, see `targetAhead`; null: nothing told. */
  readonly ahead: () => number | null
  /**
   * Reserves: an availability check (once a scenario) and a reservation of 60 minutes, with `fields` over the defaults. What is refused
   * is tried once more with another availability, where there is one, and once more when no other scenario acts.
   * The answer is not required to be accepted: ask `reserved.bookingId` or `reserved.need()` for that. One after the other in a scenario:
   * it has one place among those that act, in which one hold may wait for the others. `unused` is as in `slot`, of the first that is tried.
   */
  readonly hold: (
    fields?: Readonly<Record<string, Json | undefined>>,
    bookable?: BookableName | Bookable,
    options?: { readonly unused?: boolean },
  ) => Promise<Held>
  /** Says that it got all that there is: what it could not hold is no reason to act anew when others have released theirs. */
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
 * Whether one of these scenarios sent it, or made it. What a check must know of another scenario it takes from its file: an id says nothing.
 * @param made an exchange, or an entry of the ledger
 */
export function isOf(scenarios: readonly Trials<unknown>[], made: { readonly scenario: string }): boolean {
  return scenarios.some(({ id }) => id === made.scenario)
}
