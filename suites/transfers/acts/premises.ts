import { bookableKey, bookablesOf, inWords, isPending, type Answer, type LedgerEntry } from '../vocabulary/index.js'
import type { TransferStage } from './stage.js'
import { namedStates, type NamedState } from './statesSeen.js'

type Stage = Pick<TransferStage, 'session' | 'judging' | 'shared' | 'clock'>

/** Sees by an answer under which name bookings are in these states. @param before what was known of the booking when it was asked for */
export function seeState(answer: Answer, before: LedgerEntry | undefined, stage: Stage): void {
  const { judging, shared, session, clock } = stage
  const { statuses } = judging.profile.booking
  for (const booking of shared.states.named.size < namedStates.length ? answer.bookings : []) {
    const status = booking.read('status')
    for (const state of namedStates) if (status === statuses[state]) shared.states.named.add(state)
  }
  const status = answer.accepted && answer.exchange.purpose !== 'list' ? answer.read('status') : undefined
  if (typeof status !== 'string' || status === 'ON_HOLD' || isPending(status, judging.profile)) return
  const isOver = (before?.endsAt ?? Infinity) < clock.now() + session.clockMinutes * 60_000
  const wasHold = before?.status === 'ON_HOLD' && isOver
  const reached = { confirm: 'confirmed', cancel: 'cancelled', get: wasHold ? 'expired' : null } as const
  const { purpose, n } = answer.exchange
  const state = purpose === 'confirm' || purpose === 'cancel' || purpose === 'get' ? reached[purpose] : null
  if (state !== null && !shared.states.shown.has(state)) shared.states.shown.set(state, { status, exchange: n })
}

/** What the profile states and the run found otherwise, where no check says it: a part of it was not verified for that, and the rest was. */
export function premisesOf({ judging: { profile }, shared }: Stage): readonly string[] {
  const unbooked = [...new Set(bookablesOf(profile))].flatMap((bookable) => {
    const why = shared.booked.has(bookable) ? undefined : shared.unbooked.get(bookable)
    if (why === undefined || bookable === profile.bookable.standard || bookable === profile.bookable.soldOut) return []
    // Checks of a list judge what there is of it: none of them tells of an entry that is not there.
    const { late, closing, other } = profile.bookable
    const list = [late, closing, other].find((each) => each.includes(bookable))
    const lost = list?.some((each) => shared.booked.has(each))
      ? 'and others of its list were: no check is untested for it, but it is not verified by itself'
      : 'so that what needs one of it is not verified'
    return [
      `${bookableKey(profile, bookable)} could not be booked by a hold, ${lost}: ${why.message}${why.exchange === null ? '' : ` (request ${why.exchange})`}; do: ${why.remedy}`,
    ]
  })
  const unnamed = namedStates.flatMap((state) => {
    const seen = shared.states.named.has(state) ? undefined : shared.states.shown.get(state)
    if (seen === undefined) return []
    const key = `booking.statuses.${state}`
    return [
      `no booking showed ${key}, which is ${inWords(profile.booking.statuses[state])}: ${when[state]} it is ${inWords(seen.status.slice(0, 60))} (request ${seen.exchange}); do: write that name in ${key}, if it is the target's own`,
    ]
  })
  return [...unbooked, ...unnamed]
}

const when: Readonly<Record<NamedState, string>> = {
  confirmed: 'after a confirm',
  cancelled: 'after a cancel',
  expired: 'when its hold is over',
}
