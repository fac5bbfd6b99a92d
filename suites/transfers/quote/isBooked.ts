import { isOfOneProduct, type Answer, type Bookable, type Profile } from '../vocabulary/index.js'
import type { ShownOption } from './options.js'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu

/**
 * Whether an option that was quoted is surely what the profile names to book. An id is that of one option in the form of a UUID alone, which
 * no other product of the profile has: others, such as the class of a vehicle, may be the same of each product.
 */
export function isBooked({ option }: ShownOption, quote: Answer, what: Bookable, profile: Profile): boolean {
  const { id, productId = quote.at('/productId') } = option
  const isOther = productId !== undefined && productId !== null && productId !== what.productId
  return id === what.optionId && !isOther && uuid.test(what.optionId) && isOfOneProduct(what.optionId, profile)
}
