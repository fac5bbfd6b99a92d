import { toPointer } from '../contract/jsonPointer.js'
import { looksLikeCredential } from './looksLikeCredential.js'
import { isMap } from './mergeProfile.js'
import type { Json } from './profile.js'

export interface StatedCredential {
  readonly pointer: string
  readonly name: string
  readonly value: string | number
}

/** The credentials in extra parts of a body, by the look of their names: `apiKey`, `password`, `accessToken`. */
export function statedCredentials(body: Json): readonly StatedCredential[] {
  const walk = (here: Json, path: readonly string[]): StatedCredential[] => {
    const name = path.at(-1) ?? ''
    if (typeof here === 'string' || typeof here === 'number')
      return here !== '' && looksLikeCredential(name) ? [{ pointer: toPointer(path), name, value: here }] : []
    if (Array.isArray(here)) return here.flatMap((item: Json, index) => walk(item, [...path, String(index)]))
    return isMap(here) ? Object.entries(here).flatMap(([key, member]) => walk(member, [...path, key])) : []
  }
  return walk(body, [])
}
