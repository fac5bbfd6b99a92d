import { instantIn, toInstant, momentOf, type Json, type ValueSchema, type Answer, type Profile } from './words.js'

/**
 * A value as a time, in minutes since the epoch: a text, or seconds or milliseconds. One without a zone is read in that
 * of this machine, so only differences of such times mean anything. undefined: it is no time.
 */
export function timeOf(value: Json | undefined): number | undefined {
  const at =
    typeof value === 'number'
      ? toInstant(value > 1e11 ? value : value * 1000)
      : typeof value === 'string'
        ? instantIn(value)
        : undefined
  return at === undefined ? undefined : at / 60_000
}

/** Whether a value has the form of a time and no calendar has it: no such day, or a year beyond 0000 to 9999. */
export function isNoMoment(value: Json | undefined): boolean {
  const isTime = typeof value === 'number' || (typeof value === 'string' && /^[+-]?\d{4,6}-\d\d-\d\dT/.test(value))
  return isTime && timeOf(value) === undefined
}

/** The same, if the zone of the time need not be guessed: `Z`, `+02:00`, `+0200`, or `+02` as databases write it. */
export function instantOf(value: Json | undefined): number | undefined {
  const isInZone = typeof value !== 'string' || /(Z|[+-]\d{2}:?\d{2}|:\d{2}(\.\d{1,9})?[+-]\d{2})$/i.test(value)
  return isInZone ? timeOf(value) : undefined
}

/** How long a booking may be held, in minutes. */
export const holdTime: ValueSchema = { type: 'integer', minimum: 20, maximum: 200 }

/**
 * The end of the hold that a booking shows, in minutes since the epoch by the target's clock; null: it shows none.
 * Only differences of ends mean anything: the target's clock need not agree with ours.
 */
export function holdEndOf(answer: Answer): number | null {
  return timeOf(answer.read('holdEnd')) ?? null
}

/** Whether an answer shows a booking that is ON_HOLD. */
export function isOnHold(answer: Answer): boolean {
  return answer.accepted && answer.read('status') === 'ON_HOLD'
}

/** When an answer had come, or was given up: milliseconds since the epoch. */
export function answeredAt({ exchange }: Pick<Answer, 'exchange'>): number {
  return exchange.startedAt + exchange.durationMs
}

/** By how many minutes two clocks of one target may be apart, and still be one: each may count in whole minutes. */
const toTwoMinutes = 2
/** Days are asked for ahead of the target's time: no clock shows the last year of the calendar, or a later time. */
const roomAhead = 366 * 24 * 3_600_000
/** The same of what was shown a while ago, since when a clock may have stood still: less than any two zones differ. */
const toTenMinutes = 10

/**
 * By how many minutes the target's time is ahead of ours (`momentOf`): the end of the hold made with this answer, less
 * its minutes. An end without a zone may be the wall time of some place. null: it does not tell.
 */
export function aheadByHold(answer: Answer): number | null {
  const { purpose } = answer.exchange
  if (purpose !== 'reserve' || !answer.accepted) return null
  const [end, minutes] = [instantOf(answer.read('holdEnd')), answer.read('expirationMinutes')]
  if (end === undefined || typeof minutes !== 'number') return null
  return toInstant((end - minutes) * 60_000 + roomAhead) === undefined
    ? null
    : end - minutes - momentOf(answer).earliest
}

/** The same by the Date of an answer. */
export function aheadByDate(answer: Answer): number | null {
  const date = timeOf(answer.exchange.response?.headers['date'])
  return date === undefined ? null : date - momentOf(answer).earliest
}

/**
 * The same by all that is known when a reservation was answered: the hold that it began, else the test clock, else the
 * Date. null: two of them disagree. A test clock may stand elsewhere than the Date says. One that shows octospec's own
 * time, as before its first move, is right, and the hold is not: a wrong time of holds need not be one of all else.
 * @param shown `Context.ahead` by then
 */
export function targetAhead(reserved: Answer, shown: number | null, clock: Profile['clock']): number | null {
  const [hold, date] = [aheadByHold(reserved), clock !== null ? null : aheadByDate(reserved)]
  const agree = (other: number | null, within: number): boolean =>
    hold === null || other === null || Math.abs(hold - other) <= within
  if (agree(shown, toTenMinutes)) return agree(date, toTwoMinutes) ? (hold ?? shown ?? date) : null
  return typeof clock?.now === 'string' && shown !== null && Math.abs(shown) <= toTwoMinutes ? shown : null
}

/** Whether a hold and what the test clock showed are of different times. */
export function tellsOtherTime(reserved: Answer, shown: number | null): boolean {
  const hold = aheadByHold(reserved)
  return hold !== null && shown !== null && Math.abs(hold - shown) > toTenMinutes
}
