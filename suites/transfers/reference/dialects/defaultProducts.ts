import { productOptions } from '../catalog.js'
import type { Json, JsonObject } from '../json.js'

/** Who runs it, as public OCTO has it. */
export const supplier: JsonObject = { id: 'reference', name: 'The reference service', endpoint: '/', contact: {} }

/** What it sells, as public OCTO has it: each product with its options. */
export const defaultProducts: Json = [...new Set(productOptions.map(({ productId }) => productId))].map((productId) => {
  const options = productOptions.filter((option) => option.productId === productId)
  return {
    id: productId,
    internalName: productId,
    availabilityRequired: true,
    bookingType: options[0]?.type === 'tour' ? 'Tour' : 'Product',
    defaultCurrency: options[0]?.defaultCurrency ?? 'EUR',
    options: options.map(({ optionId }, at) => ({ id: optionId, default: at === 0, internalName: optionId })),
  }
})
