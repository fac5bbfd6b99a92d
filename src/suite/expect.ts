import { isDeepStrictEqual } from 'node:util'
import { describeValue, say, type Words, wrongPlace } from './words.js'
import { type Answer, comeAgain } from '../wire/answer.js'
import type { Json } from '../profile/profile.js'
import { failAt, type Judgement, type Obstacle, pass, refusal, unseen, untested } from './judgement.js'
import { type Expected, wants } from './finding.js'
import { Stop } from '../wire/stop.js'
import { words } from '../words.js'

/** Expectations on one value inside an accepted answer. */
interface PlaceExpectation {
  toBe(value: Json): Judgement
  /** Any other condition; `expected` completes "Expected ...". */
  toSatisfy(expected: string | Expected, holds: (value: Json | undefined) => boolean): Judgement
}

/** Expectations on one answer. None judges the content of an answer that was not accepted: another check does. */
interface AnswerExpectation<Field extends string = string> {
  /** The operation was carried out: 2xx with the documented answer. `because` is said after the message. */
  toBeAccepted(because?: Words): Judgement
  /** As `toBeAccepted`, and the answer itself is the documented one: a write that only a read shows does not pass. */
  toReturn(because?: Words): Judgement
  /** It was refused. `control` is the same request without the flaw: without its success a refusal proves nothing. */
  toBeRefused(control: Answer | null, because: Words): Judgement
  /** A place in the body, by JSON Pointer. */
  at(pointer: string): PlaceExpectation
  /** A field of what the answer is, read where the profile says it is. */
  field(field: Field): PlaceExpectation
}

/** Starts an expectation on an answer; one that never came, or was never asked for, leaves the check `untested`. */
export function expect<Field extends string>(answer: Answer<Field> | null | undefined): AnswerExpectation<Field> {
  return {
    toBeAccepted: (because) => judgeAccepted(answer, because),
    toReturn: (because) => judgeReturned(answer, because),
    toBeRefused: (control, because) => judgeRefused(answer, control, because),
    at: (pointer) => place(answer, pointer),
    field: (field) => {
      if (!answer) return place(answer, '')
      const { pointer, key } = answer.place(field)
      const remedy = key === null ? undefined : `declare ${key} in the profile`
      const lacking = pointer === null ? untested(`this target's bookings do not carry ${field}`, remedy) : undefined
      return place(answer, pointer ?? '', { field, key, lacking })
    },
  }
}

/** Says why an answer cannot be looked into, or nothing when it can. */
export function unusable(answer: Answer | null | undefined): Judgement | null {
  return answer?.accepted === true ? null : unjudged(answer)
}

/** The reason why nothing is judged of an answer: `untested` in any case, so that no judge passes by chance. */
export function unjudged(answer: Answer | null | undefined): Judgement {
  if (!answer) return unseen('the request was not made, because an earlier one did not succeed')
  const { purpose } = answer.exchange
  const got = `${answer.describe()} (request ${answer.n})`
  if (answer.accepted) return untested(`${purpose} was accepted: ${got}`)
  if (answer.redirected)
    return untested(
      `${purpose} got ${got}: it leads elsewhere, and no redirect is followed`,
      `write operations.${purpose}.request in the profile so that it asks where the redirect leads${leadingTo(answer)}`,
    )
  if (answer.outcome !== 'none') return untested(`${purpose} was not accepted: ${got}`, undefined, refusal(answer))
  return untested(`${purpose} got ${got}`, answer.undocumented ? `see what ${purpose} answers` : comeAgain(answer))
}

/** The place that a redirect names, as far as it is to be told, with `{id}` for the booking: as a profile writes it. */
function leadingTo({ exchange: { bookingId, response } }: Answer): string {
  const location = response?.headers['location']
  if (location === undefined) return ''
  return `: to ${describeValue(bookingId === undefined ? location : location.replaceAll(bookingId, '{id}'))}`
}

function judgeAccepted(answer: Answer | null | undefined, because?: Words): Judgement {
  if (!answer || answer.redirected || (answer.outcome === 'none' && !answer.undocumented)) return unjudged(answer)
  if (answer.accepted) return pass
  return failAt(answer, '', {
    ...say`${answer.exchange.purpose} was not accepted${because === undefined ? '' : say`, ${because}`}`,
    ...wants.accepted(),
    ...(answer.lackedPlace !== undefined && { wanted: { answer: 'accepted', has: answer.lackedPlace } }),
    restsOn: [`operations.${answer.exchange.purpose}.request`],
  })
}

function judgeReturned(answer: Answer | null | undefined, because?: Words): Judgement {
  if (!answer?.shownBy) return judgeAccepted(answer, because)
  const { purpose } = answer.exchange
  return failAt(answer, '', {
    ...say`${purpose} was done, as request ${answer.shownBy} shows, and its answer is not the documented one`,
    ...wants.accepted(),
  })
}

function judgeRefused(answer: Answer | null | undefined, control: Answer | null, because: Words): Judgement {
  if (!answer || answer.outcome === 'none') return unjudged(answer)
  if (control !== null && !control.accepted)
    return untested(words.why.controlRefused(control.describe(), control.n), undefined, refusal(control))
  if (answer.refused) return control === null ? untested(words.why.noControl(answer.n)) : pass
  return failAt(answer, '', { ...say`${answer.exchange.purpose} was accepted, ${because}`, ...wants.refused() })
}

/** A place that is named by its field: a finding there rests on the key that says where the field is. */
interface OfField {
  readonly field: string
  readonly key: string | null
  /** Why there is no such place. */
  readonly lacking: Judgement | undefined
}

function place(answer: Answer | null | undefined, pointer: string, of?: OfField): PlaceExpectation {
  const judged = (said: Expected, holds: (value: Json | undefined) => boolean): Judgement => {
    if (of?.lacking !== undefined) return of.lacking
    if (answer?.accepted !== true) return unjudged(answer)
    const value = answer.at(pointer)
    if (holds(value)) return pass
    return failAt(answer, pointer, {
      message: wrongPlace(answer.exchange.purpose, pointer, describeValue(value), said.expected),
      ...said,
      received: value ?? null,
      ...(value === undefined && { missing: true }),
      ...(of && { field: of.field, ...(of.key !== null && { restsOn: [of.key] }) }),
    })
  }
  return {
    toBe: (value) => judged(wants.value(value, JSON.stringify(value)), (found) => isDeepStrictEqual(found, value)),
    toSatisfy: (said, holds) => judged(typeof said === 'string' ? { expected: said } : said, holds),
  }
}

/** A judge lacks what it needs: it goes no further, and its check ends `untested`. */
class Missing extends Stop {
  readonly judgement: Judgement

  constructor(judgement: Judgement, exchange: number | null) {
    super('a judge went no further', 'see its judgement', exchange)
    this.judgement = judgement
  }
}

/**
 * Ends a judge where an answer was not accepted: nothing is judged of what rests on it. Use no `need` within `all`,
 * where a failure beside it would go unsaid: there, `unusable` is one judgement among others.
 */
export function need<Own extends Answer>(answer: Own | null | undefined): asserts answer is Own {
  const cannot = unusable(answer)
  if (cannot !== null) throw new Missing(cannot, answer?.n ?? null)
}

/** The obstacle that a Stop names; an answer that was accepted is none. */
function stoppedBy({ exchange, key }: Stop): Obstacle | undefined {
  if (key !== undefined) return { kind: 'lacking', key }
  return exchange === null ? undefined : { kind: 'refused', exchange }
}

/** The same judge, which a `need` in it may end; a `Stop` in it ends as `untested`. */
export function stoppable<Given extends readonly unknown[], Judged extends Judgement | null>(
  judge: (...said: Given) => Judged,
): (...said: Given) => Judged | Judgement {
  return (...said) => {
    try {
      return judge(...said)
    } catch (error) {
      if (error instanceof Missing) return error.judgement
      if (error instanceof Stop) return untested(error.message, error.remedy, stoppedBy(error))
      throw error
    }
  }
}
