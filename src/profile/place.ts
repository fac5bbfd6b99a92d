import { isPointer } from '../contract/json.js'
import type { Place } from './profile.js'

export const placeForms = "a place such as 'body:/x', 'query:x' or 'header:X'"

/**
 * Headers that belong to the connection or to the body's framing; a profile cannot set them. target.url names the host,
 * and whoever reads a profile goes by it: by another `Host`, credentials would reach another tenant of the machine.
 */
const framing = new Set([
  'host',
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
])

/** True for a header name that a profile may set (RFC 9110 token, and not one that octospec itself must set). */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !framing.has(name.toLowerCase())
}

export function placesOf(place: Place): readonly Place[] {
  return [place, ...(place.also ?? [])]
}

/** Whether a text holds `${NAME}`, as a recorded one does in place of a value from the environment. */
export function holdsVariable(text: string): boolean {
  return /\$\{\w+\}/.test(text)
}

/** Reads `body:/x/y`, `query:x` or `header:X`; null: it is none of them. */
export function parsePlace(text: string): Place | null {
  const place = placeIn(text)
  if (place?.in === 'body') return isPointer(place.pointer) ? place : null
  if (place?.in === 'query') return /^[^\s&#?=]+$/.test(place.name) ? place : null
  return place !== null && isHeaderName(place.name) ? place : null
}

/** The same of a profile that was checked, which may be a recorded one: then variables hide what it was checked for. */
export function checkedPlace(text: string): Place | null {
  return holdsVariable(text) ? placeIn(text) : parsePlace(text)
}

function placeIn(text: string): Place | null {
  const colon = text.indexOf(':')
  const where = text.slice(0, colon)
  const rest = text.slice(colon + 1)
  if (rest === '') return null
  if (where === 'body') return { in: 'body', pointer: rest }
  return where === 'query' || where === 'header' ? { in: where, name: rest } : null
}

/** The text of a place, as a profile spells it. */
export function formatPlace(place: Place): string {
  return place.in === 'body' ? `body:${place.pointer}` : `${place.in}:${place.name}`
}

export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Reads `POST /x/{id}`; null: it is no method and path. The method may be in any case. */
export function parseRequest(text: string): { method: string; path: string } | null {
  const request = requestIn(text)
  return request?.path.startsWith('/') === true ? request : null
}

/** The same of a profile that was checked, which may be a recorded one: then a variable may hide the first slash. */
export function checkedRequest(text: string): { method: string; path: string } | null {
  return holdsVariable(text) ? requestIn(text) : parseRequest(text)
}

function requestIn(text: string): { method: string; path: string } | null {
  const found = /^([A-Za-z]+) +([^\s#]+)$/.exec(text.trim())
  const method = found?.[1]?.toUpperCase()
  const path = found?.[2]
  return method === undefined || path === undefined || !methods.includes(method) ? null : { method, path }
}
