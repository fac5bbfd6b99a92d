import { readPointer } from '../contract/json.js'
import type { Json, Place } from '../profile/profile.js'
import { readAddress } from './readAddress.js'

export interface SentRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** As text; absent where there was none. */
  readonly body?: string
}

/** What stands at a place of a request, whoever put it there; undefined: nothing does. */
export function sentIn({ url, headers, body }: SentRequest): (place: Place) => Json | undefined {
  const query = readAddress(url).searchParams
  const json = parsed(body)
  return (place) => {
    if (place.in === 'body') return json === undefined ? undefined : readPointer<Json>(json, place.pointer)
    if (place.in === 'query') return query.get(place.name) ?? undefined
    const name = place.name.toLowerCase()
    return Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1]
  }
}

function parsed(body: string | undefined): Json | undefined {
  if (body === undefined || body.trim() === '') return undefined
  try {
    // What JSON.parse gives is JSON.
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}
