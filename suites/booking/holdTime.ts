import type { Json } from '../../src/suite/index.js'
import type { Channel, Held, Step } from './step.js'

/**
 * What an answer shows of a hold of which it is known when it ends.
 * - `held`: it goes on until its end.
 * - `outlived`: the booking is what it was, though the end has passed that its hold had before.
 * - `spared`: it goes on until its end, though it was lengthened by less than it had.
 * - `over`: it is over after its end.
 * - `revived`: something was tried with it that starts no hold anew, and brings none back.
 */
export type TimeHow = 'held' | 'outlived' | 'spared' | 'over' | 'revived'

/** One hold in one answer, beside what the account knew of its time. */
export interface Timed {
  readonly how: TimeHow
  /** The operation that said last how long it holds, or left it; of `revived`, the one that was tried. */
  readonly by: string
  /** Minutes were sent with that operation. */
  readonly isSet: boolean
  readonly in: Channel
  /** The one that made the booking, that operation, and the one that shows it. */
  readonly steps: readonly Step<string>[]
  /** Minutes between the step that made the booking and the one that shows it. */
  readonly age: number
  /** null: it is as it should be. */
  readonly broken: Sight | null
}

/** A booking in an answer. */
export interface Sight {
  /** null: there is no such booking, the answer says. */
  readonly state: Json
  readonly pointer: string
}

/** How an answer shows the booking, beside what is known of it. */
export interface Look extends Sight {
  readonly isHeld: boolean
  /** It is as the last operation left it. */
  readonly isAsLeft: boolean
  /** It is what an operation asked for. */
  readonly isAskedBy: (step: Step<string>) => boolean
  /** Everything that was done to it is shown by now. */
  readonly isSettled: boolean
  /** Everything that time has changed is shown by now. */
  readonly isTimeSettled: boolean
}

/** A look tells whether a hold lasts once so much of its time is over. */
const tellingPart = 1 / 3
const minute = 60_000

/** The earliest end and the latest, in milliseconds of the target's time. */
interface End {
  readonly from: number
  readonly to: number
  /** Minutes that the test clock was moved by when that was decided; at the latest end if it stands still otherwise. */
  readonly clock: number
  readonly clockTo: number
}

const anyTime: End = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  clock: 0,
  clockTo: Number.POSITIVE_INFINITY,
}

/** The hold of one booking, and when it ends. */
export class HoldTime {
  readonly said: Timed[] = []
  /** How long it may go on after its end. */
  readonly #grace: number
  #begun: Step<string> | null = null
  #end = anyTime
  /** The end that it had before it was lengthened, or before the booking was confirmed. */
  #former: End | null = null
  /** The earliest end before the last write. */
  #before = Number.POSITIVE_INFINITY
  #isShorter = false
  #isDoubtful = false
  #isLost = false
  #endedBy: Step<string> | null = null
  #last: { readonly step: Step<string>; readonly isSet: boolean } | null = null
  #tried: Step<string> | null = null

  constructor(grace: number) {
    this.#grace = grace
  }

  /**
   * The earliest end, in milliseconds of the target's time. It is at any time where nobody knows, and never where the
   * hold time ends nothing any more.
   * @param isSettled a read that is late may still show the end before
   */
  endsFrom(isSettled: boolean): number {
    if (this.#begun === null) return Number.NEGATIVE_INFINITY
    const end = this.#endedBy === null ? this.#end.from : Number.POSITIVE_INFINITY
    return isSettled ? end : Math.min(end, this.#before)
  }

  /** An operation was carried out. @param held absent: it says nothing of the time */
  write(step: Step<string>, held: Held | null | undefined): void {
    if (this.#begun !== null) this.#before = this.#end.from
    if (held === null) {
      this.#former = this.#endedBy === null ? this.#end : null
      this.#endedBy = step
    } else if (held !== undefined) this.#hold(step, held)
    this.#last = { step, isSet: held !== undefined && held !== null }
  }

  #hold(step: Step<string>, { how, least, most }: Held): void {
    const [sent, answered] = [onTarget(step, step.from), onTarget(step, step.to)]
    const added = most ?? Number.POSITIVE_INFINITY
    if (how === 'begins') {
      this.#begun = step
      this.#endedBy = null
    }
    const fromBegun = (this.#begun === null ? sent : onTarget(this.#begun, this.#begun.from)) + least * minute
    const { from, to, clockTo } = this.#end
    const isLonger = how === 'lengthens'
    this.#isDoubtful = isLonger && this.#isDoubtful
    this.#former = isLonger ? this.#end : null
    this.#isShorter = isLonger && fromBegun <= from
    const isKept = isLonger || (how === 'sets' && most === null)
    this.#end = {
      from: isLonger ? Math.max(from, fromBegun) : isKept ? Math.min(from, fromBegun) : fromBegun,
      to: (isLonger ? Math.max(to, answered) : answered) + added * minute,
      clock: step.clock,
      clockTo: (isLonger ? Math.max(clockTo, step.clock) : step.clock) + added,
    }
  }

  /** Something was tried with it that makes no hold go on. */
  try(step: Step<string>): void {
    this.#tried = step
  }

  /** Nobody knows any more when it ends. @param isLonger it ends no sooner */
  forget(isLonger: boolean): void {
    this.#end = { ...anyTime, from: isLonger ? this.#end.from : anyTime.from }
  }

  /** It shows another time than it should, so nothing is said of its end. */
  doubt(): void {
    this.#isDoubtful = true
  }

  /** Nobody knows any more whether it is held, so nothing is said of it. */
  lose(): void {
    this.#isLost = true
  }

  /** Whether the hold surely goes on, or is over, at a step; null: nobody knows, or something ended it. */
  at(step: Step<string>): 'held' | 'over' | null {
    if (this.#begun === null || this.#endedBy !== null || this.#isDoubtful || this.#isLost) return null
    if (onTarget(step, step.to) < this.#end.from) return 'held'
    return this.#hasPassed(step, this.#end) ? 'over' : null
  }

  look(step: Step<string>, look: Look): void {
    if (this.#isLost) return
    const state = this.at(step)
    const former = this.#former
    const sight = { state: look.state, pointer: look.pointer }
    const broken = (this.#endedBy === null ? look.isHeld : look.isAsLeft) ? null : sight
    // A later look tells what stays wrong.
    const isTold = broken === null || look.isSettled
    const isKnown = state === 'held' || this.#endedBy !== null
    const isPast = (end: End): boolean =>
      broken === null ? this.#hasPassed(step, end) : onTarget(step, step.from) > end.from
    if (isKnown && isTold && former !== null && isPast(former)) {
      this.#say('outlived', step, broken)
      // From here on, another end than that one is meant.
      if (this.#endedBy === null && broken === null && step.channel === 'get') this.#former = null
    }
    if (state === 'held' && isTold && this.#isTelling(step)) {
      this.#say('held', step, broken)
      if (this.#isShorter) this.#say('spared', step, broken)
    }
    // A hold may be seen to end a while after the test clock was moved.
    if (state !== 'over' || (look.isHeld && !(look.isSettled && look.isTimeSettled))) return
    this.#say('over', step, look.isHeld ? sight : null)
    const tried = this.#tried
    if (tried === null || tried.to > step.from) return
    const isRevived = look.isHeld || look.isAskedBy(tried)
    if (!isRevived || look.isSettled) this.#say('revived', step, isRevived ? sight : null)
  }

  /** Whether the end has surely passed, and the grace. A test clock may stand still but for its moves. */
  #hasPassed(step: Step<string>, end: End): boolean {
    const isMovedPast = step.clock === end.clock || step.clock * minute > end.clockTo * minute + this.#grace
    return isMovedPast && onTarget(step, step.from) > end.to + this.#grace
  }

  #isTelling(step: Step<string>): boolean {
    if (this.#begun === null) return false
    const begun = onTarget(this.#begun, this.#begun.from)
    return onTarget(step, step.to) - begun >= (this.#end.from - begun) * tellingPart
  }

  #say(how: TimeHow, step: Step<string>, broken: Sight | null): void {
    const last = how === 'revived' ? this.#tried : (this.#endedBy ?? this.#last?.step)
    if (this.#begun === null || last == null) return
    const steps = [this.#begun, ...(last === this.#begun ? [] : [last]), step]
    const age = Math.floor((onTarget(step, step.to) - onTarget(this.#begun, this.#begun.from)) / minute)
    const isSet = this.#last?.isSet === true
    this.said.push({ how, by: last.operation, isSet, in: step.channel, steps, age, broken })
  }
}

/** A time of octospec's clock as the target has it, as far as its clock was moved. */
export function onTarget({ clock }: Pick<Step<string>, 'clock'>, at: number): number {
  return at + clock * minute
}
