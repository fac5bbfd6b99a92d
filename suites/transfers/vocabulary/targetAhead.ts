import { instantOf } from './timeOf.js'
import { momentOf, type Answer } from './words.js'

/** By how many minutes two clocks of one target may be apart, and still be one: each may count in whole minutes. */
const toTwoMinutes = 2
/** The same of what was shown a while ago, since when a clock may have stood still: less than any two zones differ. */
const toTenMinutes = 10

/**
 * By how many minutes the target's time is ahead of ours (`momentOf`), as the hold tells that was made with this answer: its end, less its
 * minutes. An end that names no zone may be the wall time of some place. null: it does not tell.
 */
export function aheadByHold(answer: Answer): number | null {
  const { purpose } = answer.exchange
  if (purpose !== 'reserve' || !answer.accepted) return null
  const [end, minutes] = [instantOf(answer.read('holdEnd')), answer.read('expirationMinutes')]
  return end === undefined || typeof minutes !== 'number' ? null : end - minutes - momentOf(answer).earliest
}

/** The same by the Date of an answer. */
export function aheadByDate(answer: Answer): number | null {
  const date = Date.parse(answer.exchange.response?.headers['date'] ?? '') / 60_000
  return Number.isNaN(date) ? null : date - momentOf(answer).earliest
}

/**
 * The same by all that is known when a reservation was answered: the hold that it began, else what the test clock showed, else the Date.
 * Where two of them disagree, it is not known: null. A test clock may stand elsewhere than the Date says.
 * @param shown `Context.ahead` by then
 */
export function targetAhead(reserved: Answer, shown: number | null, hasClock: boolean): number | null {
  const [hold, date] = [aheadByHold(reserved), hasClock ? null : aheadByDate(reserved)]
  const agree = (other: number | null, within: number): boolean =>
    hold === null || other === null || Math.abs(hold - other) <= within
  return agree(shown, toTenMinutes) && agree(date, toTwoMinutes) ? (hold ?? shown ?? date) : null
}
