import { readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Exchange } from '../../client/exchange.js'
import type { Json } from '../../profile/profile.js'
import type { Finding } from '../../suite/finding.js'

/** Shorter texts are in many answers by chance. */
export const shortestValue = 8
/** Leaves of one answer that are looked at. */
const mostLeaves = 5000

/** Sent before the other was answered. */
export function overlap(one: Exchange, later: Exchange): boolean {
  return later.n > one.n && later.startedAt < one.startedAt + one.durationMs
}

/** It was answered as refused. */
export function isRefused({ response }: Exchange): boolean {
  return response !== null && response.status >= 400
}

/** The exchanges that a finding names, where they are few. */
export function exchangesIn(message: string): readonly number[] {
  return [...message.matchAll(/\bexchanges? (\d{1,9})(?: and (\d{1,9}))?/g)].flatMap(([, one, other]) =>
    [one, other].flatMap((n) => (n === undefined ? [] : [Number(n)])),
  )
}

/** Texts beside and below the place that is wrong: whatever made them is part of the story. */
export function valuesAround({ pointer, message }: Finding, { response }: Exchange): readonly string[] {
  const told = message.match(uuid) ?? []
  if (pointer === null || response?.json === undefined || (pointer === '' && Array.isArray(response.json))) return told
  // Of a list the whole item, else what is beside and below the place.
  const item = /^.*?\/\d+(?=\/|$)/.exec(pointer)?.[0]
  const place = readPointer<Json>(response.json, item ?? pointer)
  const parent = readPointer<Json>(response.json, pointer.slice(0, pointer.lastIndexOf('/')))
  const near = item !== undefined || (typeof place === 'object' && place !== null) ? place : parent
  // A word such as a state is nobody's id.
  return near === undefined ? told : [...told, ...leaves(near).flatMap(([value]) => (/\d/.test(value) ? [value] : []))]
}

/** Wherever they stand in a text. */
export const uuid: RegExp = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

/** It may have changed something. */
export function writes({ request, purpose }: Exchange): boolean {
  return request.method !== 'GET' && purpose !== 'list'
}

/** The value stands in what was sent. */
export function uses({ request }: Exchange, value: string): boolean {
  return decoded(request.url).includes(value) || (request.body ?? '').includes(value)
}

/** An address as it was meant. */
export function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

/** Texts in a value that may be somebody's id, each with its pointer. */
export function leaves(value: Json): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  const open: [Json, readonly (string | number)[]][] = [[value, []]]
  // It grows while it is gone through.
  for (const [here, path] of open) {
    if (found.length >= mostLeaves) break
    if (typeof here === 'string') {
      if (here.length >= shortestValue && here.length <= 200 && !date.test(here)) found.push([here, toPointer(path)])
    } else if (Array.isArray(here)) here.forEach((item: Json, at) => open.push([item, [...path, at]]))
    else if (typeof here === 'object' && here !== null)
      for (const [key, member] of Object.entries(here)) open.push([member, [...path, key]])
  }
  return found
}

const date = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/

/** What the target was the first to say, and where. */
export type Given = ReadonlyMap<string, { readonly n: number; readonly pointer: string }>
