import { toPointer } from '../contract/jsonPointer.js'
import type { Profile } from './profile.js'

/**
 * Which environment variables a profile sends, to which host and in which place, a sentence each: who runs a profile that somebody
 * else wrote must be able to see that before it is done.
 */
export function destinations({ target, variables }: Pick<Profile, 'target' | 'variables'>): readonly string[] {
  const { origin } = new URL(target.url)
  const places = new Map<string, string[]>()
  for (const { name, path } of variables) places.set(name, [...(places.get(name) ?? []), placeOf(path)])
  return [...places].map(([name, where]) => `${name} is sent to ${origin}: ${[...new Set(where)].join('; ')}`)
}

/** Where the text at this path of a profile goes to in a request. */
function placeOf(path: readonly string[]): string {
  const [first = '', second = '', third = '', ...rest] = path
  if (first === 'target' && second === 'url') return 'address of every request'
  if (first === 'target' && second === 'headers') return `header ${third} of every request`
  if (first === 'otherReseller') return `header ${third} of every request of the second reseller`
  if (first === 'operations' && third === 'headers') return `header ${rest[0] ?? ''} of ${second}`
  if (first === 'operations' && third === 'query') return `query parameter ${rest[0] ?? ''} of ${second}`
  if (first === 'operations' && third === 'body') return `body of ${second} at ${toPointer(rest)}`
  if (first === 'bookable' && rest.length > 0) {
    // One of several has its place in the list before it.
    const [operation = '', ...inside] = /^\d+$/.test(third) ? rest : [third, ...rest]
    return `body of ${operation} at ${toPointer(inside)}`
  }
  return `wherever ${path.join('.')} is used`
}
