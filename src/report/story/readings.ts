import { readPointer, toPointer } from '../../contract/jsonPointer.js'
import type { Exchange } from '../../client/exchange.js'
import type { Json } from '../../profile/profile.js'
import type { Finding } from '../../suite/finding.js'

/** Leaves of one answer that are looked at. */
const mostLeaves = 5000

export function overlap(one: Exchange, later: Exchange): boolean {
  return later.n > one.n && later.startedAt < one.startedAt + one.durationMs
}

export function isRefused({ response }: Exchange): boolean {
  return response !== null && response.status >= 400
}

/** Texts beside and below the place that is wrong: whatever made them is part of the story. */
export function valuesAround(finding: Finding, { response }: Exchange): readonly string[] {
  const { pointer } = finding
  const told = dataOf(finding).match(uuid) ?? []
  if (pointer === null || response?.json === undefined || (pointer === '' && Array.isArray(response.json))) return told
  // Of a list the whole item, else what is beside and below the place.
  const item = /^.*?\/\d+(?=\/|$)/.exec(pointer)?.[0]
  const place = readPointer<Json>(response.json, item ?? pointer)
  const parent = readPointer<Json>(response.json, pointer.slice(0, pointer.lastIndexOf('/')))
  const near = item !== undefined || (typeof place === 'object' && place !== null) ? place : parent
  // A word such as a state is nobody's id.
  return near === undefined ? told : [...told, ...leaves(near).flatMap(([value]) => (/\d/.test(value) ? [value] : []))]
}

/** The values of a finding, in which ids may be looked for. */
export function dataOf({ received, wanted }: Finding): string {
  return JSON.stringify([received, wanted])
}

/** Wherever they stand in a text. */
export const uuid: RegExp = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi

export type Lists = ReadonlySet<string>

export function writes({ request, purpose }: Exchange, lists: Lists): boolean {
  return request.method !== 'GET' && !lists.has(purpose)
}

export function textOf({ request }: Exchange): string {
  return `${decoded(request.url)} ${request.body ?? ''}`
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

interface Place {
  readonly value: Json
  readonly name: string | number
  readonly above: Place | null
}

/** Texts in a value that may be somebody's id, each with its pointer. */
export function leaves(value: Json): readonly (readonly [string, string])[] {
  const found: [string, string][] = []
  const open: Place[] = [{ value, name: '', above: null }]
  // It grows while it is gone through.
  for (const here of open) {
    if (found.length >= mostLeaves) break
    const { value: inner } = here
    if (typeof inner === 'string') {
      if (inner.length >= shortestValue && inner.length <= 200 && !date.test(inner))
        found.push([inner, pointerTo(here)])
    } else if (Array.isArray(inner))
      inner.forEach((item: Json, at) => open.push({ value: item, name: at, above: here }))
    else if (typeof inner === 'object' && inner !== null)
      for (const [name, member] of Object.entries(inner)) open.push({ value: member, name, above: here })
  }
  return found
}

function pointerTo(place: Place): string {
  const names: (string | number)[] = []
  for (let here = place; here.above !== null; here = here.above) names.push(here.name)
  return toPointer(names.reverse())
}

const date = /^\d{4}-\d\d-\d\d(T[\d:.]+Z?)?$/

export type Given = ReadonlyMap<string, { readonly n: number; readonly pointer: string }>

/** Shorter texts are in many answers by chance. */
export const shortestValue = 8

/** Finds which of many values stand in a text, in time that grows with the text alone. */
export function valueFinder(values: readonly string[]): (text: string) => readonly string[] {
  const places = new Map(values.map((value, at) => [value, at] as const))
  const lengths = new Map<string, Set<number>>()
  for (const value of values) {
    const beginning = value.slice(0, shortestValue)
    const ofThese = lengths.get(beginning) ?? new Set()
    lengths.set(beginning, ofThese.add(value.length))
  }
  return (text) => {
    const found = new Map<number, string>()
    for (let from = 0; from + shortestValue <= text.length; from += 1)
      for (const length of lengths.get(text.slice(from, from + shortestValue)) ?? []) {
        const value = text.slice(from, from + length)
        const at = places.get(value)
        if (at !== undefined) found.set(at, value)
      }
    return [...found].sort(([a], [b]) => a - b).map(([, value]) => value)
  }
}
