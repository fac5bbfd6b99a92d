import { recordedAs, readAddress, sentIn, type Caller, type Exchange, type SentRequest } from '../wire/exchange.js'
import { bodyCredentials, isCredentialHeader } from '../wire/credentials.js'
import { Redactor, withheld } from '../wire/redact.js'
import type { Requests, Service, Bindable } from '../wire/service.js'
import { looksLikeCredential } from '../profile/credentials.js'
import { placesOf } from '../profile/place.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Pack } from '../suite/pack.js'
import { Stop } from '../wire/stop.js'
import { clockMove } from '../wire/targetTime.js'

/** An exchange between two others, as it was seen. */
export interface SeenExchange extends Pick<Exchange, 'response' | 'startedAt' | 'durationMs'> {
  /** From 1, in the order of the requests. */
  readonly n: number
  readonly request: SentRequest
  readonly failure?: Exchange['failure']
  /** The caller, if known: nothing else says it of an exchange that was cleaned before. */
  readonly as?: Caller
}

/** Most sets of credentials told apart at once, and their characters: memory is a thousand times as much. */
const [mostCallers, mostCredentials] = [100, 100_000]

/** Makes an exchange that may be kept of what was seen: it has its operation and caller, and nobody's secrets. */
export class Cleaner {
  readonly #options: { readonly profile: Profile; readonly pack: Pack }
  readonly #redactors = new Map<string, Redactor>()
  #credentials = 0
  /** Credentials of the reseller, once they were seen. */
  #reseller: string | null = null

  constructor(options: { readonly profile: Profile; readonly pack: Pack }) {
    this.#options = options
  }

  /** null: it is of no operation of the service. */
  clean(seen: SeenExchange): Exchange | null {
    const { profile, pack } = this.#options
    const recognised = recogniseRequest(seen.request, profile, pack)
    if (recognised === null) return null
    const query = queryOf(seen.request.url, profile)
    const raw: Exchange = {
      n: seen.n,
      scenario: recordedAs('other'),
      ...recognised,
      as: seen.as ?? this.#callerOf(credentialsOf({ headers: seen.request.headers, query }, profile)),
      request: this.#known(seen.request, recognised.purpose),
      response: seen.response,
      ...(seen.failure && { failure: seen.failure }),
      startedAt: seen.startedAt,
      durationMs: seen.durationMs,
      clockMinutes: 0,
    }
    return this.#clean(raw, query)
  }

  #clean(raw: Exchange, query: Readonly<Record<string, string>>): Exchange {
    const { profile, pack } = this.#options
    const { headers } = raw.request
    try {
      const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => isCredential(name, profile)))
      const redact = this.#redactorFor(sent, query, raw.purpose, jsonOf(raw.request.body))
      const hidden = Object.keys(headers).filter(
        (name) => Object.hasOwn(sent, name) || !this.#isPlain(name, raw.purpose),
      )
      return redact.exchange(raw, new Set(hidden.map((name) => name.toLowerCase())))
    } catch {
      return withheld(raw, pack.operations[raw.purpose]?.key)
    }
  }

  #redactorFor(headers: SentRequest['headers'], query: SentRequest['headers'], purpose: string, body: Json): Redactor {
    const { profile, pack } = this.#options
    const key = JSON.stringify([headers, query, bodyCredentials(purpose, body, profile)])
    const known = this.#redactors.get(key)
    if (known !== undefined) return known
    const { target } = profile
    const all = { ...target, headers: { ...target.headers, ...headers }, query: { ...target.query, ...query } }
    const bodies: Pick<Requests, 'bodies'>['bodies'] = (name, of) => [
      ...pack.requests.bodies(name, of),
      ...(name === purpose ? [body] : []),
    ]
    const made = new Redactor({ ...profile, target: all }, { bodies })
    this.#credentials += key.length
    if (this.#redactors.size < mostCallers && this.#credentials <= mostCredentials) this.#redactors.set(key, made)
    return made
  }

  #callerOf(credentials: string): Caller {
    const { profile } = this.#options
    const { target, otherReseller } = profile
    const own = credentialsOf(target, profile)
    if (credentials === '') return own === '' ? 'reseller' : 'nobody'
    const second = {
      headers: { ...target.headers, ...otherReseller?.headers },
      query: { ...target.query, ...otherReseller?.query },
    }
    if (credentials === own) this.#reseller = own
    else if (profile.otherReseller !== null && credentials === credentialsOf(second, profile)) return 'other'
    this.#reseller ??= credentials
    return credentials === this.#reseller ? 'reseller' : 'other'
  }

  /** In pairs of name and value, values of unknown names are hidden: any of them may be a secret of the client. */
  #known(request: SentRequest, purpose: string): SentRequest {
    const { url, body } = request
    const { profile } = this.#options
    const names = new Set([
      ...this.#fields(purpose, 'query'),
      ...Object.keys({ ...profile.target.query, ...profile.operations[purpose]?.query }),
    ])
    const [path = '', ...query] = url.split('?')
    const isOf = (name: string): boolean => names.has(name) && !isCredential(name, profile)
    const isForm = /^\s*[^\s{["]/.test(body ?? '')
    return {
      ...request,
      url: query.length === 0 ? url : `${path}?${withKnown(query.join('?'), isOf)}`,
      headers: this.#named(request.headers),
      ...(body !== undefined && isForm && { body: withKnown(body, (name) => !isCredential(name, profile)) }),
    }
  }

  /** Whether a request header is none in which a client sends what is its own. */
  #isPlain(name: string, purpose: string): boolean {
    const own = [...Object.keys(this.#options.pack.requests.headers({})), ...this.#fields(purpose, 'header')]
    return (
      /^(accept|content|octo)-|^(accept|connection|host|user-agent)$/i.test(name) ||
      own.some((each) => each.toLowerCase() === name.toLowerCase())
    )
  }

  /** Names in the query, or of headers, that the profile has for fields of an operation. */
  #fields(purpose: string, where: 'query' | 'header'): readonly string[] {
    return Object.values(this.#options.profile.operations[purpose]?.fields ?? {})
      .flatMap(placesOf)
      .flatMap((place) => (place.in === where ? [place.name] : []))
  }

  #named(headers: SentRequest['headers']): SentRequest['headers'] {
    const own = new Map(Object.keys(this.#options.pack.requests.headers({})).map((name) => [name.toLowerCase(), name]))
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [own.get(name.toLowerCase()) ?? name, value]),
    )
  }
}

function isCredential(name: string, profile: Profile): boolean {
  return isCredentialHeader(name) || looksLikeCredential(name, profile.redact.headers)
}

/** A query or a form in which the values of other names are hidden. */
function withKnown(pairs: string, isKnown: (name: string) => boolean): string {
  return pairs
    .split('&')
    .map((pair) => {
      const [[name = '', value] = ['']] = new URLSearchParams(pair)
      if (pair === '' || isKnown(name)) return pair
      return value === '' ? '[redacted:query]' : `${pair.slice(0, pair.indexOf('='))}=[redacted:${name}]`
    })
    .join('&')
}

/** null: it is no JSON. */
function jsonOf(body: string | undefined): Json {
  try {
    const json: Json = JSON.parse(body ?? 'null')
    return json
  } catch {
    return null
  }
}

function queryOf(url: string, profile: Profile): Readonly<Record<string, string>> {
  return Object.fromEntries([...readAddress(url).searchParams].filter(([name]) => isCredential(name, profile)))
}

/** What tells callers apart: the credentials that they send in headers, and in the profile's query parameters. */
function credentialsOf(
  { headers, query = {} }: { readonly headers: SentRequest['headers']; readonly query?: SentRequest['headers'] },
  profile: Profile,
): string {
  const own = { ...profile.target.query, ...profile.otherReseller?.query }
  const found = [...Object.entries(headers), ...Object.entries(query).filter(([name]) => Object.hasOwn(own, name))]
    .filter(([name]) => isCredential(name, profile))
    .map(([name, value]) => [name.toLowerCase(), value.trim()])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return found.length === 0 ? '' : JSON.stringify(found)
}

export interface RecognisedRequest {
  readonly purpose: string
  readonly bookingId?: string
  readonly input: Readonly<Record<string, Json>>
}

/**
 * The profile's operation that a request is for, the reverse of binding. If several fit, it is the most specific path.
 * @returns null: it is none of them
 */
export function recogniseRequest(
  request: SentRequest,
  profile: Profile,
  service: Pick<Service, 'requests'>,
): RecognisedRequest | null {
  if (!URL.canParse(request.url)) return null
  const url = new URL(request.url)
  const fitting = operationsOf(profile, service).flatMap(([purpose, operation]) => {
    const id = request.method === operation.method ? idIn(url, operation.path, profile) : undefined
    return id === undefined ? [] : [{ purpose, operation, id }]
  })
  const found = fitting.find(({ id }) => id === null) ?? fitting[0]
  if (found === undefined) return null
  const { purpose, operation, id } = found
  const sent = sentIn(request)
  const values = Object.entries(operation.fields).flatMap(([field, place]): [string, Json][] => {
    const value = sent(place)
    return value === undefined ? [] : [[field, value]]
  })
  const given = values.find(([field]) => field === 'id')?.[1]
  const bookingId = id ?? (typeof given === 'string' || typeof given === 'number' ? String(given) : undefined)
  return {
    purpose,
    ...(bookingId !== undefined && { bookingId }),
    input: Object.fromEntries(values.filter(([field]) => field !== 'id')),
  }
}

type Named = [string, Bindable]

function operationsOf(profile: Profile, { requests }: Pick<Service, 'requests'>): readonly Named[] {
  const { clock } = profile
  return [
    ...Object.entries(profile.operations).flatMap(([name, operation]): Named[] =>
      operation === null ? [] : [[name, operation]],
    ),
    ...(clock === null ? [] : [['clock', clockMove(clock)] satisfies Named]),
    ...requests.helpers.flatMap((name): Named[] => {
      try {
        return [[name, requests.helper(name, profile)]]
      } catch (error) {
        if (error instanceof Stop) return []
        throw error
      }
    }),
  ]
}

/** The id in a path; null: the path fits and has none; undefined: it does not fit. */
function idIn(url: URL, path: string, profile: Profile): string | null | undefined {
  const base = new URL(profile.target.url).pathname
  const wanted = `${base.endsWith('/') ? base.slice(0, -1) : base}${path.split('?', 1)[0] ?? ''}`.split('/')
  const there = url.pathname.split('/')
  if (wanted.length !== there.length) return undefined
  let id: string | null = null
  for (const [at, segment] of wanted.entries()) {
    const found = there[at] ?? ''
    const [before = '', after] = segment.split('{id}', 2)
    if (after === undefined) {
      if (decoded(segment) !== decoded(found)) return undefined
    } else {
      if (!found.startsWith(before) || !found.endsWith(after) || found.length <= before.length + after.length)
        return undefined
      id = decoded(found.slice(before.length, found.length - after.length))
    }
  }
  return id
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
