import { placesIn, pointerTokens, readPointer, type Heard, type Json, type OperationName } from '../vocabulary/index.js'
import { linkNames, plainName } from './lexicon.js'

/** Requests that the target has hinted at, for the operations that they may be. */
export type Hints = ReadonlyMap<OperationName, readonly string[]>

/** Methods by which an operation is asked for at a link that names none. */
const methods: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  extend: ['POST', 'PUT'],
  confirm: ['POST', 'PUT'],
  cancel: ['POST', 'PUT', 'DELETE'],
  update: ['PATCH', 'PUT', 'POST'],
  get: ['GET'],
  list: ['GET'],
}
const [longest, mostHints] = [400, 4]

/**
 * What the links beside a booking say of the operations on it, by their names and their ends (HAL, JSON:API, Location). Nothing of another
 * origin or above the address is followed.
 * @param path of the request that was answered, below the address
 */
export function hintsOf({ json = null, exchange }: Heard, path: string, id: string): Hints {
  const found = new Map<OperationName, readonly string[]>()
  const asked = URL.canParse(exchange.request.url) ? new URL(exchange.request.url) : null
  if (asked?.pathname.endsWith(path) !== true) return found
  const base = asked.pathname.slice(0, asked.pathname.length - path.length)
  const location = exchange.response?.headers['location']
  const places: readonly { readonly pointer: string; readonly value: Json }[] = [
    ...placesIn<Json>(json),
    ...(location === undefined ? [] : [{ pointer: '/self', value: location }]),
  ]
  for (const { pointer, value } of places) {
    if (typeof value !== 'string' || value.length > longest || !/^(https?:\/)?\//.test(value)) continue
    const url = URL.canParse(value, asked.href) ? new URL(value, asked) : null
    if (url === null || url.origin !== asked.origin || !url.pathname.startsWith(`${base}/`) || url.search !== '')
      continue
    const below = url.pathname
      .slice(base.length)
      .split('/')
      .map((part) => (part === id ? '{id}' : part))
      .join('/')
    const tokens = pointerTokens(pointer)
    const name = tokens.findLast((token) => !/^(href|url|uri|\d+)$/i.test(token)) ?? ''
    const rel = readPointer<Json>(json, pointer.replace(/\/[^/]*$/, '/rel'))
    const said = readPointer<Json>(json, pointer.replace(/\/[^/]*$/, '/method'))
    const words = [name, typeof rel === 'string' ? rel : '', below.slice(below.lastIndexOf('/') + 1)].map(plainName)
    // The names are all that there are.
    for (const operation of Object.keys(methods) as readonly OperationName[]) {
      if (!words.some((word) => linkNames[operation]?.test(word) === true)) continue
      // What is of one booking has it in its path, and a list has none.
      if (below.includes('{id}') === (operation === 'list')) continue
      const isMethod = typeof said === 'string' && /^(GET|POST|PUT|PATCH|DELETE)$/i.test(said)
      const ways = isMethod ? [said.toUpperCase()] : (methods[operation] ?? [])
      const requests = [...(found.get(operation) ?? []), ...ways.map((method) => `${method} ${below}`)]
      found.set(operation, [...new Set(requests)].slice(0, mostHints))
    }
  }
  return found
}

/** Words before a `not` that name no state of a booking. */
const noState =
  /^(allow|support|permitt|found|accept|authori[sz]|implement|cancell?|need|process|expect|chang|us|recogni[sz])$/i

/**
 * What confirm may be called where a cancel is refused since the booking is `NOT_TICKETED`, or since only a ticketed booking can be
 * cancelled: `/ticket`.
 */
export function hintsOfState(words: string): Hints {
  const stems = [
    ...words.matchAll(
      /\bnot[_ -]?(?:yet[_ -]?|been[_ -]?)*([a-z]{3,20})ed\b|\bonly (?:an? )?([a-z]{3,20})ed booking/gi,
    ),
  ]
    .map(({ 1: before, 2: after }) => (before ?? after ?? '').toLowerCase())
    .filter((stem) => !noState.test(stem))
  const paths = [...new Set(stems)].flatMap((stem) => [stem, `${stem}e`])
  return new Map([
    [
      'confirm',
      paths
        .flatMap((path) => ['POST', 'PUT'].map((method) => `${method} /bookings/{id}/${path}`))
        .slice(0, 2 * mostHints),
    ],
  ])
}
