import { pointerTokens } from '../contract/json.js'

/**
 * What is wrong at a place of an answer, in one sentence: `in the answer to get, net of pricing is 12.5 and should be an integer`.
 * @param pointer JSON Pointer into the answer; `''` is the answer as a whole
 * @param received in words, `nothing` where nothing is there
 * @param expected completes "should be"
 */
export function wrongPlace(operation: string, pointer: string, received: string, expected: string): string {
  const names = pointerTokens(pointer)
    .filter((token) => !/^\d+$/.test(token))
    .toReversed()
  const where = names.length === 0 ? (pointer === '' ? 'the body' : 'an item') : names.join(' of ').slice(0, longest)
  return `in the answer to ${operation}, ${where} is ${received === 'nothing' ? 'missing' : received} and should be ${expected}`
}

/** Names of a place that a sentence has room for. */
const longest = 200
