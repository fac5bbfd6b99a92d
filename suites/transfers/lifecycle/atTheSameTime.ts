import { isDeepStrictEqual } from 'node:util'
import { fail, answeredAt, say, untested } from '../vocabulary/index.js'
import type { Answer, Judgement, Finding, Profile, Said } from '../vocabulary/index.js'

/**
 * Says what was done to a booking beside a write. What another operation wrote is there after it, and a report tells all of that as one
 * defect of this operation; `lost`: what is there is of none of these, so that all that is known is what it stood beside.
 */
export function atTheSameTime(others: readonly Answer[], lost = false): Said {
  const [first] = others
  return say`${lost ? 'beside' : 'after'} ${first?.exchange.purpose ?? 'another write'} (requests ${others}) at the same time`
}

/** The same judgement, whose findings say so. */
export function besides(judged: Judgement, others: readonly Answer[], lost = false): Judgement {
  if (judged.outcome !== 'fail') return judged
  const suffix = atTheSameTime(others, lost)
  return fail(
    ...judged.findings.map((each) => ({ ...each, ...say`${each}, ${suffix}`, ...overwrittenBy(others, lost) })),
  )
}

/** What a finding says of a write that is there instead, in data. */
export function overwrittenBy([first]: readonly Answer[], lost: boolean): Partial<Finding> {
  return lost || first === undefined ? {} : { overwrittenBy: first.exchange.purpose }
}

/** Whether what a read shows of a field is what none of these showed that was accepted. */
export function isOfNone(others: readonly Answer[], field: 'status' | 'reference', read: Answer): boolean {
  return !others.some((other) => other.accepted && isDeepStrictEqual(other.read(field), read.read(field)))
}

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
