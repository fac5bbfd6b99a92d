import { isDeepStrictEqual } from 'node:util'
import { fail, type Answer, type Judgement, type Finding } from '../vocabulary/index.js'

/**
 * Says what was done to a booking beside a write. What another operation wrote is there after it, and a report tells all of that as one
 * defect of this operation; `lost`: what is there is of none of these, so that all that is known is what it stood beside.
 */
export function atTheSameTime(others: readonly Answer[], lost = false): string {
  const [first] = others
  return `${lost ? 'beside' : 'after'} ${first?.exchange.purpose ?? 'another write'} (exchanges ${others.map(({ n }) => n).join(' and ')}) at the same time`
}

/** The same judgement, whose findings say so. */
export function besides(judged: Judgement, others: readonly Answer[], lost = false): Judgement {
  if (judged.outcome !== 'fail') return judged
  const suffix = atTheSameTime(others, lost)
  return fail(
    ...judged.findings.map((each) => ({
      ...each,
      message: `${each.message}, ${suffix}`,
      ...overwrittenBy(others, lost),
    })),
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
