import { placesOf } from '../profile/place.js'
import type { Json, Profile } from '../profile/profile.js'
import { statedCredentials, type StatedCredential } from '../profile/credentials.js'

/** The credentials in a body of an operation, by their names. What a field of the operation is written to is that field. */
export function bodyCredentials(purpose: string, body: Json, { operations }: Profile): readonly StatedCredential[] {
  const fields = Object.values(operations[purpose]?.fields ?? {}).flatMap(placesOf)
  return statedCredentials(body).filter(
    ({ pointer }) => !fields.some((place) => place.in === 'body' && place.pointer === pointer),
  )
}
