import type { Answer, BookingField } from './words.js'

/** Those of these fields that every one of the answers shows: of others it says nothing that could be compared. */
export function toldBy<Field extends BookingField>(
  fields: readonly Field[],
  ...answers: readonly Answer[]
): readonly Field[] {
  return fields.filter((field) => answers.every((answer) => answer.read(field) !== undefined))
}
