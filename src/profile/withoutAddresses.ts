import { looksLikeToken } from './looksLikeToken.js'
import { valueAt } from './mergeProfile.js'
import type { Substituted } from './substituteEnv.js'

/** Of the path of an address, a part of so many characters may be a token. */
const mayBeToken = 20

/**
 * The variables that are secrets: all but those that stand in addresses alone and say no more than where the target is. Who runs the
 * profile of somebody else must see which host its credentials go to, and a report names the target.
 */
export function withoutAddresses({ value, secrets, uses }: Substituted): Map<string, string> {
  const isAddress = (name: string, text: string): boolean =>
    uses.every(({ name: used, path }) => {
      if (used !== name) return true
      const address = path.at(-1) === 'url' ? valueAt(value, path) : undefined
      return typeof address === 'string' && saysWhere(text, address)
    })
  return new Map([...secrets].filter(([name, text]) => !isAddress(name, text)))
}

/** Whether a text within an address is of its host, or of a path without anything that may be a token. */
function saysWhere(text: string, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { origin, username, password, search, hash } = new URL(address)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false
  const said = text.trim().toLowerCase()
  if (origin.includes(said)) return true
  if (!said.startsWith(origin)) return false
  return text
    .trim()
    .slice(origin.length)
    .split('/')
    .every((part) => part.length < mayBeToken && !looksLikeToken(part))
}
