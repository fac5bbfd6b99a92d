import {
  all,
  describeValue,
  failAt,
  holdTime,
  pass,
  untested,
  unusable,
  wants,
  type Answer,
  type Json,
  type Judgement,
} from '../vocabulary/index.js'
import { isAllowed, minutesShown } from './minutesShown.js'

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
  if (shown === null) return untested(`the booking in exchange ${answer.n} does not show for how long it is held`)
  if (isAllowed(shown.minutes)) return pass
  return failAt(answer, shown.pointer, {
    message: `Reserve with expirationMinutes ${describeValue(value)} made a booking that is held for ${describeValue(shown.minutes)} minutes`,
    ...wants.refused('a refusal, or a whole number from 20 to 200', holdTime),
    received: shown.minutes,
    restsOn: shown.restsOn,
  })
}
