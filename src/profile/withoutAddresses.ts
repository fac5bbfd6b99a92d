import { looksLikeToken } from './looksLikeToken.js'
import { valueAt } from './mergeProfile.js'
import type { Substituted } from './substituteEnv.js'

/** Parts of a path that are words or versions; any other may be a token. */
const plainPart = /^(?:v?\d{1,3}|[a-z]{1,12})?$/i

/** The secret variables: all but those that only say where the target is, which must be seen. */
export function withoutAddresses({ value, secrets, uses }: Substituted): Map<string, string> {
  const isAddress = (name: string, text: string): boolean =>
    uses.every(({ name: used, path }) => {
      if (used !== name) return true
      const address = path.at(-1) === 'url' ? valueAt(value, path) : undefined
      return typeof address === 'string' && saysWhere(text, address)
    })
  return new Map([...secrets].filter(([name, text]) => !isAddress(name, text)))
}

function saysWhere(text: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, username, password, search, hash } = new URL(address)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  const said = text.trim().toLowerCase()
  if (origin.includes(said)) return said.split('.').every((part) => !looksLikeToken(part))
  if (!said.startsWith(origin)) return false
  return text
    .trim()
    .slice(origin.length)
    .split('/')
    .every((part) => plainPart.test(part))
}
