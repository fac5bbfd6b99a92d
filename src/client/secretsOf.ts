import type { Profile } from '../profile/profile.js'
import { looksLikeCredential, looksLikeToken } from '../profile/credentials.js'
import { secretFinder } from '../secrets/secretFinder.js'
import { bodyCredentials } from './bodyCredentials.js'
import type { Requests } from './service.js'
import { isCredentialHeader } from './credentials.js'
import { shortestSecret, type Secret } from '../secrets/secret.js'

/** What only looks like a credential by its name is one from so many characters on: `yes` is none. */
const longEnough = 8

/** The name of the environment variable that a literal credential would come from: `X-Api-Key` gives `X_API_KEY`. */
export function variableOf(header: string): string {
  return header
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
}

/**
 * The secrets of a profile: what came from the environment, and the credentials that it states itself. Longest first, each once.
 */
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
  const environment = secretFinder([...profile.secrets].map(([name, value]) => ({ name, value })))
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
