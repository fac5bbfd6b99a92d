import { operations } from '../operations.js'
import {
  idText,
  inWords,
  isPending,
  isUnderWay,
  lackedIn,
  showsWrite,
  Stop,
  targetOver,
  type Answer,
  type Json,
  type LateRead,
  type OperationName,
  type Target,
} from '../vocabulary/index.js'
import { awaitSettled, type Waiting } from './awaitSettled.js'
import type { Shared } from './shared.js'
import { showsDone } from './showsDone.js'

/** A target whose reads of one booking are given the time to settle, and what became of that. */
export interface SettlingReads {
  readonly target: Target
  /**
   * Waits until the settling time has passed since the last write to a booking, or the last move of the test clock.
   * @returns false where it had passed before the booking was read last, so that what a read shows now it will go on to show
   */
  readonly settle: (id: string) => Promise<boolean>
  /** Whether what a read shows of a booking now it will go on to show: the settling time has passed, or this target has shown each write at once. */
  readonly isSettled: (id: string) => boolean
  readonly late: () => readonly LateRead[]
  /** For writes that are to meet at the target: nobody waits for what one of them began, and none is known to be the last. */
  readonly asTheyMeet: <Result>(act: () => Promise<Result>) => Promise<Result>
}

export interface SettlingOptions extends Waiting {
  /** `Shared.settled` and `Shared.written` */
  readonly settled: Shared['settled']
  readonly written: Shared['written']
  /** `TargetSession.clockMovedAt` */
  readonly clockMovedAt: () => number | null
}

/** Reads that were repeated in vain, and none that was not, after which no more are: this target does not show its writes at all. */
const patience = 5
/** Reads that showed their write at once, and none that did so later, after which that is how this target is. */
const enough = 3

/**
 * The documents do not say how soon a read shows a write. A get that does not show the write before it is therefore sent once
 * more when the settling time is over, and the second answer is the one that counts; one that does costs no time. Where the test clock
 * was moved since the write, that is so on a target that shows writes late. Where a write is
 * processed for a while, get is asked until that is over, before anything else is done to the booking.
 */
export function settlingReads(
  session: Parameters<typeof targetOver>[0],
  { settled, written, clockMovedAt, ...waiting }: SettlingOptions,
): SettlingReads {
  /** The last write to each booking; null: what it made of the booking is not known, so that only the booking is to be expected. */
  const known = new Map<string, { readonly write: Answer | null }>()
  const late: LateRead[] = []
  const target = targetOver(session)
  const { clock, signal, profile } = waiting
  const { statuses } = profile.booking
  const isShown = (write: Answer | null, read: Answer): boolean =>
    write === null ? !read.refused : showsWrite(write, read, settled.lacked)
  /** Confirms that were accepted, by the booking that was turned down then. */
  const rejected = new Map<string, Answer>()
  /** Bookings for which something was begun while writes met, and not waited for. */
  const begun = new Set<string>()
  let meeting = 0

  /** When each booking was read last, and the list, by when that was sent: a slow answer may show what was so then. */
  const asked = new Map<string, number>()
  const ofList = ''

  // What time makes of a booking is no sooner to be seen than what a write does.
  const changedAt = (id: string): number => Math.max(written.get(id) ?? -Infinity, clockMovedAt() ?? -Infinity)
  const left = (id: string): number => Math.max(0, changedAt(id) + profile.reads.settleSeconds * 1000 - clock.now())
  const wasEarly = (id: string): boolean =>
    [asked.get(id), asked.get(ofList)].some(
      (at = -Infinity) => at >= changedAt(id) && at < changedAt(id) + profile.reads.settleSeconds * 1000,
    )

  const settle = async (id: string): Promise<boolean> => {
    const missing = left(id)
    if ((missing === 0 && !wasEarly(id)) || (settled.inVain >= patience && settled.helped === 0)) return false
    await clock.sleep(missing, signal)
    return true
  }

  const isPrompt = (): boolean => settled.helped === 0 && settled.cancelled === 0 && settled.atOnce >= enough

  const knowOf = (id: string, write: Answer | null): void => {
    known.set(id, { write })
    written.set(id, clock.now())
  }

  const note = async (write: Answer, said: string | undefined): Promise<void> => {
    const id = said ?? idText(write.read('id'))
    if (!write.accepted || id === undefined) return
    knowOf(id, write)
    if (profile.operations.get === null) return
    if (isUnderWay(write) && meeting === 0) return awaitCancelled(id, write)
    if (!isPending(write.read('status'), profile)) return
    if (meeting > 0) return void begun.add(id)
    const read = await awaitDone(id, write, write, () => target.get(id))
    if (write.exchange.purpose === 'confirm' && read.read('status') === statuses.rejected) rejected.set(id, write)
  }

  /** Waits until a cancel whose answer shows the state before is carried out, where this target is one that does so later. */
  const awaitCancelled = async (id: string, cancel: Answer): Promise<void> => {
    if (settled.unchanged >= enough && settled.cancelled === 0) return
    const status = cancel.read('status')
    const read = await awaitSettled(cancel, written.get(id) ?? clock.now(), () => target.get(id), waiting, {
      isLeft: (shown) => !shown.refused && shown.read('status') === status,
      seconds: profile.reads.settleSeconds,
    })
    if (!read.refused && read.read('status') === status) {
      settled.unchanged += 1
      return
    }
    settled.cancelled += 1
    known.set(id, { write: null })
  }

  /** A write as the booking shows it that its success does not show: whether it was done is told by a read. */
  const seeDone = async (write: Answer, id: string): Promise<Answer> => {
    const { as } = write.exchange
    written.set(id, clock.now())
    const before = as === 'reseller' ? (known.get(id)?.write ?? null) : null
    const first = await target.get(id, { as })
    const isLate = !showsDone(write, first, before) && settled.helped > 0 && (await settle(id))
    const read = isLate ? await target.get(id, { as }) : first
    return showsDone(write, read, before) ? write.shownIn(read) : write
  }

  const awaitEnd = (id: string, last: Answer, ask: () => Promise<Answer>): Promise<Answer> =>
    awaitSettled(last, written.get(id) ?? clock.now(), ask, waiting)

  /**
   * The same of a write that says itself that it is not done yet, and so does not tell what a read should show. One that shows neither such a
   * state nor the end of that write may still show what was before, on a target that is not known to show what was done at once.
   * @param write null: there were several
   */
  const awaitDone = async (
    id: string,
    write: Answer | null,
    last: Answer,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    begun.delete(id)
    const read = await awaitEnd(id, last, ask)
    const status = read.read('status')
    if (isPending(status, profile) || (write !== null && isEndOf(write, status))) return read
    written.set(id, clock.now())
    return !isPrompt() && (await settle(id)) ? awaitEnd(id, await ask(), ask) : read
  }

  /** What was turned down can be tested no further: what comes of it is no answer to what a scenario asks. */
  const needStanding = (id: string): void => {
    const confirm = rejected.get(id)
    if (confirm !== undefined)
      throw new Stop(
        `the booking is ${inWords(statuses.rejected)}, though its confirm was accepted`,
        'book something that is not turned down: see bookable.standard in the profile',
        confirm.n,
      )
  }

  return {
    settle,
    isSettled: (id) => isPrompt() || (written.has(id) && left(id) === 0),
    late: () => [...late],
    asTheyMeet: async (act) => {
      meeting += 1
      try {
        return await act()
      } finally {
        meeting -= 1
        known.forEach((_, id) => known.set(id, { write: null }))
      }
    },
    target: targetOver({
      stray: (like: OperationName) => target.stray(like),
      advanceClock: (minutes) => target.advanceClock(minutes),
      helper: async (name, input) => {
        const answer = await target.helper(name, input)
        // What a booking looks like then is not shown.
        if (answer.accepted) knowOf(input?.id ?? '', null)
        return answer
      },
      send: async (name: OperationName, said, options) => {
        const traits = operations[name]
        const isOwn = (options?.as ?? 'reseller') === 'reseller'
        const id = said.id ?? ''
        if (isOwn && traits?.reads !== true) needStanding(id)
        if (isOwn && (traits?.shows === true || traits?.lists === true))
          asked.set(traits.shows === true ? id : ofList, clock.now())
        const sent = await target.send(name, said, options)
        // Without the capability, only the answer itself shows what it shows.
        const isSilent = sent.undocumented && traits?.reads !== true && !('capabilities' in (options ?? {}))
        const isReadable =
          id !== '' && meeting === 0 && profile.operations.get !== null && (isOwn || options?.as === 'other')
        const answer = isSilent && isReadable ? await seeDone(sent, id) : sent
        if (!isOwn) {
          // What others write is theirs to read; that it may take its time is the same.
          const made = traits?.reads === true || !answer.accepted ? undefined : idText(answer.read('id'))
          if (made !== undefined) written.set(made, clock.now())
          return answer
        }
        if (traits?.reads !== true) await note(answer, said.id)
        const last = traits?.shows === true ? known.get(id) : undefined
        if (last === undefined) return answer
        const { write } = last
        const ask = (): Promise<Answer> => target.send(name, said, options)
        if (begun.has(id)) return awaitDone(id, null, answer, ask)
        // When the test clock was moved in between, the booking may have changed by itself.
        const isMoved = write !== null && write.exchange.clockMinutes !== answer.exchange.clockMinutes
        if (isShown(write, answer)) {
          asked.delete(id)
          const tells = write !== null && !isPending(write.read('status'), profile)
          if (tells && !isMoved && left(id) > 0) settled.atOnce += 1
          return awaitEnd(id, answer, ask)
        }
        if ((isMoved && isPrompt()) || !(await settle(id))) return awaitEnd(id, answer, ask)
        asked.set(id, clock.now())
        const second = await ask()
        if (write !== null) for (const field of lackedIn(write, second)) settled.lacked.add(field)
        // It lacked nothing but what it lacks still.
        if (isShown(write, answer)) return awaitEnd(id, second, ask)
        const helped = isShown(write, second)
        if (helped) settled.helped += 1
        else if (!isMoved) settled.inVain += 1
        if (helped && write !== null) late.push({ write, read: answer, settled: second })
        return awaitEnd(id, second, ask)
      },
    }),
  }
}

/** Whether a status is one that such a write leads to, by the profile's names of them. */
function isEndOf({ exchange: { purpose }, profile }: Answer, status: Json | undefined): boolean {
  const { confirmed, rejected, cancelled } = profile.booking.statuses
  const ends = purpose === 'confirm' ? [confirmed, rejected] : purpose === 'cancel' ? [cancelled] : []
  return status !== undefined && ends.some((end) => end === status)
}
