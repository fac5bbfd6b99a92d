import { hadClosed } from '../cancel/edge.js'
import type { Late } from './notCancellable.js'

/**
 * Whether the cancellation window of a booking of bookable.late had passed when it was made, by more than the word of the profile: by
 * a time that the target shows and that the profile reckons from (`cutOffAt`, `cutOffBefore`). The policy (2.3) does not say: by its types
 * it is of what is given back, and what is never refunded may be cancelled all the same.
 */
export function isLateByItself({ reserved, checked, ahead }: Late): boolean {
  const { productId, optionId } = reserved.exchange.input
  const { late, closing } = reserved.profile.bookable
  const by = [...late, ...closing].find(
    (each) => each.cutOffAt !== undefined && each.productId === productId && each.optionId === optionId,
  )
  return by !== undefined && hadClosed({ checked, taken: reserved, reserved, ahead, by }, reserved)
}
