import type { Answer } from '../wire/answer.js'
import { type Exchange, idText } from '../wire/exchange.js'
import { isPseudonym } from '../wire/mask.js'
import { pointerTokens, readPointer, toPointer } from '../contract/json.js'
import type { ConfirmedKeys } from './doubt.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Finding } from '../suite/finding.js'
import type { Judgement, Obstacle } from '../suite/judgement.js'
import type { Pack } from '../suite/pack.js'

interface Judged {
  readonly profile: Profile
  readonly registry: Pick<Pack, 'answer' | 'bookings' | 'defaults'>
  readonly confirmedKeys: Pick<ConfirmedKeys, 'behind'>
}

export function completed(
  judgement: Judgement,
  exchangeOf: (n: number) => Exchange | undefined,
  { profile, registry, confirmedKeys }: Judged,
): Judgement {
  if (judgement.outcome === 'pass') return judgement
  const answerOf = (n: number): Answer | undefined => {
    const exchange = exchangeOf(n)
    return exchange === undefined ? undefined : registry.answer(exchange, profile)
  }
  if (judgement.outcome === 'untested') {
    const { obstacle, ...untested } = judgement
    if (obstacle === undefined) return judgement
    const named = completedObstacle(obstacle, answerOf)
    return { ...untested, ...(named !== undefined && { obstacle: named }) }
  }
  return {
    outcome: 'fail',
    findings: judgement.findings.map((finding) => {
      const answer = finding.exchange === null ? undefined : answerOf(finding.exchange)
      if (answer === undefined) return finding
      const placed = withOwner(inBody(finding, answer), answer, registry.bookings.places(profile).id)
      // A failure that a refusal shows rests on every default of ours that was in the refused request.
      const behind = answer.accepted ? confirmedKeys.behind(finding, answer) : registry.defaults.sent(answer)
      return behind.length === 0 ? placed : { ...placed, restsOn: [...(finding.restsOn ?? []), ...behind] }
    }),
  }
}

/** The obstacle with its answer; undefined: it was accepted and so no obstacle, or it did not come and says nothing. */
export function completedObstacle(
  obstacle: Obstacle,
  answerOf: (n: number) => Answer | undefined,
): Obstacle | undefined {
  if (obstacle.kind !== 'refused') return obstacle
  const answer = answerOf(obstacle.exchange)
  if (answer === undefined || answer.accepted || answer.status === null) return undefined
  return { ...obstacle, operation: answer.exchange.purpose, said: answer.describe() }
}

/** The finding, with whether it is about a booking that the run did not make. */
function withOwner(finding: Finding, { exchange }: Answer, idPlace: string): Finding {
  const json = exchange.response?.json
  if (json === undefined || finding.pointer === null) return finding
  const tokens = pointerTokens(finding.pointer)
  const isOfOthers = tokens.some((_, depth) => {
    const item = readPointer<Json>(json, toPointer(tokens.slice(0, depth + 1)))
    const id = item === undefined ? undefined : idText(readPointer<Json>(item, idPlace))
    return id !== undefined && isPseudonym(id)
  })
  return isOfOthers ? { ...finding, ofOthers: true } : finding
}

function inBody(finding: Finding, answer: Answer): Finding {
  const { pointer, wanted } = finding
  const { has, before } = wanted ?? {}
  return {
    ...finding,
    pointer: pointer === null ? null : answer.inBody(pointer),
    operation: answer.exchange.purpose,
    status: answer.status,
    ...(wanted !== undefined && {
      wanted: {
        ...wanted,
        ...(has !== undefined && { has: answer.inBody(has) }),
        ...(typeof before === 'string' && { before: answer.inBody(before) }),
      },
    }),
  }
}

/**
 * The fact of a finding, as data. Two findings of one clause with the same fact are told once, whatever booking, list
 * item or exchange shows them.
 */
export function factOf({
  wanted = {},
  operation,
  pointer,
  field,
  missing,
  received,
  overwrittenBy,
  code,
}: Finding): string {
  const { value, before, listed, notIn, ...rest } = wanted
  const place = pointer?.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  const also = [before, listed, notIn].map((each) => each !== undefined)
  return JSON.stringify([
    operation,
    place,
    field,
    missing,
    kindOf(received),
    overwrittenBy,
    code,
    rest,
    also,
    shapeOf(value),
  ])
}

/** A schema, with its constant by its kind: that differs from booking to booking. */
function shapeOf(value: NonNullable<Finding['wanted']>['value']): unknown {
  return value?.const === undefined ? value : { const: kindOf(value.const) }
}

function kindOf(value: unknown): unknown {
  if (value === null || typeof value === 'boolean') return value
  return Array.isArray(value) ? 'array' : typeof value
}

/** The server's words without ids, times and numbers, which differ from answer to answer. Our own are never read. */
export function serverPattern(words: string): string {
  return words
    .slice(0, 500)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'ID')
    .replaceAll(/\d+/g, 'N')
}
