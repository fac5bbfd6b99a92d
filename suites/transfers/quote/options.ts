import { placesIn, type Answer, type Json } from '../vocabulary/index.js'

export interface JsonObject {
  readonly [member: string]: Json
}

/** An option of a transfer and where it stands in the answer. */
export interface ShownOption {
  readonly option: JsonObject
  readonly pointer: string
}

/** The options of a transfer that are objects; none for an answer that was not accepted. */
export function optionsOf(answer: Answer): readonly ShownOption[] {
  const options = answer.accepted ? answer.at('/options') : undefined
  if (!Array.isArray(options)) return []
  return options.flatMap((option: Json, index) => (isObject(option) ? [{ option, pointer: `/options/${index}` }] : []))
}

/** The pricing of an option; undefined: it has none, or no object. */
export function pricingOf({ option }: ShownOption): JsonObject | undefined {
  const { pricing } = option
  return isObject(pricing) ? pricing : undefined
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members by which a Transfer (2.1) is known. */
const marks = ['options', 'pickUp', 'dropOff', 'distanceUnit', 'distanceInclude']

/** Where an answer that is no Transfer has one, as a JSON Pointer; null: nowhere, or in a list. */
export function envelopeOfTransfer(json: Json): string | null {
  const found = placesIn(json).find(
    ({ value }) => isObject(value) && marks.filter((mark) => value[mark] !== undefined).length >= 3,
  )
  return found === undefined || /\/\d+(\/|$)/.test(found.pointer) ? null : found.pointer
}
