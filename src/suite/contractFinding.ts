import type { ContractError } from '../contract/contractError.js'
import type { Json } from '../profile/profile.js'
import type { Answer } from '../wire/answer.js'
import { describeValue } from './inWords.js'
import type { Finding } from './finding.js'
import { wrongPlace } from './wrongPlace.js'

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
