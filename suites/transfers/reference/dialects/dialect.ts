import { contract } from '../../contract/contract.js'
import { operationNames } from '../../operations.js'
import { isObject, type Json, type JsonObject } from '../json.js'
import type { Input, OperationName, RefusalCode, Reply, Reseller } from '../model.js'
import type { Random } from '../random.js'

/** Where a request goes. */
export type Route =
  | { readonly to: 'operation'; readonly operation: OperationName; readonly id?: string }
  | { readonly to: 'clock' }
  | { readonly to: 'redeem'; readonly id?: string }
  /** What the server says of itself, of those who run it, and of what it sells. */
  | { readonly to: 'about'; readonly what: keyof Dialect['about'] }
  | { readonly to: 'wrong method' }
  | { readonly to: 'nowhere' }

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export interface DialectRequest {
  /** The parsed body; empty where none was sent. */
  readonly body: JsonObject
  readonly query: URLSearchParams
  readonly headers: Headers
}

export interface Encoded {
  readonly status: number
  /** Content type of a body; JSON in one form or another. */
  readonly contentType: string
  readonly body: Json
}

/** How one server fills what the documents leave open: paths, names, credentials, errors. It decides nothing else. */
export interface Dialect {
  readonly name: string
  /** Below which all paths are; empty or with a leading slash. */
  readonly basePath: string
  /** `path` is below the base path and still percent-encoded. */
  route(method: string, path: string): Route
  /** Account and kind of the credentials. */
  authenticate(headers: Headers): {
    readonly reseller: Reseller | null
    readonly credentials: 'valid' | 'none' | 'wrong'
  }
  /** The members of a body that mean something to some operation. */
  readonly bodyMembers: ReadonlySet<string>
  /** The logical fields of a request; a string says what this dialect's own mandatory parts miss. */
  decode(operation: OperationName, request: DialectRequest): Input | string
  encode(reply: Reply): Encoded
  /** Minutes that a request to the test clock asks for; `now`: milliseconds since the epoch. null: it does not say. */
  clockMinutes(body: JsonObject, now: number): number | null
  /** Other things that may be read of it. The description is for everybody, the rest for callers with an account. */
  readonly about: { readonly description: JsonObject; readonly supplier?: Json; readonly products?: Json }
  newBookingId(serial: number, key: string | null, random: Random, now: number): string
}

export type RefusalTable = Readonly<Record<RefusalCode, readonly [status: number, code: string]>>

/** Renames members; what is not in the table keeps its name, so that fields a fault or variant adds pass through. */
export function rename(from: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  const renamed: [string, Json][] = []
  for (const [name, value] of Object.entries(from))
    renamed.push([Object.hasOwn(names, name) ? (names[name] ?? name) : name, value])
  return Object.fromEntries(renamed)
}

/** Adds `name` to `to` where `value` was sent. */
export function take(to: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) to[name] = value
}

/** Member of a member that may not be an object; undefined: it is not there. */
export function inside(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value[name] : undefined
}

/** A query value: a whole number as a number, anything else as the text it is; undefined: not sent. */
export function queryNumber(query: URLSearchParams, name: string): number | string | undefined {
  const value = query.get(name)
  if (value === null) return undefined
  return /^-?\d+$/.test(value) ? Number(value) : value
}

/** Looks a text up in a table of spellings; whatever is not in it stays. */
export function spelled(value: unknown, spellings: Readonly<Record<string, string>>): unknown {
  return typeof value === 'string' && Object.hasOwn(spellings, value) ? spellings[value] : value
}

/** Percent-decoded; undefined where it is not well-formed. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

type Place = Exclude<Route, { readonly to: 'wrong method' | 'nowhere' }>

/**
 * Finds where a request goes by its method and path, `PUT /bookings/{id}`.
 * @param own where operations are that are not where the contract has them
 * @param besides what else there is
 */
export function routing(
  own: Readonly<Partial<Record<OperationName, string>>>,
  besides: Readonly<Record<string, Place>>,
): Dialect['route'] {
  const performed = operationNames.map((name): [string, Place] => [
    own[name] ?? contract.operations.find(({ id }) => id === name)?.request ?? '',
    { to: 'operation', operation: name },
  ])
  const places = [...performed, ...Object.entries(besides)].map(([request, place]) => {
    const [method, path = ''] = request.split(' ')
    return { method, path, place }
  })
  const withId = places.flatMap((each) => {
    const [before = '', after] = each.path.split('{id}')
    return after === undefined ? [] : [{ ...each, pattern: new RegExp(`^${before}([^/]+)${after}$`) }]
  })
  return (method, path) => {
    const named = places.filter((each) => each.path === path)
    if (named.length > 0) return named.find((each) => each.method === method)?.place ?? { to: 'wrong method' }
    const ofBooking = withId.filter(({ pattern }) => pattern.test(path))
    const id = decodeSegment(ofBooking[0]?.pattern.exec(path)?.[1] ?? '')
    if (ofBooking.length === 0 || id === undefined) return { to: 'nowhere' }
    const found = ofBooking.find((each) => each.method === method)
    return found === undefined ? { to: 'wrong method' } : { ...found.place, id }
  }
}
