import { isPending, type Answer, type Clock, type Profile } from '../vocabulary/index.js'

/** How long the first wait is, in milliseconds, or as a part of the time there is; and the longest one. */
const [shortest, part, longest] = [250, 10, 2000]

export interface Waiting {
  readonly profile: Profile
  readonly clock: Clock
  readonly signal?: AbortSignal
}

export interface Until {
  /** Whether something is left to be done, by what shows the booking. */
  readonly isLeft: (read: Answer) => boolean
  /** For so long at most. */
  readonly seconds: number
}

/** Until a booking has left the states that a write passes through (`booking.statuses.pending`). */
function untilDone(profile: Profile): Until {
  return { isLeft: (read) => isPending(read.read('status'), profile), seconds: profile.booking.settleSeconds }
}

/**
 * Asks for a booking until a write to it is done.
 * @param answer what last showed it @param since when the write was answered, in milliseconds since the epoch
 * @returns the last answer: one that shows the write under way came after all that time
 */
export async function awaitSettled(
  answer: Answer,
  since: number,
  ask: () => Promise<Answer>,
  { profile, clock, signal }: Waiting,
  { isLeft, seconds }: Until = untilDone(profile),
): Promise<Answer> {
  const settling = seconds * 1000
  let last = answer
  let wait = Math.min(shortest, settling / part)
  while (isLeft(last)) {
    const left = since + settling - clock.now()
    if (left <= 0) break
    await clock.sleep(Math.min(wait, left), signal)
    wait = Math.min(wait * 2, longest)
    last = await ask()
  }
  return last
}

/**
 * Whether a read shows that a write was done whose success does not say so (204, or another body). This is not known
 * where nothing of it could be seen.
 * @param before what last showed the booking. An answer with a body may be a refusal in words of its own, so only what
 * was not so before proves anything
 */
export function showsDone(write: Answer, read: Answer, before: Answer | null): boolean {
  const { json, text } = write.exchange.response ?? {}
  const isEmpty = json === undefined && !text
  return isAsAsked(write, read) && (isEmpty || (before !== null && !isAsAsked(write, before)))
}

function isAsAsked({ exchange: { purpose, input } }: Answer, shown: Answer): boolean {
  if (!shown.accepted) return false
  const { statuses } = shown.profile.booking
  const status = shown.read('status')
  if (purpose === 'cancel') return status === statuses.cancelled || isPending(status, shown.profile)
  if (purpose === 'confirm') return status === statuses.confirmed || isPending(status, shown.profile)
  if (purpose === 'extend')
    return status === 'ON_HOLD' && shown.read('expirationMinutes') === input['expirationMinutes']
  const told = (['reference', 'notes', 'expirationMinutes'] as const).filter(
    (field) => input[field] !== undefined && shown.read(field) !== undefined,
  )
  return purpose === 'update' && told.length > 0 && told.every((field) => shown.read(field) === input[field])
}
