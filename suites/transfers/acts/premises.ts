import {
  bookableKey,
  bookablesOf,
  inWords,
  isPending,
  ClockFault,
  holdEndOf,
  Stop,
  targetOver,
  wrongMove,
} from '../vocabulary/index.js'
import type { Answer, LedgerEntry, OperationName, Target } from '../vocabulary/index.js'
import { namedStates, type TransferStage, type NamedState } from './stage.js'
import type { Answer as AnyAnswer } from '../../../src/suite/index.js'
import { cleanUp } from './cleanUp.js'
import { contract } from '../contract/contract.js'

type Stage = Pick<TransferStage, 'session' | 'judging' | 'shared' | 'clock'>

/** Sees by an answer how these states are called. @param before what was known of the booking when it was asked for */
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

/** Statements of the profile that the run found otherwise and no check reports. Only these were not verified. */
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

const scenario = 'clock'

/**
 * The first move of the test clock, between two holds of the same length: their ends tell how far it went. There are
 * no such holds where the clock itself shows its time, or bookings show no end.
 * @throws ClockFault where it did not go as far as it was meant
 */
export async function seeMove(
  stage: TransferStage,
  minutes: number,
  move: () => Promise<AnyAnswer>,
): Promise<AnyAnswer> {
  const { session, judging } = stage
  const { booking, clock, operations } = judging.profile
  const tells =
    typeof clock?.now !== 'string' && booking.holdEnd !== null && operations.availability && operations.reserve
  if (!tells) return move()
  const target = targetOver(session.for(scenario))
  const hold = async (slot = 0): Promise<Answer | null> => {
    try {
      const { freeAvailabilityIds: free } = (await target.availability()).need()
      const availabilityId = free[slot] ?? free[0]
      return availabilityId === undefined ? null : await target.reserve({ availabilityId, expirationMinutes: 60 })
    } catch (error) {
      // No such hold may be made any more: then nothing tells.
      if (error instanceof Stop) return null
      throw error
    }
  }
  try {
    const before = await hold()
    const moved = await move()
    if (moved.accepted && before !== null && holdEndOf(before) !== null)
      checkMove(minutes, before, await hold(1), moved)
    return moved
  } finally {
    await cleanUp(scenario, stage, true)
  }
}

/** @throws ClockFault where the ends of two equally long holds show that the clock did not move as far as it should */
export function checkMove(minutes: number, before: Answer, after: Answer | null, moved: AnyAnswer): void {
  const [first, second] = [before, after].map((held) => (held?.accepted === true ? holdEndOf(held) : null))
  if (typeof first !== 'number' || typeof second !== 'number' || after === null) return
  const meanwhile = (after.exchange.startedAt - before.exchange.startedAt) / 60_000
  const wrong = wrongMove(minutes, second - first - meanwhile, 'the end of a new hold')
  if (wrong !== null) throw new ClockFault(wrong.reason, wrong.remedy, moved)
}

/** So a target answers what it does not have; some have 403 for it. */
const nowhere: ReadonlySet<number | null> = new Set([404, 403])

/**
 * Where an optional operation says "none" of a booking of the run, asks once for a path that cannot exist. If both
 * answers are alike, the server may not offer the operation. Many a framework says no more than "Not Found".
 */
export async function askNowhere(
  name: OperationName,
  { status, exchange }: Answer,
  target: Target,
  { session, shared }: Pick<TransferStage, 'session' | 'shared'>,
): Promise<void> {
  const { bookingId, request, as } = exchange
  // First what most answers end with: all bookings of the run are put in order when they are asked for.
  if (!nowhere.has(status) || as !== 'reseller' || shared.strays.has(request.method)) return
  const isOptional = contract.lifecycle.triggers.some(({ id, optional }) => id === name && optional === true)
  if (!isOptional || !session.bookings.some((made) => made.id === bookingId && made.as === as)) return
  shared.strays.add(request.method)
  await target.stray(name)
}
