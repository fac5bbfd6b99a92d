import { answeredAt, untested, type Answer, type Judgement, type Profile } from '../vocabulary/index.js'

/** Whether two requests were under way at the same time. */
export function met(one: Answer, other: Answer): boolean {
  return one.exchange.startedAt <= answeredAt(other) && other.exchange.startedAt <= answeredAt(one)
}

/**
 * Untested, where requests that were sent at once were performed one by one: since the profile has it so, or by chance and load.
 * @param needed so many requests at the same time
 */
export function neverMet(
  { limits }: Profile,
  needed: number,
  reason = 'the writes came one after the other',
): Judgement {
  return untested(
    reason,
    limits.concurrency < needed
      ? `set limits.concurrency to ${needed} or more`
      : 'run it again when this machine and the target have less to do',
  )
}
