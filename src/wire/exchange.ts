import type { Json, Place } from '../profile/profile.js'
import { parsedJson } from './values.js'
import { readPointer } from '../contract/json.js'

/** The sender: the profile's reseller, the other reseller, nobody (no credentials), or one with wrong credentials. */
export type Caller = 'reseller' | 'other' | 'nobody' | 'wrong'

/** One recorded request with its response, redacted. Plain data: this is a line of the evidence. */
export interface Exchange {
  /** Number in the run, from 1. */
  readonly n: number
  /** Id of the scenario that sent it, or `cleanup`. */
  readonly scenario: string
  /** The operation, `clock`, another test helper, or `stray`: a path that the target cannot have, to see its answer. */
  readonly purpose: string
  readonly as: Caller
  /** Booking id in the path, for the operations that have one. */
  readonly bookingId?: string
  readonly input: { readonly [field: string]: Json }
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    /** The body text as sent, redacted; absent where none was sent. */
    readonly body?: string
    /** Names of the secrets above: `${NAME}` in headers, `[redacted:NAME]` elsewhere; absent where there are none. */
    readonly placeholders?: readonly string[]
  }
  /** null: no complete answer came; `failure` says why. A 429 has both: it is an answer to a request not performed. */
  readonly response: {
    readonly status: number
    /** Lower-case names; repeated headers joined with `, `. */
    readonly headers: Readonly<Record<string, string>>
    /** Parsed body; absent where it was empty or is no JSON. */
    readonly json?: Json
    /** The body as text where it is no JSON (bounded). */
    readonly text?: string
  } | null
  readonly failure?: {
    /**
     * `token-ended`: it was answered 401, and sent again with the next token. `withheld`: octospec itself failed to
     * take out what must not be recorded; see the crash of its scenario.
     */
    readonly kind: 'timeout' | 'connection' | 'rate-limited' | 'token-ended' | 'too-large' | 'withheld'
    readonly message: string
  }
  /** Milliseconds since the epoch by octospec's clock, when the request was sent. */
  readonly startedAt: number
  readonly durationMs: number
  /** How far the target's test clock had been moved when it was sent, in minutes. */
  readonly clockMinutes: number
}

export const cleanUpScenario = 'cleanup'

const kinds = ['booking', 'earlier', 'other'] as const
/** Recorded traffic of a booking made in it, of one made earlier or not as octospec makes it, and all else. */
type Recorded = (typeof kinds)[number]

export function recordedAs(kind: Recorded, number?: number): string {
  return `recorded.${kind}${number === undefined ? '' : `-${number}`}`
}

/** The kind of recorded traffic that an exchange is of; null: octospec sent it. */
export function recordedKind({ scenario }: Pick<Exchange, 'scenario'>): Recorded | null {
  return kinds.find((kind) => scenario === recordedAs(kind) || scenario.startsWith(`${recordedAs(kind)}-`)) ?? null
}

/** The text of an id: a text that is not empty, or a number; undefined for anything else. */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** True for an id that is a small number: each account may count its own, so two alike prove nothing. */
export function isCounted(id: string): boolean {
  return /^\d{1,12}$/.test(id)
}

/** The address of a recorded request; its host is `hidden` where it came from the environment. */
export function readAddress(url: string): URL {
  if (URL.canParse(url)) return new URL(url)
  const rest = url.replace(/^(?:[a-z][a-z\d+.-]{0,20}:\/\/)?[^/?#]*/i, '')
  return URL.canParse(`http://hidden${rest}`) ? new URL(`http://hidden${rest}`) : new URL('http://hidden')
}

/** An address as it is compared and appended to. A loop: an expression for it would take quadratic time. */
export function withoutTrailingSlash(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

export interface SentRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** As text; absent where there was none. */
  readonly body?: string
}

/** The value at a place of a request, whoever put it there; undefined: there is none. */
export function sentIn({ url, headers, body }: SentRequest): (place: Place) => Json | undefined {
  const query = readAddress(url).searchParams
  const json = parsedJson(body ?? '')
  return (place) => {
    if (place.in === 'body') return json === undefined ? undefined : readPointer<Json>(json, place.pointer)
    if (place.in === 'query') return query.get(place.name) ?? undefined
    const name = place.name.toLowerCase()
    return Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1]
  }
}
