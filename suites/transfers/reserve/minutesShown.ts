import { holdEndOf, momentOf, type Answer, type Json } from '../vocabulary/index.js'

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
 * The hold time of a booking: its expirationMinutes or, for a target whose bookings have none or belie them, how much later its hold
 * ends than that of a control of 60 minutes. null: neither is shown, or the end lies too near to a bound to tell.
 */
export function minutesShown(answer: Answer, control: Answer): MinutesShown | null {
  const minutes = answer.read('expirationMinutes')
  const ending = untilEnd(answer, control)
  // Allowed minutes are no more than a text where the hold visibly ends at another time, and that of the control when it ought to.
  const belied = isAllowed(minutes ?? null) && ending !== null && !isAllowed(ending.minutes) && endsInTime(control)
  if (minutes !== undefined && !belied) return { minutes, pointer: '/expirationMinutes', restsOn: [] }
  return ending
}

function untilEnd(answer: Answer, control: Answer): (MinutesShown & { readonly minutes: number }) | null {
  const { holdEnd } = answer.profile.booking
  const [end, usual] = [holdEndOf(answer), holdEndOf(control)]
  if (holdEnd === null || end === null || usual === null) return null
  const found = Math.round(60 + end - usual - (momentOf(answer).earliest - momentOf(control).earliest))
  if ([20, 200].some((bound) => Math.abs(found - bound) <= toleranceMinutes)) return null
  return { minutes: found, pointer: holdEnd, restsOn: ['booking.holdEnd'] }
}

/** Whether the hold of the control, of 60 minutes, ends after as many by our clock: then that is what the place shows. */
function endsInTime(control: Answer): boolean {
  const end = holdEndOf(control)
  return end !== null && Math.abs(end - momentOf(control).earliest - 60) <= toleranceMinutes
}

/** True for what the documents allow: a whole number from 20 to 200. */
export function isAllowed(minutes: Json): boolean {
  return typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= 20 && minutes <= 200
}
