import type { Answer, Context } from './words.js'

/**
 * Gets a booking after writes of which none is known to be the last: once more when the settling time is over, where the first
 * get does not show what it should. The get of a context sees to that by itself only for writes that came one after the other.
 */
export async function readSettled(
  { target, settle }: Pick<Context, 'target' | 'settle'>,
  id: string,
  isShown: (read: Answer) => boolean,
): Promise<Answer> {
  const read = await target.get(id)
  return isShown(read) || !(await settle(id)) ? read : target.get(id)
}
