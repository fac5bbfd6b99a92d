import {
  all,
  describeValue,
  failAt,
  holdEndOf,
  holdTime,
  momentOf,
  pass,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement } from '../vocabulary/index.js'

/** A reservation with minutes that are not allowed. */
export interface FlawedMinutes {
  readonly value: Json
  readonly control: Answer
  readonly reserved: Answer
  /** The booking, if there is one against expectation, read again. */
  readonly read: Answer | null
}

/** Judges that what was asked for did not become a hold time that the documents do not know: refused, or something else instead. */
export function neverBooked({ value, control, reserved, read }: FlawedMinutes): Judgement {
  const cannot = unusable(control)
  if (cannot !== null) return cannot
  if (reserved.refused) return pass
  const answered = shows(value, reserved, control)
  return read?.accepted === true ? all(answered, shows(value, read, control)) : answered
}

function shows(value: Json, answer: Answer, control: Answer): Judgement {
  const cannot = unusable(answer)
  if (cannot !== null) return cannot
  const shown = minutesShown(answer, control)
  if (shown === null) return untested(`the booking in request ${answer.n} does not show for how long it is held`)
  if (isAllowed(shown.minutes)) return pass
  return failAt(answer, shown.pointer, {
    message: `Reserve with expirationMinutes ${describeValue(value)} made a booking that is held for ${describeValue(shown.minutes)} minutes`,
    ...wants.refused('a refusal, or a whole number from 20 to 200', holdTime),
    received: shown.minutes,
    restsOn: shown.restsOn,
  })
}

/** The hold time that an answer shows. */
interface MinutesShown {
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
function minutesShown(answer: Answer, control: Answer): MinutesShown | null {
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
