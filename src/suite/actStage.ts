import type { Answer } from '../wire/answer.js'
import type { Clock } from '../wire/clock.js'
import type { TargetSession } from '../wire/target.js'
import type { Profile } from '../profile/profile.js'
import type { Context, Spending } from './context.js'
import type { Walk } from './walk/walk.js'

/** Where the scenarios of a run act: what a pack may know of the run. */
export interface ActStage {
  readonly session: TargetSession
  readonly judging: {
    readonly profile: Profile
    readonly plan: {
      readonly seed: number
      readonly nonce: string
      readonly effort: Spending
      /** How the run lets time pass. */
      readonly ageing: 'clock' | 'wait' | 'later'
      /** Whether it may send what commits, also to a live target. */
      readonly allowLiveBookings: boolean
    }
    /** The checks of the run that judge what a scenario does: none of one that does not act. */
    checksOf(scenario: string): readonly { readonly id: string }[]
    /** By id: those that have acted, and whether they are done. */
    readonly scenarios: ReadonlyMap<string, { readonly done: boolean }>
  }
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly agenda: {
    /** Waits until every other scenario has ended or waits as well; false, at once, where no other one acts. */
    readonly wait: () => Promise<boolean>
    /** Looks when every other scenario has ended, or waits for time to pass, or looks as well. */
    readonly quiet: <Seen>(look: () => Promise<Seen>) => Promise<Seen>
    /** Waits until a moment in the target's time: milliseconds since the epoch, moves of its test clock included; told anew each time. */
    readonly until: (moment: () => number, scenario: string, when?: 'then' | 'any time later') => Promise<unknown>
    /** How many scenarios, or parts of one, have ended so far: what they held may be free since. */
    readonly left: number
  }
  /** What `Acts.openShared` made for this run. */
  readonly shared: object
}

/** How scenarios act on a service, and how what they made there is ended. Methods, so that a pack may take a stage of its own. */
export interface Acts {
  /** What the scenarios of one run take from each other; the engine only hands it on. */
  openShared(): object
  openContext(scenario: string, stage: ActStage): Context
  /**
   * Whether a scenario did not get what it asked for, and may get it when it acts anew: others had it, of which a
   * target allows only so much at a time, or it was chance. It is told once.
   * @param isAlone nobody else acts, who might have had it
   */
  wasCrowdedOut(scenario: string, stage: ActStage, isAlone: boolean): boolean
  /**
   * Ends what a scenario made and did not end itself, as far as the target lets it; what is left stands in the ledger.
   * @param mayLapse the run goes on: what ends when time passes may be left to that
   */
  cleanUp(scenario: string, stage: ActStage, mayLapse?: boolean): Promise<void>
  /** At the end of a run: ends what was left to time, where that has not ended it. */
  cleanUpRest(stage: ActStage): Promise<void>
  /** Finishes what a whole run left behind, also one that was killed. */
  finishBookings(stage: ActStage): Promise<void>
  /**
   * Moves the target's test clock for the first time, and sees by something in the target's time how far it went. Absent: nothing tells.
   * @param move by so many minutes
   * @throws ClockFault where that is not as far as it was meant
   */
  seeMove?(stage: ActStage, minutes: number, move: () => Promise<Answer>): Promise<Answer>
  /** What the profile states and the run found otherwise, where no check says it: for the report. */
  premises?(stage: ActStage): readonly string[]
  readonly walk: Walk
  /** Whether scenarios must act one after another on this target. */
  inTurn(profile: Profile): boolean
}
