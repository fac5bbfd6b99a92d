import { holdEndOf, momentOf, type Answer, type Json } from '../../src/suite/index.js'

/** The hold time that an answer shows. */
export interface MinutesShown {
  readonly minutes: Json
  /** Where it stands. */
  readonly pointer: string
  /** Profile keys that this rests on. */
  readonly restsOn: readonly string[]
}

/** Requests take time, and a service may round the end of a hold. */
const toleranceMinutes = 2

/**
 * The hold time of a booking: its expirationMinutes or, for a target whose bookings have none, how much later its hold ends than
 * that of a control of 60 minutes. null: neither is shown, or the end lies too near to a bound to tell.
 */
export function minutesShown(answer: Answer, control: Answer): MinutesShown | null {
  const minutes = answer.read('expirationMinutes')
  if (minutes !== undefined) return { minutes, pointer: '/expirationMinutes', restsOn: [] }
  const { holdEnd } = answer.profile.booking
  const [end, usual] = [holdEndOf(answer), holdEndOf(control)]
  if (holdEnd === null || end === null || usual === null) return null
  const found = Math.round(60 + end - usual - (momentOf(answer).earliest - momentOf(control).earliest))
  if ([20, 200].some((bound) => Math.abs(found - bound) <= toleranceMinutes)) return null
  return { minutes: found, pointer: holdEnd, restsOn: ['booking.holdEnd'] }
}

/** True for what the documents allow: a whole number from 20 to 200. */
export function isAllowed(minutes: Json): boolean {
  return typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 20 && minutes <= 200
}
