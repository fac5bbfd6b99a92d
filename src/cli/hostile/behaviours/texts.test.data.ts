import { answers, spoiled } from '../behaviour.test.data.js'
import type { Behaviour } from '../behaviour.test.data.js'

const prefixes: Readonly<Record<string, string>> = {
  'an id that climbs': '../../admin/',
  'an id with a query': '?x=1#y',
  'an id with line breaks': 'a\r\nx-injected: 1\r\n\r\n',
  'an id with terminal codes': '\u001b[2J\u001b]0;owned\u0007',
  'an id with a CI command': '\n::error::owned\n##[error]owned',
  'an id of 100 kB': 'x'.repeat(100_000),
}

const values: Readonly<Record<string, unknown>> = {
  'an id that is an object': { toString: 1 },
  'an id called __proto__': '__proto__',
  'an id that is two dots': '..',
}

/** Gives each booking, and each item that has one, this id. */
function named(value: (id: unknown) => unknown): Behaviour['act'] {
  const change = (item: unknown): unknown =>
    typeof item !== 'object' || item === null || !('uuid' in item) ? item : { ...item, uuid: value(item.uuid) }
  return answers(({ answer }) => {
    const parsed: unknown = JSON.parse(answer.body.toString())
    return spoiled(answer, { body: JSON.stringify(Array.isArray(parsed) ? parsed.map(change) : change(parsed)) })
  })
}

/** An id with a prefix leads to the booking, if it comes back whole and escaped, in one segment of the path. */
function withoutPrefix(path: string): string {
  return path.replace(/^\/bookings\/[^/?#]*([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/, '/bookings/$1')
}

/** What a target may call a booking. */
export const texts: readonly Behaviour[] = [
  ...Object.entries(prefixes).map(([name, prefix]): Behaviour => ({
    name,
    blamed: 'the server',
    exits: [0, 0, 1, 0, 0],
    pathBehind: withoutPrefix,
    act: named((id) => prefix + String(id)),
  })),
  ...Object.entries(values).map(([name, value]): Behaviour => ({
    name,
    blamed: 'the server',
    exits: typeof value === 'string' ? [1, 0, 1, 0, 0] : [3, 3, 1, 0, 0],
    act: named(() => value),
  })),
]
