import { isList } from '../profile/jsonMap.js'
import type { Json, Place, Profile } from '../profile/profile.js'
import { expandTemplates, type RunValues } from '../profile/templates.js'
import { looksLikeCredential } from '../profile/credentials.js'
import { placesOf } from '../profile/place.js'
import { tokenMark } from '../profile/destinations.js'
import { wrongCredential } from './credentials.js'
import type { Bindable, SendOptions } from './service.js'
import { Stop } from './stop.js'
import type { WireRequest } from './transport.js'
import { writePointer } from './values.js'
import { isoOf, nearestInstant } from '../contract/instant.js'
import { toolVersion } from '../contract/specFile.js'

interface BindInput {
  readonly profile: { readonly target: Pick<Profile['target'], 'url' | 'headers' | 'query'> } & Pick<
    Profile,
    'otherReseller'
  >
  readonly operation: Bindable
  readonly id?: string
  readonly fields: Readonly<Record<string, Json>>
  readonly extras?: Readonly<Record<string, Json>>
  readonly headers: Readonly<Record<string, string>>
  readonly options: SendOptions
  /** The time that templates are relative to, in milliseconds since 1970. */
  readonly now: number
  readonly run?: RunValues
  /** The token that `{token}` stands for in the headers and the query of the account. */
  readonly token?: string
  readonly nonce: string
}

export interface BoundRequest {
  readonly wire: WireRequest
  readonly url: string
  /** Lower-case names of the headers that carry credentials. */
  readonly credentials: ReadonlySet<string>
}

/**
 * Writes the fields of a request to their places.
 * @throws Stop when it shall go out as the other reseller and the profile has none.
 */
export function bindRequest(given: BindInput): BoundRequest {
  const input = given.operation.url === undefined ? given : sentElsewhere(given, given.operation.url)
  const { profile, operation, options, now, run } = input
  const method = options.method ?? operation.method
  const fields = Object.entries(input.fields)
  if (input.id !== undefined && Object.hasOwn(operation.fields, 'id')) fields.unshift(['id', input.id])
  const placed = fields.flatMap(([field, value]): Placed[] => {
    const place = Object.hasOwn(operation.fields, field) ? operation.fields[field] : undefined
    return place === undefined ? [] : placesOf(place).map((each) => ({ place: each, value }))
  })

  const query = new Map(
    Object.entries({
      ...profile.target.query,
      ...(options.as === 'other' ? profile.otherReseller?.query : {}),
      ...expandText(operation.query, now, run),
    }),
  )
  const headers = new Headers()
  headers.set('accept', 'application/json')
  headers.set('accept-encoding', 'identity')
  headers.set('user-agent', userAgent)
  const credentials = setCallerHeaders(headers, query, input)
  for (const [name, value] of Object.entries(input.headers)) headers.set(name, value)
  for (const { place, value } of placed) {
    if (place.in === 'query') query.set(place.name, asText(value))
    if (place.in === 'header') headers.set(place.name, asText(value))
  }

  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(input, method, placed)
  if (body !== undefined) headers.set('content-type', options.contentType ?? 'application/json')
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)

  const base = new URL(profile.target.url)
  const id = pathSegment(input.id ?? '')
  const path = visible(operation.path.replaceAll('{id}', () => id))
  const search = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const joined = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`
  const whole = `${base.pathname.replace(/\/$/, '')}${joined}` || '/'
  return {
    wire: {
      method,
      origin: base.origin,
      path: whole,
      headers: headers.list(),
      ...(body === undefined ? {} : { body }),
    },
    url: `${base.origin}${whole}`,
    credentials,
  }
}

/** A test control that is not at the target's address gets only the credentials that the profile has for it. */
function sentElsewhere({ token: _, ...input }: BindInput, url: string): BindInput {
  const target = { url: new URL(url, input.profile.target.url).href, headers: {} }
  return { ...input, profile: { target, otherReseller: null } }
}

interface Placed {
  readonly place: Place
  readonly value: Json
}

class Headers {
  readonly #byName = new Map<string, readonly [string, string]>()

  set(name: string, value: string): void {
    this.#byName.set(name.toLowerCase(), [name, headerText(value)])
  }

  list(): (readonly [string, string])[] {
    return [...this.#byName.values()]
  }
}

function setCallerHeaders(headers: Headers, query: Map<string, string>, input: BindInput): ReadonlySet<string> {
  const { profile, operation, options, now, run, nonce } = input
  const as = options.as ?? 'reseller'
  if (as === 'other' && profile.otherReseller === null)
    throw new Stop(
      'the profile has no second reseller',
      'declare otherReseller.headers in the profile: the credentials of a second account',
      null,
      'otherReseller',
    )
  const all = new Map<string, readonly [name: string, value: string]>()
  const sources = [
    profile.target.headers,
    ...(as === 'other' ? [profile.otherReseller?.headers ?? {}] : []),
    expandText(operation.headers, now, run),
  ]
  for (const source of sources)
    for (const [name, value] of Object.entries(source)) all.set(name.toLowerCase(), [name, value])

  const telling = [...all.keys()].filter((name) => looksLikeCredential(name))
  const tellingQuery = [...query.keys()].filter(
    // A name may be foreign, and one that every object has.
    (name) =>
      looksLikeCredential(name) ||
      new Map(Object.entries(profile.target.query ?? {})).get(name)?.includes(tokenMark) === true,
  )
  const credentials = new Set(
    telling.length + tellingQuery.length > 0
      ? telling
      : Object.keys(profile.target.headers).map((name) => name.toLowerCase()),
  )
  const withToken = (value: string): string => value.replaceAll(tokenMark, () => input.token ?? tokenMark)
  for (const [lower, [name, value]] of all) {
    if (!credentials.has(lower)) headers.set(name, withToken(value))
    else if (as !== 'nobody') headers.set(name, as === 'wrong' ? wrongCredential(value, nonce) : withToken(value))
  }
  for (const name of tellingQuery) {
    if (as === 'nobody') query.delete(name)
    if (as === 'wrong') query.set(name, wrongCredential(query.get(name) ?? '', nonce))
  }
  for (const [name, value] of query) query.set(name, withToken(value))
  return credentials
}

function bodyOf(input: BindInput, method: string, placed: readonly Placed[]): string | undefined {
  const { operation, options, now, run } = input
  if (options.rawBody !== undefined) return options.rawBody
  let body: Json = {
    ...asObject(templatesFilled(operation.body, now, run)),
    ...asObject(templatesFilled(input.extras ?? {}, now, run)),
  }
  for (const { place, value } of placed) if (place.in === 'body') body = writePointer(body, place.pointer, value)
  body = { ...asObject(body), ...options.body }
  return method === 'DELETE' && Object.keys(body).length === 0 ? undefined : JSON.stringify(body)
}

function asObject(value: Json): { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {}
}

function expandText(texts: Readonly<Record<string, string>>, now: number, run?: RunValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, asText(templatesFilled(value, now, run))]),
  )
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Values from a target may reach a header (an id); what a header cannot hold is percent-encoded. */
function headerText(value: string): string {
  return value.replace(/[^\t\x20-\x7e\x80-\xff]/gu, encode)
}

function encode(text: string): string {
  // Half a surrogate pair cannot be encoded.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** One segment of a path; `.` and `..` would otherwise mean another path. */
function pathSegment(id: string): string {
  return id === '.' || id === '..' ? id.replaceAll('.', '%2E') : encode(id)
}

function visible(path: string): string {
  return path.replace(/[^\x21-\x7e]/gu, encode)
}

/** A template of the profile asks for what no answer has: no request that needs it can be made. */
export class WrongTemplate extends Stop {
  readonly code = 'OCTOSPEC_WRONG_PROFILE'

  constructor(template: string, why: string, what: string) {
    super(
      `the profile asks for ${template}, and ${why}`,
      `mend the template ${template} in the profile: a JSON Pointer inside one ${what}`,
    )
  }
}

/** A request asks for a day after the last of the calendar: the target's clock stands at the end of all years. */
export class NoSuchDay extends Stop {
  readonly code = 'OCTOSPEC_WRONG_PROFILE'

  constructor(now: number) {
    super(
      `the time of the target is ${isoOf(now)}, and a request asks for a day after the last of the calendar`,
      'set the clock of the target back',
    )
  }
}

/**
 * The templates of a payload filled in as of a time of the target, in milliseconds since 1970.
 * @throws NoSuchDay where the calendar ends before a day that is asked for
 */
export function templatesFilled(value: Json, now: number, run?: RunValues): Json {
  try {
    return expandTemplates(value, new Date(nearestInstant(now)), run)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NoSuchDay(now)
  }
}

export const userAgent: string = `octospec/${toolVersion()}`

/** The header by which the server's own log has the number of a request. It is sent, and not recorded. */
export const requestHeader = 'X-Octospec-Request'

export function runName(nonce: string): string {
  return nonce.replace(/[^a-z0-9]/gi, '').slice(0, 8)
}
