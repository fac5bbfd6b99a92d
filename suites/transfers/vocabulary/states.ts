import { isDeepStrictEqual } from 'node:util'
import type { Answer, Json, Profile } from './words.js'

type Statuses = Pick<Profile, 'booking'>

/**
 * Whether two statuses can be those of one booking, the second a little later than the first. The table of states has
 * only ON_HOLD, which a booking neither leaves nor comes to by itself. The profile has some others, which are states of
 * their own. Any other may be a step on the way: PENDING before CONFIRMED, CANCELLING before CANCELLED.
 */
export function statesAgree(one: Json | undefined, other: Json | undefined, profile: Statuses): boolean {
  if (isDeepStrictEqual(one, other)) return true
  if (one === 'ON_HOLD' || other === 'ON_HOLD') return false
  return typeof one === 'string' && typeof other === 'string' && !(isNamed(one, profile) && isNamed(other, profile))
}

/**
 * Whether a booking may be in this state after this answer. The state after an update is not stated: an unknown state
 * in its answer may be the way back to the state before, which may be ON_HOLD.
 */
export function mayFollow(answer: Answer, later: Json | undefined): boolean {
  const status = answer.read('status')
  const { confirmed, cancelled } = answer.profile.booking.statuses
  if (isUnderWay(answer))
    return answer.exchange.purpose === 'cancel'
      ? later === cancelled || statesAgree(status, later, answer.profile)
      : statesAgree(confirmed, later, answer.profile)
  return statesAgree(status, later, answer.profile) || (passesThrough(answer) && typeof later === 'string')
}

/**
 * Whether an accepted cancel or confirm answers the state before: after a cancel another state that the profile has,
 * after a confirm ON_HOLD. The documents do not say that the answer shows the new state: a read a little later tells.
 */
export function isUnderWay(answer: Answer): boolean {
  const { accepted, exchange, profile } = answer
  if (!accepted) return false
  const status = answer.read('status')
  if (exchange.purpose === 'confirm') return status === 'ON_HOLD'
  return exchange.purpose === 'cancel' && statesContradict(status, profile.booking.statuses.cancelled, profile)
}

/** Whether an answer to update shows a state of its own, of which nothing is known. */
export function passesThrough(answer: Answer): boolean {
  const status = answer.read('status')
  return (
    answer.exchange.purpose === 'update' &&
    typeof status === 'string' &&
    status !== 'ON_HOLD' &&
    !isNamed(status, answer.profile)
  )
}

/** Whether the documents or the profile name both statuses, and they are two: no booking is in both. */
export function statesContradict(one: Json | undefined, other: Json | undefined, profile: Statuses): boolean {
  const known = (status: Json | undefined): boolean =>
    typeof status === 'string' && (status === 'ON_HOLD' || isNamed(status, profile))
  return known(one) && known(other) && one !== other
}

/** Whether a booking in this state is on its way to another one, as the profile says. */
export function isPending(status: Json | undefined, { booking: { statuses } }: Statuses): boolean {
  return typeof status === 'string' && statuses.pending.includes(status)
}

function isNamed(status: string, { booking: { statuses } }: Statuses): boolean {
  const { confirmed, cancelled, expired, rejected } = statuses
  return [confirmed, cancelled, expired, rejected].includes(status)
}
