import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Json } from '../profile/profile.js'
import type { Exchange } from './exchange.js'

/** Characters of JSON from which on its text is kept in its place: as values it takes up to forty times as much. */
const bulky = 4096
/** And from which on it is compressed. */
const huge = 65_536

/**
 * An exchange whose JSON, where it is bulky, is a text until somebody looks, and while nobody does: scenarios and judges keep exchanges
 * by the hundred, and a target decides how much stands in each.
 */
export function keptAsText(exchange: Exchange): Exchange {
  const { response } = exchange
  if (response === null || isKeptAsText(exchange)) return exchange
  const { json, ...rest } = response
  if (typeof json !== 'object' || json === null) return exchange
  const text = JSON.stringify(json)
  if (text.length < bulky) return exchange
  const isPacked = text.length >= huge
  // As bytes, for a text is made of pieces, or takes two bytes a character.
  const bytes = isPacked ? deflateRawSync(text, { level: 1 }) : Buffer.from(text)
  let held = new WeakRef(json)
  return {
    ...exchange,
    response: {
      ...rest,
      get json(): Json {
        const known = held.deref()
        if (known !== undefined) return known
        // It is the text of an object or of a list.
        const read = JSON.parse((isPacked ? inflateRawSync(bytes) : bytes).toString()) as typeof json
        held = new WeakRef(read)
        return read
      },
    },
  }
}

/** What was looked up in an exchange; undefined: that was forgotten, with the values of what is kept as text. */
export interface LookedUp<Found> {
  deref(): Found | undefined
}

/** Keeps what was looked up in an exchange, which may be parts of it, as long as the values of it are kept. */
export function lookedUp<Found extends object>(exchange: Exchange, found: Found): LookedUp<Found> {
  return isKeptAsText(exchange) ? new WeakRef(found) : { deref: () => found }
}

function isKeptAsText({ response }: Exchange): boolean {
  return response !== null && Object.getOwnPropertyDescriptor(response, 'json')?.get !== undefined
}
