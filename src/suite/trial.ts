import { Answer } from '../wire/answer.js'
import { isJsonObject } from '../contract/json.js'
import type { Json } from '../profile/profile.js'

const mark = '$exchange'
const shownBy = '$shownBy'

/** Turns what a scenario returned into plain data: every answer becomes the number of its exchange. */
export function encodeTrial(data: unknown): Json {
  if (data instanceof Answer)
    return data.shownBy === null ? { [mark]: data.n } : { [mark]: data.n, [shownBy]: data.shownBy.n }
  if (Array.isArray(data)) return data.map(encodeTrial)
  if (typeof data === 'object' && data !== null)
    return Object.fromEntries(
      Object.entries(data)
        // A target must not be able to pass its own text off as a reference to an exchange.
        .filter(([key, value]) => value !== undefined && key !== mark && key !== shownBy)
        .map(([key, value]) => [key, encodeTrial(value)]),
    )
  if (data === undefined) return null
  // The evidence must read back as what is judged, and JSON has no -0, NaN or Infinity.
  if (typeof data === 'number') return Number.isFinite(data) ? data + 0 : String(data)
  if (typeof data === 'string' || typeof data === 'boolean' || data === null) return data
  throw new TypeError(`a scenario returned a ${typeof data}, which is no plain data`)
}

/**
 * Gives plain data its answers back, read from recorded exchanges. Live judging and judging again both see only this.
 * @throws RangeError when the data names an exchange that is not in the evidence.
 */
export function reviveTrial(data: Json, answerOf: (n: number, by?: number) => Answer | undefined): unknown {
  if (Array.isArray(data)) return data.map((item: Json) => reviveTrial(item, answerOf))
  if (!isJsonObject(data)) return data
  const entries = Object.entries(data)
  const { [mark]: n, [shownBy]: by } = data
  if (typeof n === 'number' && entries.length === (typeof by === 'number' ? 2 : 1)) {
    const answer = answerOf(n, typeof by === 'number' ? by : undefined)
    if (answer === undefined) throw new RangeError(`request ${n} is not in the evidence`)
    return answer
  }
  return Object.fromEntries(entries.map(([key, value]) => [key, reviveTrial(value, answerOf)]))
}
