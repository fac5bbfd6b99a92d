import type { Answer } from '../wire/answer.js'
import type { Finding } from './finding.js'

/**
 * What stands in the way of a check, as data: what is in the way of many is told once. `refused`: a request that had to be accepted, of which
 * the report adds what it was for and what was answered; `missing`: a field that answers do not show; `unseen`: what it is about did not come;
 * `unshown`: no answer to these operations shows anything of it;
 * `lacking`: this key of the profile, or option, is not given.
 */
export type Obstacle =
  | { readonly kind: 'refused'; readonly exchange: number; readonly operation?: string; readonly said?: string }
  | { readonly kind: 'missing'; readonly field: string }
  | { readonly kind: 'unseen' }
  | { readonly kind: 'unshown'; readonly operations: readonly string[] }
  | { readonly kind: 'lacking'; readonly key: string }

/** Why nothing is known, and what would change that. */
export interface Why {
  readonly reason: string
  readonly remedy: string
  readonly obstacle: Obstacle
}

/** What a judge says of one trial. */
export type Judgement =
  | {
      readonly outcome: 'pass'
      /** Profile keys whose defaults this pass confirms, since they visibly had their effect. */
      readonly confirms?: readonly string[]
    }
  | { readonly outcome: 'fail'; readonly findings: readonly Finding[] }
  | {
      readonly outcome: 'untested'
      readonly reason: string
      /** What would make it testable. */
      readonly remedy?: string
      readonly obstacle?: Obstacle
      /** false: the condition of the clause does not hold for this target, so that there is nothing to test. */
      readonly applies?: false
    }

/** What was judged is as it should be. */
export const pass: Judgement = { outcome: 'pass' }

/** A pass that shows that defaults of ours had their effect on this target. */
export function confirming(...keys: readonly string[]): Judgement {
  return { outcome: 'pass', confirms: keys }
}

/** It is not, by these findings. */
export function fail(...findings: readonly Finding[]): Judgement {
  return { outcome: 'fail', findings }
}

/**
 * It shows nothing of the matter.
 * @param remedy what would make it testable
 * @param obstacle what is in the way
 */
export function untested(reason: string, remedy?: string, obstacle?: Obstacle): Judgement {
  return {
    outcome: 'untested',
    reason,
    ...(remedy !== undefined && { remedy }),
    ...(obstacle !== undefined && { obstacle }),
  }
}

/** It is about something that did not come: whatever was in the way of that is in the way of this. */
export function unseen(reason: string, remedy?: string): Judgement {
  return untested(reason, remedy, { kind: 'unseen' })
}

/** A request that had to be accepted, and was not. */
export function refusal(answer: Pick<Answer, 'n'>): Obstacle {
  return { kind: 'refused', exchange: answer.n }
}

/**
 * The clause speaks of targets of another kind ("where its bookings carry the reference"), and this one is none.
 * @param remedy what would show that it is one all the same
 */
export function notApplicable(reason: string, remedy?: string): Judgement {
  return { outcome: 'untested', reason, applies: false, ...(remedy !== undefined && { remedy }) }
}

/**
 * All of them: a failure if any fails (with every finding), a pass only if each passes, else untested for the first reason.
 * Of nothing at all it is untested: silence is no pass.
 */
export function all(...judgements: readonly Judgement[]): Judgement {
  const findings = judgements.flatMap((judgement) => (judgement.outcome === 'fail' ? judgement.findings : []))
  if (findings.length > 0) return fail(...findings)
  const open = judgements.find((judgement) => judgement.outcome === 'untested')
  if (open !== undefined) return open
  if (judgements.length === 0) return untested('there was nothing to judge')
  return confirming(
    ...judgements.flatMap((judgement) => (judgement.outcome === 'pass' ? (judgement.confirms ?? []) : [])),
  )
}

/** Any of them that could be judged: like `all`, but what is untested is left out as long as something was judged. */
export function allJudged(...judgements: readonly Judgement[]): Judgement {
  const judged = judgements.filter((judgement) => judgement.outcome !== 'untested')
  return judged.length > 0 ? all(...judged) : all(...judgements)
}

/** The same of what may be nothing at all: null, for a sweep or a course of which nothing was seen. */
export function judgedIfAny(judgements: readonly Judgement[]): Judgement | null {
  return judgements.length === 0 ? null : allJudged(...judgements)
}

/** Judges each of a list, see `all`. */
export function each<Item>(items: readonly Item[], judge: (item: Item, index: number) => Judgement): Judgement {
  return all(...items.map(judge))
}
