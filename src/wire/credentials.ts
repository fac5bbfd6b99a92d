import { placesOf } from '../profile/place.js'
import type { Json, Profile } from '../profile/profile.js'
import {
  statedCredentials,
  looksLikeCredential,
  looksLikeToken,
  type StatedCredential,
} from '../profile/credentials.js'
import { SecretFinder, shortestSecret, type Secret } from './secrets.js'
import type { Requests } from './service.js'

/** True for a header that is a credential, whoever sends it. Ids and keys of bookings must stay what they are. */
export function isCredentialHeader(name: string): boolean {
  return /^(proxy-)?authorization$|cookie|api-?_?key|token|secret/i.test(name) && !/idempot/i.test(name)
}

/** Marks a wrong credential, so that it may be shown: it opens nothing. */
export const wrongMark = 'octospec-wrong-'

/** A credential of the same shape that is surely wrong: the scheme stays, the rest goes. */
export function wrongCredential(value: string, nonce: string): string {
  const scheme = /^([A-Za-z][A-Za-z0-9-]*) +\S/.exec(value)?.[1]
  const wrong = `${wrongMark}${nonce}`
  if (scheme === undefined) return wrong
  if (scheme.toLowerCase() === 'basic') return `${scheme} ${Buffer.from(`${wrong}:${wrong}`).toString('base64')}`
  return `${scheme} ${wrong}`
}

/** The credentials in an operation's body, by their names. A place that a field is written to is that field. */
export function bodyCredentials(purpose: string, body: Json, { operations }: Profile): readonly StatedCredential[] {
  const fields = Object.values(operations[purpose]?.fields ?? {}).flatMap(placesOf)
  return statedCredentials(body).filter(
    ({ pointer }) => !fields.some((place) => place.in === 'body' && place.pointer === pointer),
  )
}

/** What only looks like a credential by its name is one from so many characters on: `yes` is none. */
const longEnough = 8

/** The name of the environment variable that a literal credential would come from: `X-Api-Key` gives `X_API_KEY`. */
export function variableOf(header: string): string {
  return header
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
}

/** The secrets of a profile: from the environment, and credentials that it states. Longest first, each once. */
export function secretsOf(profile: Profile, requests: Pick<Requests, 'bodies'>): Secret[] {
  const found = new Map<string, string>()
  const add = (name: string, value: string): void => {
    const trimmed = value.trim()
    for (const each of [value, trimmed]) if (each.length >= shortestSecret && !found.has(each)) found.set(each, name)
    const decoded = decodedBasic(trimmed)
    if (decoded !== undefined && !found.has(decoded.pair)) {
      found.set(decoded.pair, name)
      if (decoded.password.length >= shortestSecret && !found.has(decoded.password)) found.set(decoded.password, name)
    }
  }
  for (const [name, value] of profile.secrets) add(name, value)

  const fromEnvironment = [...profile.secrets.values()].filter((value) => value.length >= shortestSecret)
  const isFromEnvironment = (value: string): boolean => fromEnvironment.some((secret) => value.includes(secret))
  // A name that stands in for a value must not be a secret itself.
  const environment = new SecretFinder([...profile.secrets].map(([name, value]) => ({ name, value })))
  const inNames = (text: string): string => environment.replace(text, (name) => name)
  const stated = (prefix: string, headers: Readonly<Record<string, string>>): void => {
    for (const [header, value] of Object.entries(headers)) {
      const isToken = looksLikeToken(header) && !isFromEnvironment(header)
      if (isToken) add(`${prefix}NAME_OF_HEADER`, header)
      if (!(isCredentialHeader(header) || (looksLikeCredential(header) && value.length >= longEnough))) continue
      if (isFromEnvironment(value)) continue
      for (const part of credentialParts(header, value))
        add(`${prefix}${isToken ? 'HEADER' : variableOf(inNames(header))}`, part)
    }
  }
  for (const [prefix, account] of [
    ['', profile.target],
    ['OTHER_', profile.otherReseller],
  ] as const) {
    stated(prefix, account?.headers ?? {})
    stated(prefix, account?.query ?? {})
    const secret = account?.token?.clientSecret
    if (secret !== undefined && !isFromEnvironment(secret)) add(`${prefix}CLIENT_SECRET`, secret)
  }
  const { key, passphrase } = profile.tls
  if (key !== undefined && !isFromEnvironment(key)) add('CLIENT_KEY', key)
  if (passphrase !== undefined && !isFromEnvironment(passphrase)) add('CLIENT_KEY_PASSPHRASE', passphrase)
  for (const operation of Object.values(profile.operations)) {
    if (operation === null) continue
    stated('', operation.headers)
    stated('', operation.query)
  }
  for (const name of Object.keys(profile.operations))
    for (const body of requests.bodies(name, profile))
      for (const { name: member, value } of bodyCredentials(name, body, profile)) {
        const text = String(value)
        if (text.length >= longEnough && !isFromEnvironment(text)) add(variableOf(inNames(member)), text)
      }
  return [...found].map(([value, name]) => ({ name, value })).sort((a, b) => b.value.length - a.value.length)
}

function credentialParts(header: string, value: string): string[] {
  const afterScheme = /^[A-Za-z][A-Za-z0-9-]* +(\S.*)$/.exec(value)?.[1]
  if (afterScheme !== undefined && !/cookie/i.test(header)) return [afterScheme]
  if (!/cookie/i.test(header)) return [value]
  const values = value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  return [value, ...values.filter((each) => each.length >= longEnough)]
}

/** `user:password` of a Basic credential: the password is a secret by itself. */
function decodedBasic(value: string): { readonly pair: string; readonly password: string } | undefined {
  const token = /^(?:basic +)?([A-Za-z0-9+/]{8,}={0,2})$/i.exec(value)?.[1]
  if (token === undefined) return undefined
  const pair = Buffer.from(token, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  const isPair = colon > 0 && colon < pair.length - 1 && /^[\x20-\x7e]+$/.test(pair)
  return isPair ? { pair, password: pair.slice(colon + 1) } : undefined
}
