import { operations } from '../operations.js'
import {
  showsWrite,
  targetOver,
  type Answer,
  type Clock,
  type LateRead,
  type OperationName,
  type Target,
} from '../vocabulary/index.js'
import type { Shared } from './shared.js'

/** A target whose reads of one booking are given the time to settle, and what became of that. */
export interface SettlingReads {
  readonly target: Target
  /**
   * Waits until the settling time has passed since the last write to a booking.
   * @returns false where it has passed already, so that what a read shows now it will go on to show
   */
  readonly settle: (id: string) => Promise<boolean>
  readonly late: () => readonly LateRead[]
  /** Of writes that met at the target, none is known to be the last. */
  readonly forget: () => void
}

export interface SettlingOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** `reads.settleSeconds` of the profile. */
  readonly settleSeconds: number
  /** `Shared.settled` and `Shared.written` */
  readonly settled: Shared['settled']
  readonly written: Shared['written']
}

/** Reads that were repeated in vain, and none that was not, after which no more are: this target does not show its writes at all. */
const patience = 5
/** Reads that showed their write at once, and none that did so later, after which that is how this target is. */
const enough = 3

/**
 * The documents do not say how soon a read shows a write. A get that does not show the write before it is therefore sent once
 * more when the settling time is over, and the second answer is the one that counts; one that does costs no time. Where the test clock
 * was moved since the write, that is so on a target that shows writes late.
 */
export function settlingReads(
  session: Parameters<typeof targetOver>[0],
  { clock, signal, settleSeconds, settled, written }: SettlingOptions,
): SettlingReads {
  /** The last write to each booking; null: what it made of the booking is not known, so that only the booking is to be expected. */
  const known = new Map<string, { readonly write: Answer | null }>()
  const late: LateRead[] = []
  const target = targetOver(session)

  const left = (id: string): number => {
    const at = written.get(id)
    return at === undefined ? 0 : Math.max(0, at + settleSeconds * 1000 - clock.now())
  }

  const settle = async (id: string): Promise<boolean> => {
    const missing = left(id)
    if (missing === 0 || (settled.inVain >= patience && settled.helped === 0)) return false
    await clock.sleep(missing, signal)
    return true
  }

  const isPrompt = (): boolean => settled.helped === 0 && settled.atOnce >= enough

  const knowOf = (id: string, write: Answer | null): void => {
    known.set(id, { write })
    written.set(id, clock.now())
  }

  const note = (write: Answer, said: string | undefined): void => {
    const id = said ?? write.read('id')
    if (write.accepted && (typeof id === 'string' || typeof id === 'number')) knowOf(String(id), write)
  }

  return {
    settle,
    late: () => [...late],
    forget: () => known.forEach((_, id) => known.set(id, { write: null })),
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
        const answer = await target.send(name, said, options)
        if ((options?.as ?? 'reseller') !== 'reseller') return answer
        const traits = operations[name]
        if (traits?.reads !== true) note(answer, said.id)
        const id = said.id ?? ''
        const last = traits?.shows === true ? known.get(id) : undefined
        if (last === undefined) return answer
        const { write } = last
        // When the test clock was moved in between, the booking may have changed by itself.
        const isMoved = write !== null && write.exchange.clockMinutes !== answer.exchange.clockMinutes
        if (isShown(write, answer)) {
          if (write !== null && !isMoved && left(id) > 0) settled.atOnce += 1
          return answer
        }
        if ((isMoved && isPrompt()) || !(await settle(id))) return answer
        const second = await target.send(name, said, options)
        const helped = isShown(write, second)
        if (helped) settled.helped += 1
        else if (!isMoved) settled.inVain += 1
        if (helped && write !== null) late.push({ write, read: answer, settled: second })
        return second
      },
    }),
  }
}

function isShown(write: Answer | null, read: Answer): boolean {
  return write === null ? !read.refused : showsWrite(write, read)
}
