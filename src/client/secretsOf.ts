import type { Profile } from '../profile/profile.js'
import { looksLikeCredential } from '../profile/looksLikeCredential.js'
import { isCredentialHeader } from './credentials.js'
import { shortestSecret, type Secret } from '../secrets/secret.js'

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
export function secretsOf(profile: Profile): Secret[] {
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
  const stated = (prefix: string, headers: Readonly<Record<string, string>>): void => {
    for (const [header, value] of Object.entries(headers)) {
      if (!(isCredentialHeader(header) || (looksLikeCredential(header) && value.length >= 8))) continue
      if (fromEnvironment.some((secret) => value.includes(secret))) continue
      for (const part of credentialParts(header, value)) add(`${prefix}${variableOf(header)}`, part)
    }
  }
  stated('', profile.target.headers)
  stated('OTHER_', profile.otherReseller?.headers ?? {})
  for (const operation of Object.values(profile.operations)) {
    if (operation === null) continue
    stated('', operation.headers)
    stated('', operation.query)
  }
  return [...found].map(([value, name]) => ({ name, value })).sort((a, b) => b.value.length - a.value.length)
}

function credentialParts(header: string, value: string): string[] {
  const afterScheme = /^[A-Za-z][A-Za-z0-9-]* +(\S.*)$/.exec(value)?.[1]
  if (afterScheme !== undefined && !/cookie/i.test(header)) return [afterScheme]
  if (!/cookie/i.test(header)) return [value]
  const values = value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
  return [value, ...values.filter((each) => each.length >= 8)]
}

/** `user:password` of a Basic credential: the password is a secret by itself. */
function decodedBasic(value: string): { readonly pair: string; readonly password: string } | undefined {
  const token = /^(?:basic +)?([A-Za-z0-9+/]{8,}={0,2})$/i.exec(value)?.[1]
  if (token === undefined) return undefined
  const pair = Buffer.from(token, 'base64').toString('utf8')
  return /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(pair) ? { pair, password: pair.slice(pair.indexOf(':') + 1) } : undefined
}
