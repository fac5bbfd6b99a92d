import { holdEndOf, describeValue, findingAt, holdTime, momentOf, wants } from '../vocabulary/index.js'
import type { Answer, BookingField, Finding, Json, Expected } from '../vocabulary/index.js'

/** How the minutes of extend count: added to the hold that there was, or anew (from now or from the reserve). */
export type Counting = 'added' | 'anew' | 'unknown'

/**
 * Reads off an accepted extend by `minutes` what a server adds them to. Both ways are legal (3/extend-counted-from).
 * A server that adds them to the former hold may refuse one of more than 200 minutes in all.
 */
export function countingOf(before: Answer, extended: Answer, minutes: number): Counting {
  const former = before.read('expirationMinutes')
  const shown = extended.read('expirationMinutes')
  if (typeof former === 'number' && shown === former + minutes) return 'added'
  const formerEnd = holdEndOf(before)
  const end = holdEndOf(extended)
  if (formerEnd === null || end === null) return 'unknown'
  return Math.abs(end - formerEnd - minutes) < 1 ? 'added' : 'anew'
}

/** An extend with minutes that are not allowed, and the booking around it. */
export interface Attempt {
  readonly reserved: Answer
  readonly before: Answer
  readonly extended: Answer
  readonly read: Answer | null
  readonly value: Json
  readonly counting: Counting
}

/** How far, in minutes, an end of a hold may lie from where it is expected, for it to be that. */
const near = 0.2

/**
 * Signs that minutes outside 20 to 200, or no whole number, became the hold time. The booking shows them, or its hold
 * ends so many minutes later, or it ended at once. None: they had no effect, or one within the bounds.
 */
export function heldOutside(attempt: Attempt): readonly Finding[] {
  const { extended, read, value } = attempt
  const of = (answer: Answer, field: BookingField, said: Expected): Finding => {
    const message = `extend by ${describeValue(value)} minutes became a hold time that is none`
    const { pointer, key } = answer.place(field)
    return findingAt(answer, pointer, { message, ...said, ...(key !== null && { restsOn: [key] }) })
  }
  return [extended, read].flatMap((answer): Finding[] => {
    if (answer === null || !answer.accepted) return []
    if (answer.read('status') !== 'ON_HOLD')
      return [of(answer, 'status', wants.refused('status ON_HOLD, as before', { const: 'ON_HOLD' }))]
    if (!showsLegalMinutes(attempt, answer.read('expirationMinutes')))
      return [of(answer, 'expirationMinutes', wants.refused('a whole number from 20 to 200', holdTime))]
    return endsAfterValue(attempt, answer)
      ? [
          of(
            answer,
            'holdEnd',
            wants.refused(`another end than ${describeValue(value)} minutes later`, { type: 'string' }),
          ),
        ]
      : []
  })
}

/** Whether anything that the booking shows would tell a hold time that is none. */
export function showsHoldTime({ before, extended, read }: Attempt): boolean {
  return [extended, read].some(
    (answer) =>
      answer?.accepted === true &&
      (answer.read('expirationMinutes') !== undefined || (holdEndOf(before) !== null && holdEndOf(answer) !== null)),
  )
}

function showsLegalMinutes({ before, value, counting }: Attempt, shown: Json | undefined): boolean {
  const former = before.read('expirationMinutes')
  // Not there is another clause's matter, and unchanged is no effect.
  if (shown === undefined || shown === former) return true
  if (shown === value) return isLegal(value)
  // Where minutes are added, the sum may be shown.
  const added = counting === 'added' && typeof shown === 'number' && typeof former === 'number' && shown - former
  return isLegal(shown) || (added !== false && isLegal(added))
}

function isLegal(minutes: Json): boolean {
  return Number.isInteger(minutes) && Number(minutes) >= 20 && Number(minutes) <= 200
}

function endsAfterValue({ reserved, before, extended, value }: Attempt, answer: Answer): boolean {
  const minutes = minutesOf(value)
  const former = holdEndOf(before)
  const end = holdEndOf(answer)
  if (minutes === null || isLegal(minutes) || former === null || end === null) return false
  if (Math.abs(end - former) < near / 2) return false
  if (Math.abs(end - former - minutes) < near) return true
  const now = nowOf(reserved, extended)
  return now !== null && Math.abs(end - now - minutes) < near
}

/** The moment of the extend by the target's clock, as the end of the fresh hold told it. */
function nowOf(reserved: Answer, extended: Answer): number | null {
  const end = holdEndOf(reserved)
  const minutes = reserved.exchange.input['expirationMinutes']
  if (end === null || typeof minutes !== 'number') return null
  return end - minutes + momentOf(extended).earliest - momentOf(reserved).earliest
}

function minutesOf(value: Json): number | null {
  if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') return null
  const minutes = Number(value)
  return Number.isNaN(minutes) ? null : minutes
}
