import { placesIn, type Json } from '../vocabulary/index.js'
import { isObject } from './options.js'

/** Members by which a Transfer (2.1) is known. */
const marks = ['options', 'pickUp', 'dropOff', 'distanceUnit', 'distanceInclude']

/** Where an answer that is no Transfer has one, as a JSON Pointer; null: nowhere, or in a list. */
export function envelopeOfTransfer(json: Json): string | null {
  const found = placesIn(json).find(
    ({ value }) => isObject(value) && marks.filter((mark) => value[mark] !== undefined).length >= 3,
  )
  return found === undefined || /\/\d+(\/|$)/.test(found.pointer) ? null : found.pointer
}
