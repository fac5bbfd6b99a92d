import { inWords, type Answer } from '../vocabulary/index.js'
import { finalPrice } from './priceKept.js'

/** What a booking costs, to be compared: the same text for the same final price in the same currency. */
export function costOf(answer: Answer): string {
  return finalPrice.map((field) => inWords(answer.read(field) ?? null)).join(' ')
}
