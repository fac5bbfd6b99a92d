import { isPending, type Answer, type Clock, type Profile } from '../vocabulary/index.js'

/** How long the first wait is, in milliseconds, or as a part of the time there is; and the longest one. */
const [shortest, part, longest] = [250, 10, 2000]

/** With what it is waited. */
export interface Waiting {
  readonly profile: Profile
  readonly clock: Clock
  readonly signal?: AbortSignal
}

/**
 * Asks for a booking until it has left the states that a write passes through (`booking.statuses.pending`).
 * @param answer what last showed it @param since when the write was answered, in milliseconds since the epoch
 * @returns the last answer: one that is still pending came after `booking.settleSeconds`
 */
export async function awaitSettled(
  answer: Answer,
  since: number,
  ask: () => Promise<Answer>,
  { profile, clock, signal }: Waiting,
): Promise<Answer> {
  const settling = profile.booking.settleSeconds * 1000
  let last = answer
  let wait = Math.min(shortest, settling / part)
  while (isPending(last.read('status'), profile)) {
    const left = since + settling - clock.now()
    if (left <= 0) break
    await clock.sleep(Math.min(wait, left), signal)
    wait = Math.min(wait * 2, longest)
    last = await ask()
  }
  return last
}
