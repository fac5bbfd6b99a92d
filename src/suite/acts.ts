import type { Answer } from '../wire/answer.js'
import type { TargetSession } from '../wire/session.js'
import type { Target } from '../wire/target.js'
import type { Profile } from '../profile/profile.js'
import type { Clock } from '../wire/clock.js'
import type { Context, Spending } from './scenario.js'

/** The stable codes of what ends a walk. */
export type WalkCode =
  | 'OCTOSPEC_UNREACHABLE'
  | 'OCTOSPEC_RATE_LIMITED'
  | 'OCTOSPEC_CREDENTIALS_REFUSED'
  | 'OCTOSPEC_NOT_AN_API'
  | 'OCTOSPEC_WRONG_ADDRESS'
  | 'OCTOSPEC_WRONG_PROFILE'

/** Why the walk goes no further: the profile cannot be right, or nothing is there. */
export interface WalkStop {
  readonly code: WalkCode
  /** The fault, in one line. Texts of the target in it are escaped. */
  readonly what: string
  readonly answer: Answer
  readonly looked?: string
  readonly there?: string
  /** The most likely key of the profile, with the line to write. */
  readonly write?: string
  /** Whether the server may be to blame after all. */
  readonly server: string
  readonly remedy: string
  /** The likely id of a booking that was made and cannot be read. */
  readonly ids?: readonly string[]
}

/** Ends the walk; it becomes the page that the run ends with. */
export class WalkFault extends Error {
  override readonly name = 'WalkFault'
  readonly stop: WalkStop

  constructor(stop: Omit<WalkStop, 'code'> & Partial<Pick<WalkStop, 'code'>>) {
    super(stop.what)
    this.stop = { code: 'OCTOSPEC_WRONG_PROFILE', ...stop }
  }
}

/** How far the walk of a run goes. */
export interface WalkOptions {
  /** The run makes bookings: without, the first step is all. */
  readonly books: boolean
  /** A booking may be confirmed here. */
  readonly commits: boolean
  /** By how many minutes the target's test clock is moved; null: the run does not move it. */
  readonly clockMinutes: number | null
  /** What else the profile names to book is looked at: whoever walks wants to know, and a run finds out by itself. */
  readonly looksAround?: true
}

/** With what a pack walks. */
export interface WalkRoute extends WalkOptions {
  readonly target: Target
  readonly profile: Profile
  /** What the scenarios of the run take from each other: the pack's own. */
  readonly shared: object
  /**
   * Waits for an answer, and notes it as a step for whoever walks to see.
   * @param ifRefused what a refusal means; null: it may be something to fix
   */
  readonly step: <Own extends Answer>(
    name: string,
    answer: Promise<Own>,
    ifRefused?: (refusal: Own) => string | null,
  ) => Promise<Own>
  /** Notes what is not as it should be, and may be the profile's matter or the server's. */
  readonly note: (text: string) => void
  /** Notes a need of checks that the profile seems to fill, and does not. */
  readonly lacks: (need: Lack) => void
}

/** Something that a profile names, and that is not what it is named for. */
export interface Lack {
  readonly need: string
  readonly reason: string
  readonly remedy: string
}

/** How a service is walked along the path of one booking before anything is judged. */
export interface Walk {
  /** How many bookings it makes at most, where it books. */
  readonly bookings: number
  /** The first step alone: it needs nothing and makes nothing. */
  first(target: Target, profile: Profile): Promise<Answer>
  /**
   * The whole of it. What fails in a way that can only be the address, the credentials or the profile ends it.
   * @throws WalkFault for that; Stop where a limit of the profile ends it, or an answer was lost
   */
  path(route: WalkRoute): Promise<void>
  /** Ends one of what may be ids of a booking that was made; those that it ended. */
  endAny(ids: readonly string[], target: Target, profile: Profile): Promise<readonly string[]>
}

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
    /** Waits until a moment in target time: epoch milliseconds, moves of its test clock included; asked for anew. */
    readonly until: (moment: () => number, scenario: string, when?: 'then' | 'any time later') => Promise<unknown>
    /** How many scenarios, or parts of one, have ended so far: what they held may be free since. */
    readonly left: number
  }
  /** What `Acts.openShared` made for this run. */
  readonly shared: object
}

/** How scenarios act on a service, and how their bookings are ended. Methods, so that a pack may take its own stage. */
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
   * Moves the target's test clock for the first time and sees by something in its time how far. Absent: nothing tells.
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
