import type { Exchange } from '../wire/exchange.js'
import { inWords } from './inWords.js'

/** Of a refusal whose members are called as no other's: what it begins with. */
export function beginningOf({ status, json }: NonNullable<Exchange['response']>): string {
  return json === undefined || json === null || status < 300 ? '' : inWords(json).slice(0, 200)
}
