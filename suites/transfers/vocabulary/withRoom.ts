import { orNone } from './orNone.js'
import type { Answer, Context } from './words.js'

/**
 * Sends a reservation that should be accepted. An account may have few holds at a time, and a refusal does not say that it is for that:
 * what is refused is sent once more where another hold was to be had just before, and was given back, and one is to be had just after, while
 * nobody else acts: others would take the room, or leave some of theirs.
 * @returns null where it was refused, and nobody knows whether there was room
 */
export async function withRoom(
  context: Pick<Context, 'hold' | 'slot' | 'offers' | 'alone' | 'settle' | 'release'> & {
    readonly target: Pick<Context['target'], 'reserve' | 'cancel'>
  },
  reserve: () => Promise<Answer>,
): Promise<Answer | null> {
  const { target } = context
  const first = await reserve()
  if (!first.refused) return first
  await context.alone()
  const { availabilityId, reserved: before } = await context.hold()
  if (!before.accepted) return null
  const freed = context.offers('cancel') ? await target.cancel(before.bookingId) : null
  if (freed?.accepted === true) await context.settle(before.bookingId)
  const second = await reserve()
  if (!second.refused) return second
  // No other `hold`, which would wait for what others leave. What was given back need not be on offer again.
  const after = async (id: string | null): Promise<boolean> => {
    if (id === null) return false
    const answer = await target.reserve({ availabilityId: id, expirationMinutes: 60 })
    await context.release(answer)
    return answer.accepted
  }
  return (await after(availabilityId)) || (await after(await context.slot().catch(orNone))) ? second : null
}
