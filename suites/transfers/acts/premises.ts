import { bookableKey, bookablesOf, inWords, isPending, type Answer, type LedgerEntry } from '../vocabulary/index.js'
import type { TransferStage } from './stage.js'

/** States that the documents give no name, or that a profile may rename. */
const kinds = ['confirmed', 'cancelled', 'expired'] as const
type Kind = (typeof kinds)[number]

/** What showed of these states in a run. */
export interface StatesSeen {
  /** Those that some booking showed under the name of the profile. */
  readonly named: Set<Kind>
  /** What a booking showed first where it should have been in that state, and in which exchange. */
  readonly shown: Map<Kind, { readonly status: string; readonly exchange: number }>
}

type Stage = Pick<TransferStage, 'session' | 'judging' | 'shared' | 'clock'>

/** Sees by an answer under which name bookings are in these states. @param before what was known of the booking when it was asked for */
export function seeState(answer: Answer, before: LedgerEntry | undefined, stage: Stage): void {
  const { judging, shared, session, clock } = stage
  const { statuses } = judging.profile.booking
  for (const booking of shared.states.named.size < kinds.length ? answer.bookings : []) {
    const status = booking.read('status')
    for (const kind of kinds) if (status === statuses[kind]) shared.states.named.add(kind)
  }
  const status = answer.accepted && answer.exchange.purpose !== 'list' ? answer.read('status') : undefined
  if (typeof status !== 'string' || status === 'ON_HOLD' || isPending(status, judging.profile)) return
  const isOver = (before?.endsAt ?? Infinity) < clock.now() + session.clockMinutes * 60_000
  const wasHold = before?.status === 'ON_HOLD' && isOver
  const reached = { confirm: 'confirmed', cancel: 'cancelled', get: wasHold ? 'expired' : null } as const
  const { purpose, n } = answer.exchange
  const kind = purpose === 'confirm' || purpose === 'cancel' || purpose === 'get' ? reached[purpose] : null
  if (kind !== null && !shared.states.shown.has(kind)) shared.states.shown.set(kind, { status, exchange: n })
}

/** What the profile states and the run found otherwise, where no check says it: a part of it was not verified for that, and the rest was. */
export function premisesOf({ judging: { profile }, shared }: Stage): readonly string[] {
  const unbooked = [...new Set(bookablesOf(profile))].flatMap((bookable) => {
    const why = shared.booked.has(bookable) ? undefined : shared.unbooked.get(bookable)
    if (why === undefined || bookable === profile.bookable.standard || bookable === profile.bookable.soldOut) return []
    // Checks of a list judge what there is of it: none of them tells of an entry that is not there.
    const { lateStart, soon, other } = profile.bookable
    const list = [lateStart, soon, other].find((each) => each.includes(bookable))
    const lost = list?.some((each) => shared.booked.has(each))
      ? 'and others of its list were: no check is untested for it, but it is not verified by itself'
      : 'so that what needs one of it is not verified'
    return [
      `${bookableKey(profile, bookable)} could not be booked by a hold, ${lost}: ${why.message}; do: ${why.remedy}`,
    ]
  })
  const unnamed = kinds.flatMap((kind) => {
    const seen = shared.states.named.has(kind) ? undefined : shared.states.shown.get(kind)
    if (seen === undefined) return []
    const key = `booking.statuses.${kind}`
    return [
      `no booking showed ${key}, which is ${inWords(profile.booking.statuses[kind])}: ${when[kind]} it is ${inWords(seen.status.slice(0, 60))} (exchange ${seen.exchange}); do: write that name in ${key}, if it is the target's own`,
    ]
  })
  return [...unbooked, ...unnamed]
}

const when: Readonly<Record<Kind, string>> = {
  confirmed: 'after a confirm',
  cancelled: 'after a cancel',
  expired: 'when its hold is over',
}
