import type { Json, Operation } from '../profile/profile.js'

/** Logical fields of an operation; `undefined` leaves a field out. */
export type Fields = Readonly<Record<string, Json | undefined>>

/**
 * The fields that are given, undefined ones left out.
 * @param known the logical fields that the operation may have
 * @throws TypeError for a name that neither the documents nor the profile know: a mistake in a suite.
 */
export function givenFields(
  name: string,
  known: readonly string[],
  operation: Operation,
  fields: Fields,
): Record<string, Json> {
  const given: [string, Json][] = []
  const names = known.filter((field) => field !== 'id')
  for (const [field, value] of Object.entries(fields)) {
    if (!names.includes(field) && (field === 'id' || !Object.hasOwn(operation.fields, field)))
      throw new TypeError(`${name} has no field ${JSON.stringify(field)}; it takes ${names.join(', ') || 'none'}`)
    if (value !== undefined) given.push([field, value])
  }
  return Object.fromEntries(given)
}
