import { toPointer } from '../contract/json.js'
import { isMap } from './jsonMap.js'
import type { Json } from './profile.js'

const telling =
  /auth(?!or(?!i))|cookie|token|jwt|secret|key|passw|(^|[-_])pass(phrase)?$|^pwd$|session|csrf|xsrf|credential|signature|^sig$/i
// An idempotency key is no credential, and a challenge tells which one is wanted.
const harmless = /idempot|^(www|proxy)-authenticate$/i

/**
 * True for a header or query parameter of the profile whose value is a credential, by its name or because the profile
 * says so. It rather takes one too many: that is only hidden, and changed where a request shall be nobody's.
 * @param declared names that the profile lists under `redact.headers`
 */
export function looksLikeCredential(name: string, declared: readonly string[] = []): boolean {
  if (declared.some((each) => each.toLowerCase() === name.toLowerCase())) return true
  return telling.test(name) && !harmless.test(name)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Of a name between its hyphens. */
const shortest = 12

/** True for a name that looks like a token given in its place: long, with letters and digits mixed. */
export function looksLikeToken(name: string): boolean {
  if (uuid.test(name)) return true
  return name.split('-').some((part) => part.length >= shortest && /[a-z]/i.test(part) && /\d\D*\d/.test(part))
}

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

/** Encodes `Basic user:password` (RFC 7617). Base64 has no colon; every other value stays as it is. */
export function encodeBasic(header: string, value: string): string {
  if (!/^(?:proxy-)?authorization$/i.test(header)) return value
  const pair = /^basic ([^:]*:.*)$/i.exec(value.trim())?.[1]
  return pair === undefined ? value : `Basic ${Buffer.from(pair).toString('base64')}`
}

/** An address without userinfo and without the values of its query, which may be secrets. */
export function shownAddress(text: string): string {
  const scheme = text.indexOf('://')
  const isUrl = URL.canParse(text)
  if (scheme < 0 && !text.includes('@')) return text
  const start = scheme < 0 ? 0 : scheme + 3
  const end = isUrl && scheme >= 0 ? endOfHost(text, start) : text.length
  const at = text.lastIndexOf('@', end - 1)
  const isUserinfo = at >= start && (scheme >= 0 || text.slice(0, at).includes(':'))
  const shown = isUserinfo ? `${text.slice(0, start)}[redacted]@${text.slice(at + 1)}` : text
  const query = scheme < 0 ? -1 : shown.indexOf('?')
  if (query < 0) return shown
  const parameters = shown.slice(query + 1).split('&')
  return `${shown.slice(0, query)}?${parameters.map(withoutValue).join('&')}`
}

function endOfHost(text: string, start: number): number {
  const end = text.slice(start).search(/[/?#]/)
  return end < 0 ? text.length : start + end
}

/** What stands alone may be the secret itself. */
function withoutValue(parameter: string): string {
  const equals = parameter.indexOf('=')
  return equals < 0 ? '[redacted]' : `${parameter.slice(0, equals)}=[redacted]`
}

/** True for a URL whose host is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
