import { boundsOf, contract, idText, type Answer, type Context, type Fields, type Held } from '../vocabulary/index.js'

const { minimum, maximum } = boundsOf(contract.input('reserve', 'expirationMinutes'))

/**
 * Whole numbers of minutes that the documents allow: the bounds, those beside them, and values all over the range. A
 * gap in it is as likely as a bound that is off by one.
 */
export const minutesHeld: Readonly<
  Record<'plain' | 'noted' | 'USD' | 'EUR' | 'GBP' | 'last' | 'forms' | 'finalized', number>
> = {
  plain: minimum,
  noted: maximum,
  USD: 100,
  EUR: minimum + 1,
  GBP: 155,
  last: maximum - 1,
  forms: 125,
  finalized: 180,
}

/** Minutes that a reservation is tried with where others were refused: no bound, and none that any clause names. */
export const usualMinutes = 60

/**
 * A hold of so many minutes, which the documents allow. If it is refused, one for 60 minutes shows whether the minutes
 * are why. The cause may have passed by then, so the first is tried once more. If that is refused, too, one for 60
 * minutes takes its place, and shows that there was still room.
 */
export async function holdFor(
  { hold, target, release }: Pick<Context, 'hold' | 'target' | 'release'>,
  minutes: number,
  fields: Fields = {},
  options: Parameters<Context['hold']>[2] = {},
): Promise<Held> {
  const asked = { ...fields, expirationMinutes: minutes }
  const usual = { ...fields, expirationMinutes: usualMinutes }
  const held = await hold(asked, 'standard', options)
  if (!held.reserved.refused) return held
  const control = await target.reserve({ ...usual, availabilityId: held.availabilityId })
  if (!control.accepted) return held
  // It may have had the last room that there was.
  await release(control)
  const { availabilityId, reserved } = await hold(asked)
  if (!reserved.refused) return { availabilityId, reserved }
  const last = await target.reserve({ ...usual, availabilityId })
  return last.refused ? hold(usual) : { availabilityId, reserved: last }
}

/** The booking of an answer, read by get; null where there is none to read, or no get. */
export async function readBack({ target, offers }: Context, reserved: Answer): Promise<Answer | null> {
  if (!reserved.accepted || !offers('get')) return null
  const id = idText(reserved.read('id'))
  return id === undefined ? null : target.get(id)
}
