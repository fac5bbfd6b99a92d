import { isList, isMap } from '../profile/jsonMap.js'
import { pointerTokens } from '../contract/json.js'
import { startOf } from '../contract/escapeText.js'
import { placesOf } from '../profile/place.js'
import type { Json, Profile } from '../profile/profile.js'
import { bodyCredentials, isCredentialHeader, wrongMark, secretsOf, variableOf } from './credentials.js'
import type { Exchange } from './exchange.js'
import type { Requests } from './service.js'
import { secretFinder, type Secret } from './secrets.js'
import { createHash } from 'node:crypto'

export interface Redactor {
  learn(secret: Secret): void
  /** Text without the secrets of the profile, each replaced by `[redacted:NAME]`. */
  text(text: string): string
  /** The same for every string and every member name of a value; the value itself where nothing was found. */
  json(value: Json): Json
  /**
   * An exchange without secrets. In request headers a secret becomes `${NAME}`, so that a curl line can name the variable.
   * @param credentials lower-case names of the request headers that carry credentials, beyond those that always do
   */
  exchange(exchange: Exchange, credentials: ReadonlySet<string>): Exchange
  /**
   * What stood in an answer before it was redacted or cut, for values that are sent back to the target (an id that contains a value
   * from the environment, or a very long one). Only whole strings that this redactor has made are known.
   */
  restore(value: Json): Json
}

/** Texts that are no JSON are kept up to this many characters. */
const longestText = 65_536
const mostRestored = 20_000

/** And up to this many characters of them: each may be as long as a body. */
const longestRestored = 16 * 1024 * 1024

/** A redactor for the secrets that a profile holds, and for the places it lists under `redact`. */
export function redactor(profile: Profile, requests: Pick<Requests, 'bodies'>): Redactor {
  let secrets = secretsOf(profile, requests)
  let finder = secretFinder(secrets)
  const listed = new Set(profile.redact.headers.map((name) => name.toLowerCase()))
  const digits = new Map(secrets.filter(({ value }) => /^\d{6,}$/.test(value)).map(({ name, value }) => [value, name]))
  const originals = new Map<string, string>()

  const text = (value: string, used?: Set<string>): string =>
    finder.replace(value, (name) => {
      used?.add(name)
      return marked(name)
    })
  let room = longestRestored
  const remember = (redacted: string, before: string): string => {
    if (redacted === before || originals.get(redacted) === before) return redacted
    room += originals.get(redacted)?.length ?? 0
    room -= before.length
    originals.set(redacted, before)
    // What was said last is sent back soonest.
    for (const [oldest, { length }] of originals) {
      if (room >= 0 && originals.size <= mostRestored) break
      originals.delete(oldest)
      room += length
    }
    return redacted
  }
  const leaf = (value: string | number): Json => {
    if (typeof value === 'string') return remember(cutText(value, text), value)
    const name = digits.get(String(value))
    return name === undefined ? value : marked(name)
  }
  /** Most values hold nothing, and one look at the whole is cheaper than one at each leaf. */
  const isClean = (value: Json): boolean => {
    const written = JSON.stringify(value)
    return !(isTooLong(written) && holdsTooLong(value)) && !finder.holds(written)
  }
  /** Of a list each item is looked at by itself: the same stand in dozens of answers, and what is known to hold nothing costs nothing. */
  const clean = (value: Json): boolean => {
    if (isList(value)) return value.every(isClean)
    if (!isMap(value) || !Object.values(value).some(isList)) return isClean(value)
    const members = Object.entries(value)
    for (const [name, member] of members) if (isList(member) && !(isClean(name) && member.every(isClean))) return false
    const rest = Object.fromEntries(members.filter(([, member]) => !isList(member)))
    return isClean(rest)
  }
  const json = (value: Json): Json => (clean(value) ? value : mapLeaves(value, leaf, (name) => cutText(name, text)))

  const requestHeader = (name: string, value: string, credential: boolean, used: Set<string>): string => {
    const whole = (): string => {
      // A name may hold a secret, too.
      const own = variableOf(text(name))
      used.add(own)
      return `\${${own}}`
    }
    if (listed.has(name.toLowerCase())) return whole()
    const names = new Set<string>()
    const replaced = finder.replace(value, (found) => {
      names.add(found)
      return `\${${found}}`
    })
    if (credential && !value.includes(wrongMark) && !isWrongBasic(value)) {
      const scheme = /authorization$/i.test(name) ? (/^[A-Za-z][A-Za-z0-9-]* +(?=\S)/.exec(replaced)?.[0] ?? '') : ''
      const rest = replaced.slice(scheme.length)
      // What is left beside the variables may be a secret in part; then the header as a whole is one.
      if (names.size === 0 || rest.replaceAll(/\$\{[^{}]*\}/g, '').length >= 4) return `${scheme}${whole()}`
    }
    for (const found of names) used.add(found)
    return replaced
  }
  const responseHeader = (name: string, value: string): string =>
    listed.has(name.toLowerCase()) || isCredentialHeader(name) ? marked(text(name)) : text(value)

  /** Where requests of an operation carry a credential that is too short, or a number, to be found by its value. */
  const unfound = (purpose: string): readonly string[] =>
    requests
      .bodies(purpose, profile)
      .flatMap((body) => bodyCredentials(purpose, body, profile))
      .filter(({ value }) => typeof value === 'number' || !finder.holds(value))
      .map(({ pointer }) => pointer)
  const places = (body: Json, items: string | undefined): Json => {
    let result = body
    for (const pointer of profile.redact.pointers) {
      result = redactPlace(result, pointer)
      if (items === undefined) continue
      const [list, place] = [pointerTokens(items), pointerTokens(pointer)]
      result = redactAt(result, [...list, each, ...place], marked(pointer))
      if (list.includes('*')) result = redactAt(result, [...list, ...place], marked(pointer))
    }
    return result
  }

  return {
    learn(secret) {
      secrets = [secret, ...secrets]
      finder = secretFinder(secrets)
    },
    text: (value) => text(value),
    json,
    restore: (value) =>
      originals.size === 0
        ? value
        : mapLeaves(
            value,
            (each) => (typeof each === 'string' ? (originals.get(each) ?? each) : each),
            (key) => key,
          ),
    exchange(exchange, credentials) {
      const used = new Set<string>()
      const operation = profile.operations[exchange.purpose]
      const input = Object.entries(exchange.input).map(([field, value]): [string, Json] => {
        const place = operation?.fields[field]
        const secret = (place === undefined ? [] : placesOf(place)).some(
          (each) =>
            (each.in === 'body' && profile.redact.pointers.some((pointer) => leadsTo(pointer, each.pointer))) ||
            (each.in === 'header' && listed.has(each.name.toLowerCase())),
        )
        return [field, secret ? marked(field) : json(value)]
      })
      const { request, response, failure, bookingId } = exchange
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => {
        const credential = credentials.has(name.toLowerCase()) || /^(proxy-)?authorization$|^cookie$/i.test(name)
        return [text(name, used), requestHeader(name, value, credential, used)]
      })
      const sentText = (value: string): string => text(value, used)
      const url = cutText(request.url, sentText)
      const sent = (json: Json): Json => unfound(exchange.purpose).reduce(redactPlace, places(json, undefined))
      const body = request.body === undefined ? undefined : cutBody(redactBodyText(request.body, sent), sentText)
      const opened = cookieSecrets(response?.headers['set-cookie'])
      const cookies = opened.length === 0 ? null : secretFinder(opened)
      const plain = (value: string): string => text(cookies === null ? value : cookies.replace(value, marked))
      const answered = (value: Json): Json =>
        cookies === null && clean(value)
          ? value
          : mapLeaves(
              value,
              (each) => (typeof each === 'string' ? remember(cutText(each, plain), each) : leaf(each)),
              (name) => cutText(name, plain),
            )
      return {
        ...exchange,
        ...(bookingId === undefined ? {} : { bookingId: cutText(bookingId, text) }),
        input: Object.fromEntries(input),
        request: {
          method: request.method,
          url,
          headers: Object.fromEntries(headers),
          ...(body === undefined ? {} : { body }),
          ...(used.size === 0 ? {} : { placeholders: [...used].sort() }),
        },
        response:
          response === null
            ? null
            : {
                status: response.status,
                headers: Object.fromEntries(
                  Object.entries(response.headers).map(([name, value]) => [text(name), responseHeader(name, value)]),
                ),
                ...(response.json === undefined ? {} : { json: answered(places(response.json, operation?.items)) }),
                ...(response.text === undefined ? {} : { text: startOf(plain(response.text), longestText) }),
              },
        ...(failure === undefined ? {} : { failure: { kind: failure.kind, message: text(failure.message) } }),
      }
    },
  }
}

function marked(name: string): string {
  return `[redacted:${name}]`
}

/** A session that the server opened is a secret of this answer; other cookies may hold ids, which must stay what they are. */
function cookieSecrets(header: string | undefined): Secret[] {
  const pairs = (header ?? '').slice(0, longestText).split(/[\s;,]/)
  return pairs
    .flatMap((pair) => {
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      return pair.includes('=') && sessionName.test(name) && value.length >= 16 ? [{ name: 'set-cookie', value }] : []
    })
    .slice(0, 20)
}

const sessionName = /sess|sid|auth|token|jwt|csrf|secret/i

function isWrongBasic(value: string): boolean {
  const token = /^basic +(\S+)$/i.exec(value)?.[1]
  return token !== undefined && Buffer.from(token, 'base64').toString().startsWith(wrongMark)
}

function redactPlace(value: Json, pointer: string): Json {
  return redactAt(value, pointerTokens(pointer), marked(pointer))
}

const each = Symbol('each')

/** `*` stands for each member or element, however many there are: what is left out would be told. The value itself where nothing is. */
function redactAt(value: Json, tokens: readonly (string | typeof each)[], mark: string): Json {
  const [token, ...rest] = tokens
  if (token === undefined) return value === null ? value : mark
  if (typeof value !== 'object' || value === null) return value
  const redacted = (name: string, member: Json): Json =>
    token === '*' || token === name || (token === each && isList(value)) ? redactAt(member, rest, mark) : member
  if (isList(value)) {
    const items = value.map((item, at) => redacted(String(at), item))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const members = Object.entries(value).map(([name, member]): [string, Json] => [name, redacted(name, member)])
  return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value
}

/** Whether a pointer with `*` leads to this place, too. */
function leadsTo(pointer: string, place: string): boolean {
  const [wanted, tokens] = [pointerTokens(pointer), pointerTokens(place)]
  return wanted.length === tokens.length && wanted.every((token, at) => token === '*' || token === tokens[at])
}

function redactBodyText(body: string, places: (body: Json) => Json): string {
  try {
    const parsed: Json = JSON.parse(body)
    const redacted = places(parsed)
    return redacted === parsed ? body : JSON.stringify(redacted)
  } catch {
    return body
  }
}

/** A body of a request, as it is recorded: what is long in its JSON is cut as it is in answers. */
function cutBody(body: string, redacted: (text: string) => string): string {
  if (!isTooLong(body)) return redacted(body)
  try {
    const cut = (value: string): string => cutText(value, redacted)
    const whole: Json = JSON.parse(body)
    return redacted(JSON.stringify(mapLeaves(whole, (value) => (typeof value === 'string' ? cut(value) : value), cut)))
  } catch {
    return cutText(body, redacted)
  }
}

function holdsTooLong(value: Json): boolean {
  if (typeof value === 'string') return isTooLong(value)
  if (typeof value !== 'object' || value === null) return false
  return isList(value)
    ? value.some(holdsTooLong)
    : Object.entries(value).some(([name, member]) => isTooLong(name) || holdsTooLong(member))
}

function mapLeaves(value: Json, leaf: (value: string | number) => Json, key: (name: string) => string): Json {
  if (typeof value === 'string' || typeof value === 'number') return leaf(value)
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) {
    const mapped = value.map((item) => mapLeaves(item, leaf, key))
    return mapped.some((item, at) => item !== value[at]) ? mapped : value
  }
  let changed = false
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const mapped: [string, Json] = [key(name), mapLeaves(member, leaf, key)]
    changed ||= mapped[0] !== name || mapped[1] !== member
    return mapped
  })
  return changed ? Object.fromEntries(members) : value
}

/**
 * Characters of a text that a target said, up to which it is recorded whole. Whatever is documented is far shorter. An id must be
 * known again when a run is resumed, and a longer one fits in no address.
 */
const longest = 16_384
/** Characters of a longer one that are recorded. */
const shown = 1000
/** Characters in which secrets are looked for, so that none is cut: the longest in any spelling have room. */
const searched = 65_536

export function isTooLong(text: string): boolean {
  return text.length > longest
}

/** A text as it is recorded: of a very long one its beginning, its length and its hash. */
export function cutText(text: string, redacted: (text: string) => string): string {
  if (!isTooLong(text)) return redacted(text)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${startOf(redacted(text.slice(0, searched)), shown)}~cut-by-octospec-${text.length}-characters-sha256-${hash}`
}

/**
 * An exchange without anything that came from the profile or from the target, for the record where octospec itself failed to take
 * secrets and other people's data out of it. To the checks it is a request without an answer: a fault of ours is no fault of theirs.
 * @param keyField the logical field that carries the idempotency key of the operation, where it has one
 */
export function withheld(exchange: Exchange, keyField: string | undefined): Exchange {
  const { request, response, bookingId: _id, input, ...rest } = exchange
  const key = keyField === undefined ? undefined : input[keyField]
  return {
    ...rest,
    // Our own, and what a booking that may have been made is found by.
    input: keyField !== undefined && typeof key === 'string' ? { [keyField]: key } : {},
    request: { method: request.method, url: '', headers: {} },
    response: null,
    failure: {
      kind: 'withheld',
      message: `octospec failed to make this exchange fit to be recorded${response === null ? '' : `; the answer was HTTP ${response.status}`}`,
    },
  }
}
