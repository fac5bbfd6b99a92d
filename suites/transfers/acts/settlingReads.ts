import { operations } from '../operations.js'
import { idText, inWords, isPending, isUnderWay, lackedIn, showsWrite, Stop, targetOver } from '../vocabulary/index.js'
import type { Answer, Json, OperationName, Target } from '../vocabulary/index.js'
import { awaitSettled, showsDone, type Waiting } from './awaitSettled.js'
import type { Shared } from './stage.js'

/** A target whose reads of one booking are given the time to settle, and what became of that. */
export interface SettlingReads {
  readonly target: Target
  /**
   * Waits until the settling time has passed since the last write to a booking, or the last move of the test clock.
   * @param isInsisted also where the last read showed the last write, as time may change more
   * @returns false where it had passed before the booking was read last, so that a read goes on showing the same
   */
  readonly settle: (id: string, isInsisted?: boolean) => Promise<boolean>
  /** Whether reads go on showing what they show now: the settling time is over, or this server shows writes at once. */
  readonly isSettled: (id: string) => boolean
  /** For writes that are to meet at the server: nobody waits for what one began, and none is known to be last. */
  readonly asTheyMeet: <Result>(act: () => Promise<Result>) => Promise<Result>
  readonly areMeeting: () => boolean
}

export interface SettlingOptions extends Waiting {
  /** `Shared.settled` and `Shared.written` */
  readonly settled: Shared['settled']
  readonly written: Shared['written']
  /** `TargetSession.clockMovedAt` */
  readonly clockMovedAt: () => number | null
  /** A confirm was accepted, and its booking turned down. */
  readonly turnedDown: () => void
}

/** Reads repeated in vain after which no more are, if none helped: this server does not show its writes at all. */
const patience = 5
/** Reads that showed their write at once, and none that did so later, after which that is how this target is. */
const enough = 3

/**
 * The documents do not say how soon a read shows a write. A get that does not show the write before it is therefore
 * sent once more after the settling time, and the second answer counts; one that shows it costs no time. After a
 * move of the test clock, a server known to show writes at once is not asked again. Where a write is processed for a
 * while, get is asked until that is over, before anything else is done to the booking.
 */
export function settlingReads(session: Parameters<typeof targetOver>[0], options: SettlingOptions): SettlingReads {
  const settling = new Settling(targetOver(session), options)
  return {
    settle: (id, isInsisted) => settling.settle(id, isInsisted),
    isSettled: (id) => settling.isSettled(id),
    asTheyMeet: (act) => settling.asTheyMeet(act),
    areMeeting: () => settling.areMeeting,
    target: targetOver({
      stray: (like: OperationName) => settling.target.stray(like),
      advanceClock: (minutes) => settling.target.advanceClock(minutes),
      helper: (name, input) => settling.helper(name, input),
      send: (name: OperationName, said, sendOptions) => settling.send(name, said, sendOptions),
    }),
  }
}

type Sent = Parameters<Target['send']>

const ofList = ''

/** What is known of the writes to each booking, and what has not settled yet. */
class Settling {
  readonly target: Target
  readonly #options: SettlingOptions
  /** The last write to each booking; null: its effect is not known, so that only the booking is to be expected. */
  readonly #known = new Map<string, { readonly write: Answer | null }>()
  /** Confirms that were accepted, by the booking that was turned down then. */
  readonly #rejected = new Map<string, Answer>()
  /** Bookings for which something was begun while writes met, and not waited for. */
  readonly #begun = new Set<string>()
  /** When each booking was read last, and the list, by when that was sent: a slow answer may show what was so then. */
  readonly #asked = new Map<string, number>()
  /** Bookings whose last read showed the last write. */
  readonly #showed = new Set<string>()
  #meeting = 0

  constructor(target: Target, options: SettlingOptions) {
    this.target = target
    this.#options = options
  }

  async settle(id: string, isInsisted = false): Promise<boolean> {
    const { settled, clock, signal } = this.#options
    const missing = this.#left(id)
    const isInVain = settled.inVain >= patience && settled.helped === 0
    const wasEarly = this.#isEarly(ofList, id) || ((isInsisted || !this.#showed.has(id)) && this.#isEarly(id, id))
    if ((missing === 0 && !wasEarly) || (isInVain && !isInsisted)) return false
    await clock.sleep(missing, signal)
    return true
  }

  isSettled(id: string): boolean {
    return this.#isPrompt || (this.#options.written.has(id) && this.#left(id) === 0)
  }

  get areMeeting(): boolean {
    return this.#meeting > 0
  }

  async asTheyMeet<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#meeting += 1
    try {
      return await act()
    } finally {
      this.#meeting -= 1
      this.#known.forEach((_, id) => this.#known.set(id, { write: null }))
    }
  }

  async helper(...[name, input]: Parameters<Target['helper']>): Promise<Answer> {
    const answer = await this.target.helper(name, input)
    // What a booking looks like then is not shown.
    if (answer.accepted) this.#knowOf(input?.id ?? '', null)
    return answer
  }

  async send(...[name, said, options]: Sent): Promise<Answer> {
    const { profile, written } = this.#options
    const traits = operations[name]
    const isOwn = (options?.as ?? 'reseller') === 'reseller'
    const id = said.id ?? ''
    if (isOwn && traits?.reads !== true) this.#needStanding(id)
    if (isOwn && (traits?.shows === true || traits?.lists === true)) this.#noteRead(traits.shows === true ? id : ofList)
    const sent = await this.target.send(name, said, options)
    // Without the capability, only the answer itself shows what it shows.
    const isSilent = sent.undocumented && traits?.reads !== true && !('capabilities' in (options ?? {}))
    const isReadable =
      id !== '' && this.#meeting === 0 && profile.operations.get !== null && (isOwn || options?.as === 'other')
    const answer = isSilent && isReadable ? await this.#seeDone(sent, id) : sent
    if (!isOwn) {
      // What others write is theirs to read; that it may take its time is the same.
      const made = traits?.reads === true || !answer.accepted ? undefined : idText(answer.read('id'))
      if (made !== undefined) written.set(made, this.#options.clock.now())
      return answer
    }
    if (traits?.reads !== true) await this.#note(answer, said.id)
    const last = traits?.shows === true ? this.#known.get(id) : undefined
    return last === undefined
      ? answer
      : this.#shown(id, last.write, answer, () => this.target.send(name, said, options))
  }

  /** What is shown of a booking, as it is once it has settled. @param ask asks for the same again */
  async #shown(id: string, write: Answer | null, answer: Answer, ask: () => Promise<Answer>): Promise<Answer> {
    const { settled, profile } = this.#options
    if (this.#begun.has(id)) return this.#awaitDone(id, null, answer, ask)
    // When the test clock was moved in between, the booking may have changed by itself.
    const isMoved = write !== null && write.exchange.clockMinutes !== answer.exchange.clockMinutes
    if (this.#isShown(write, answer)) {
      this.#showed.add(id)
      const tells = write !== null && !isPending(write.read('status'), profile)
      if (tells && !isMoved && this.#left(id) > 0) settled.atOnce += 1
      return this.#awaitEnd(id, answer, ask)
    }
    if ((isMoved && this.#isPrompt) || !(await this.settle(id))) return this.#awaitEnd(id, answer, ask)
    this.#noteRead(id)
    const second = await ask()
    if (write !== null) for (const field of lackedIn(write, second)) settled.lacked.add(field)
    // It lacked nothing but what it lacks still.
    if (this.#isShown(write, answer)) return this.#awaitEnd(id, second, ask)
    const helped = this.#isShown(write, second)
    if (helped) settled.helped += 1
    else if (!isMoved) settled.inVain += 1
    return this.#awaitEnd(id, second, ask)
  }

  #isShown(write: Answer | null, read: Answer): boolean {
    return write === null ? !read.refused : showsWrite(write, read, this.#options.settled.lacked)
  }

  /** What of the settling time is left, in milliseconds. */
  #left(id: string): number {
    return Math.max(0, this.#settledAt(id) - this.#options.clock.now())
  }

  #noteRead(read: string): void {
    this.#asked.set(read, this.#options.clock.now())
    this.#showed.delete(read)
  }

  /** Whether the booking, or the list, was read last after the booking was changed, and before that had settled. */
  #isEarly(read: string, id: string): boolean {
    const at = this.#asked.get(read) ?? -Infinity
    return at >= this.#changedAt(id) && at < this.#settledAt(id)
  }

  /** What time makes of a booking is no sooner to be seen than what a write does. */
  #changedAt(id: string): number {
    const { written, clockMovedAt } = this.#options
    return Math.max(written.get(id) ?? -Infinity, clockMovedAt() ?? -Infinity)
  }

  #settledAt(id: string): number {
    return this.#changedAt(id) + this.#options.profile.reads.settleSeconds * 1000
  }

  get #isPrompt(): boolean {
    const { helped, cancelled, atOnce } = this.#options.settled
    return helped === 0 && cancelled === 0 && atOnce >= enough
  }

  #knowOf(id: string, write: Answer | null): void {
    this.#known.set(id, { write })
    this.#options.written.set(id, this.#options.clock.now())
  }

  async #note(write: Answer, said: string | undefined): Promise<void> {
    const { profile } = this.#options
    const id = said ?? idText(write.read('id'))
    if (!write.accepted || id === undefined) return
    this.#knowOf(id, write)
    if (profile.operations.get === null) return
    // What a confirm began, a get after it tells, which is sent again where it does not.
    const isCancel = write.exchange.purpose === 'cancel'
    if (isUnderWay(write) && isCancel && this.#meeting === 0) return this.#awaitCancelled(id, write)
    const isUnderWayStill = isPending(write.read('status'), profile)
    if (isUnderWayStill && this.#meeting > 0) return void this.#begun.add(id)
    const read = isUnderWayStill ? await this.#awaitDone(id, write, write, () => this.target.get(id)) : write
    const { rejected } = profile.booking.statuses
    if (rejected === undefined || write.exchange.purpose !== 'confirm' || read.read('status') !== rejected) return
    this.#rejected.set(id, write)
    this.#options.turnedDown()
  }

  /** Waits until a cancel whose answer shows the state before is done, where this server does so later. */
  async #awaitCancelled(id: string, cancel: Answer): Promise<void> {
    const { settled, written, ...waiting } = this.#options
    if (settled.unchanged >= enough && settled.cancelled === 0) return
    const status = cancel.read('status')
    const since = written.get(id) ?? waiting.clock.now()
    const read = await awaitSettled(cancel, since, () => this.target.get(id), waiting, {
      isLeft: (shown) => !shown.refused && shown.read('status') === status,
      seconds: waiting.profile.reads.settleSeconds,
    })
    if (!read.refused && read.read('status') === status) {
      settled.unchanged += 1
      return
    }
    settled.cancelled += 1
    this.#known.set(id, { write: null })
  }

  /** A write as the booking shows it that its success does not show: whether it was done is told by a read. */
  async #seeDone(write: Answer, id: string): Promise<Answer> {
    const { written, clock, settled } = this.#options
    const { as } = write.exchange
    written.set(id, clock.now())
    const before = as === 'reseller' ? (this.#known.get(id)?.write ?? null) : null
    const first = await this.target.get(id, { as })
    const isLate = !showsDone(write, first, before) && settled.helped > 0 && (await this.settle(id))
    const read = isLate ? await this.target.get(id, { as }) : first
    return showsDone(write, read, before) ? write.shownIn(read) : write
  }

  #awaitEnd(id: string, last: Answer, ask: () => Promise<Answer>): Promise<Answer> {
    const { written, clock } = this.#options
    return awaitSettled(last, written.get(id) ?? clock.now(), ask, this.#options)
  }

  /**
   * The same of a write that itself says that it is not done yet, and so does not tell what a read should show. A read
   * with neither such a state nor the end of that write may still show the state before, unless the server is prompt.
   * @param write null: there were several
   */
  async #awaitDone(id: string, write: Answer | null, last: Answer, ask: () => Promise<Answer>): Promise<Answer> {
    const { profile, written, clock } = this.#options
    this.#begun.delete(id)
    const read = await this.#awaitEnd(id, last, ask)
    const status = read.read('status')
    if (isPending(status, profile) || (write !== null && isEndOf(write, status))) return read
    written.set(id, clock.now())
    return !this.#isPrompt && (await this.settle(id)) ? this.#awaitEnd(id, await ask(), ask) : read
  }

  /** What was turned down can be tested no further: what comes of it is no answer to what a scenario asks. */
  #needStanding(id: string): void {
    const confirm = this.#rejected.get(id)
    if (confirm !== undefined)
      throw new Stop(
        `the booking is ${inWords(this.#options.profile.booking.statuses.rejected)}, though its confirm was accepted`,
        'book something that is not turned down: see bookable.standard in the profile',
        confirm.n,
        'bookable.standard',
      )
  }
}

/** Whether a status is one that such a write leads to, by the profile's names of them. */
function isEndOf({ exchange: { purpose }, profile }: Answer, status: Json | undefined): boolean {
  const { confirmed, rejected, cancelled } = profile.booking.statuses
  const ends = purpose === 'confirm' ? [confirmed, rejected] : purpose === 'cancel' ? [cancelled] : []
  return status !== undefined && ends.some((end) => end === status)
}
