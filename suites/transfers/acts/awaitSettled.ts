import { isPending, type Answer, type Clock, type Profile } from '../vocabulary/index.js'

/** How long the first wait is, in milliseconds, or as a part of the time there is; and the longest one. */
const [shortest, part, longest] = [250, 10, 2000]

/** With what it is waited. */
export interface Waiting {
  readonly profile: Profile
  readonly clock: Clock
  readonly signal?: AbortSignal
}

/** Until when it is waited. */
export interface Until {
  /** Whether something is left to be done, by what shows the booking. */
  readonly isLeft: (read: Answer) => boolean
  /** For so long at most. */
  readonly seconds: number
}

/** Until a booking has left the states that a write passes through (`booking.statuses.pending`). */
export function untilDone(profile: Profile): Until {
  return {
    isLeft: (read) => isPending(read.read('status'), profile),
    seconds: profile.booking.settleSeconds,
  }
}

/**
 * Asks for a booking until a write to it is done.
 * @param answer what last showed it @param since when the write was answered, in milliseconds since the epoch
 * @returns the last answer: one that shows the write under way came after all that time
 */
export async function awaitSettled(
  answer: Answer,
  since: number,
  ask: () => Promise<Answer>,
  { profile, clock, signal }: Waiting,
  { isLeft, seconds }: Until = untilDone(profile),
): Promise<Answer> {
  const settling = seconds * 1000
  let last = answer
  let wait = Math.min(shortest, settling / part)
  while (isLeft(last)) {
    const left = since + settling - clock.now()
    if (left <= 0) break
    await clock.sleep(Math.min(wait, left), signal)
    wait = Math.min(wait * 2, longest)
    last = await ask()
  }
  return last
}
