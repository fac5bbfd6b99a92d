import { fail, type Answer, type Judgement } from '../vocabulary/index.js'

/** Names what was done to a booking beside a write, as findings say it: what a report tells as one defect goes by the operation. */
export function atTheSameTime(others: readonly Answer[]): string {
  const [first] = others
  return `after ${first?.exchange.purpose ?? 'another write'} (exchanges ${others.map(({ n }) => n).join(' and ')}) at the same time`
}

/** The same judgement, whose findings say so. */
export function besides(judged: Judgement, others: readonly Answer[]): Judgement {
  if (judged.outcome !== 'fail') return judged
  return fail(...judged.findings.map((each) => ({ ...each, message: `${each.message}, ${atTheSameTime(others)}` })))
}
