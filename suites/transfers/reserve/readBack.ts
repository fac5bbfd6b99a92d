import { idText, type Answer, type Context } from '../vocabulary/index.js'

/** The booking of an answer, read by get; null where there is none to read, or no get. */
export async function readBack({ target, offers }: Context, reserved: Answer): Promise<Answer | null> {
  if (!reserved.accepted || !offers('get')) return null
  const id = idText(reserved.read('id'))
  return id === undefined ? null : target.get(id)
}
