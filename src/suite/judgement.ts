import type { Answer } from '../wire/answer.js'
import type { Finding, Remark } from './finding.js'
import type { Json } from '../profile/profile.js'
import type { ContractError } from '../contract/contractSchema.js'
import { describeValue, wrongPlace } from './words.js'

/**
 * The obstacle to a check, as data: one obstacle to many checks is told once. `refused`: a request had to be accepted;
 * the report adds its purpose and its answer. `missing`: answers do not show a field. `unseen`: the thing that the
 * check is about did not come. `unshown`: no answer to these operations shows anything of it. `lacking`: this key of
 * the profile, or option, is not set.
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

/** A judge's word on one trial. */
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
      /** The way to make it testable. */
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
 * All of them: a failure if any fails (with every finding), a pass only if each passes, else `untested` for the first
 * reason. Of nothing at all it is `untested`, too: silence is no pass.
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

/** Any of them that could be judged: like `all`, but leaves out what was not checked, if anything was judged. */
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

/** What a finding says besides what the answer shows by itself. */
export interface FindingText extends Omit<
  Finding,
  'received' | 'exchange' | 'pointer' | 'operation' | 'status' | 'also'
> {
  /** Where it is not what stands at the place. */
  readonly received?: Json
}

/**
 * A finding at a place of an answer: what stands there was received.
 * @param pointer JSON Pointer into what the answer is; '' or null: the whole, as always where it was not accepted
 */
export function findingAt<Field extends string>(
  answer: Answer<Field>,
  pointer: string | null,
  said: FindingText,
): Finding {
  const whole = !pointer || (answer.outcome !== 'accepted' && said.received === undefined)
  return {
    received: whole ? answer.describe() : (answer.at(pointer) ?? null),
    ...said,
    exchange: whole ? answer.n : (answer.shownBy ?? answer).n,
    pointer: whole ? '' : pointer,
  }
}

/** Fails by that one finding. */
export function failAt<Field extends string>(
  answer: Answer<Field>,
  pointer: string | null,
  said: FindingText,
): Judgement {
  return fail(findingAt(answer, pointer, said))
}

/** A departure of an answer from the contract, as a finding. */
export function contractFinding(error: ContractError, answer: Answer): Finding {
  const { pointer, expected, schema, received } = error
  // Whatever a JSON body holds is JSON.
  const found = received as Json | undefined
  return {
    message: wrongPlace(answer.exchange.purpose, pointer, describeValue(found), withArticle(error)),
    expected,
    ...(schema !== undefined && { wanted: { value: schema } }),
    // A missing member is shown as null.
    received: found ?? null,
    ...(found === undefined && { missing: true }),
    exchange: answer.n,
    pointer,
  }
}

function withArticle({
  expected,
  keyword,
  schema: { type, format, pattern, const: only, enum: some } = {},
}: ContractError): string {
  if (keyword === 'invariant' || only !== undefined || some !== undefined) return expected
  if (type === undefined && format === undefined && pattern === undefined) return expected
  return `${/^[aeio]/i.test(expected) ? 'an' : 'a'} ${expected}`
}

/** A remark on one place of an answer, with its values in the message. */
export function remarkAt<Field extends string>(answer: Answer<Field>, pointer: string, message: string): Remark {
  return { message, exchange: answer.n, pointer: answer.inBody(pointer) }
}
