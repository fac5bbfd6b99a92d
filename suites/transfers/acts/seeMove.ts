import type { Answer as AnyAnswer } from '../../../src/suite/index.js'
import { ClockFault, holdEndOf, Stop, targetOver, wrongMove } from '../vocabulary/index.js'
import type { Answer, OperationName, Target } from '../vocabulary/index.js'
import { cleanUp } from './cleanUp.js'
import type { TransferStage } from './stage.js'
import { contract } from '../contract/contract.js'

const scenario = 'clock'

/**
 * The first move of the test clock, between two holds of the same length: their ends tell how far it went. Where the clock itself shows
 * its time, or bookings show no end, there are no such holds.
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

/** @throws ClockFault where the ends of two holds of the same length show that the clock was not moved as far as it was meant between them */
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
 * Where an optional operation says of a booking of the run that there is none, asks once for a path that cannot exist: alike, the target may not
 * offer the operation. Many a framework says no more than "Not Found".
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
