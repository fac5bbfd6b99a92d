import { isOfOneProduct, type Answer, type Profile } from '../vocabulary/index.js'
import type { ShownOption } from './options.js'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/**
 * Whether an option that was quoted is surely the one that is booked as bookable.standard. An id is that of one option in the form of a UUID
 * alone, which no other product of the profile has: others, such as the class of a vehicle, may be the same of each product.
 */
export function isBooked({ option }: ShownOption, quote: Answer, profile: Profile): boolean {
  const { standard } = profile.bookable
  const { id, productId = quote.at('/productId') } = option
  const isOther = productId !== undefined && productId !== null && productId !== standard.productId
  return (
    id === standard.optionId && !isOther && uuid.test(standard.optionId) && isOfOneProduct(standard.optionId, profile)
  )
}
