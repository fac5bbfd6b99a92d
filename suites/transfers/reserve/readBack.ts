import type { Answer, Context } from '../vocabulary/index.js'

/** The booking of an answer, read by get; null where there is none to read, or no get. */
export async function readBack({ target, offers }: Context, reserved: Answer): Promise<Answer | null> {
  if (!reserved.accepted || !offers('get')) return null
  const id = reserved.read('id')
  return typeof id === 'string' || typeof id === 'number' ? target.get(String(id)) : null
}
