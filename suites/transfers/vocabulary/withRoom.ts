import type { Answer, Context } from './words.js'

/**
 * Sends a reservation that should be accepted. An account may have few holds at a time, and a refusal does not say that it is for that:
 * what is refused is sent once more where another hold was to be had and was given back, so that there is room for it. Where holds are not
 * given back, there was room for what is refused twice, each time with another hold to be had after it.
 * @returns null where it was refused, and nobody knows whether there was room
 */
export async function withRoom(
  { target, hold, offers }: Pick<Context, 'target' | 'hold' | 'offers'>,
  reserve: () => Promise<Answer>,
): Promise<Answer | null> {
  const first = await reserve()
  if (!first.refused) return first
  const { reserved } = await hold()
  if (!reserved.accepted) return null
  const freed = offers('cancel') ? await target.cancel(reserved.bookingId) : null
  const second = await reserve()
  if (!second.refused || freed?.accepted === true) return second
  return (await hold()).reserved.accepted ? second : null
}
