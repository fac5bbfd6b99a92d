import { fieldNames } from '../profile/fieldNames.js'
import type { Json, Operation, OperationName } from '../profile/profile.js'

/** Logical fields of an operation; `undefined` leaves a field out. */
export type Fields = Readonly<Record<string, Json | undefined>>

/**
 * The fields that are given, undefined ones left out.
 * @throws TypeError for a name that neither the documents nor the profile know: a mistake in a suite.
 */
export function givenFields(name: OperationName, operation: Operation, fields: Fields): Record<string, Json> {
  const given: [string, Json][] = []
  const names = fieldNames[name].filter((field) => field !== 'id')
  for (const [field, value] of Object.entries(fields)) {
    if (!names.includes(field) && (field === 'id' || !Object.hasOwn(operation.fields, field)))
      throw new TypeError(`${name} has no field ${JSON.stringify(field)}; it takes ${names.join(', ') || 'none'}`)
    if (value !== undefined) given.push([field, value])
  }
  return Object.fromEntries(given)
}

/** The target's own words for the values of a list that the documents name (`operations.list.values`). */
export function spellListFields(operation: Operation, fields: Readonly<Record<string, Json>>): Record<string, Json> {
  const { values } = operation
  const spelled: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    sortField: { price: values.price },
    sortOrder: { ascending: values.ascending, descending: values.descending },
    bookingType: { product: values.product },
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => {
      const words = spelled[field]
      return [
        field,
        typeof value === 'string' && words !== undefined && Object.hasOwn(words, value)
          ? (words[value] ?? value)
          : value,
      ]
    }),
  )
}
