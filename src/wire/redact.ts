import { createHash } from 'node:crypto'
import { startOf } from '../contract/escapeText.js'
import { pointerTokens } from '../contract/json.js'
import { isList, isMap } from '../profile/jsonMap.js'
import { placesOf } from '../profile/place.js'
import type { Json, Profile } from '../profile/profile.js'
import { bodyCredentials, isCredentialHeader, secretsOf, variableOf, wrongMark } from './credentials.js'
import type { Exchange } from './exchange.js'
import { SecretFinder, type Secret } from './secrets.js'
import type { Requests } from './service.js'
import { mapLeaves, mapMembers, parsedJson } from './values.js'

/** Texts that are no JSON are kept up to this many characters. */
const longestText = 65_536

/** Takes the secrets of a profile out of exchanges, and what stands at the places that it lists under `redact`. */
export class Redactor {
  readonly #profile: Profile
  readonly #requests: Pick<Requests, 'bodies'>
  #secrets: readonly Secret[]
  #finder: SecretFinder
  /** Headers of which the profile says that they hold secrets. */
  readonly #listed: ReadonlySet<string>
  /** Secrets that may come as a number. */
  readonly #digits: ReadonlyMap<string, string>
  readonly #originals = new Originals()

  constructor(profile: Profile, requests: Pick<Requests, 'bodies'>) {
    this.#profile = profile
    this.#requests = requests
    this.#secrets = secretsOf(profile, requests)
    this.#finder = new SecretFinder(this.#secrets)
    this.#listed = new Set(profile.redact.headers.map((name) => name.toLowerCase()))
    const digits = this.#secrets.filter(({ value }) => /^\d{6,}$/.test(value))
    this.#digits = new Map(digits.map(({ name, value }) => [value, name]))
  }

  learn(secret: Secret): void {
    this.#secrets = [secret, ...this.#secrets]
    this.#finder = new SecretFinder(this.#secrets)
  }

  /** Text without the secrets of the profile, each replaced by `[redacted:NAME]`. @param used gets their names */
  text(value: string, used?: Set<string>): string {
    return this.#finder.replace(value, (name) => {
      used?.add(name)
      return marked(name)
    })
  }

  /**
   * The value before it was redacted or cut, to send it back to the target: an id that contains a value from the
   * environment, or a very long one. Only whole strings that this redactor has made are known.
   */
  restore(value: Json): Json {
    return this.#originals.restore(value)
  }

  /**
   * An exchange without secrets. In request headers a secret becomes `${NAME}`, so a curl line can name the variable.
   * @param credentials lower-case names of the request headers that carry credentials, beyond those that always do
   */
  exchange(exchange: Exchange, credentials: ReadonlySet<string>): Exchange {
    const { response, failure, bookingId } = exchange
    const text = (value: string): string => this.text(value)
    return {
      ...exchange,
      ...(bookingId !== undefined && { bookingId: cutText(bookingId, text) }),
      input: this.#input(exchange),
      request: this.#request(exchange, credentials),
      response: response === null ? null : this.#response(response, this.#profile.operations[exchange.purpose]?.items),
      ...(failure !== undefined && { failure: { kind: failure.kind, message: text(failure.message) } }),
    }
  }

  #input({ purpose, input }: Exchange): Exchange['input'] {
    const { operations, redact } = this.#profile
    const isSecret = (field: string): boolean => {
      const place = operations[purpose]?.fields[field]
      return (place === undefined ? [] : placesOf(place)).some((each) =>
        each.in === 'body'
          ? redact.pointers.some((pointer) => leadsTo(pointer, each.pointer))
          : each.in === 'header' && this.#listed.has(each.name.toLowerCase()),
      )
    }
    return Object.fromEntries(
      Object.entries(input).map(([field, value]) => [field, isSecret(field) ? marked(field) : this.json(value)]),
    )
  }

  #request({ purpose, request }: Exchange, credentials: ReadonlySet<string>): Exchange['request'] {
    const used = new Set<string>()
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => {
      const isCredential = credentials.has(name.toLowerCase()) || /^(proxy-)?authorization$|^cookie$/i.test(name)
      return [this.text(name, used), this.#sentHeader(name, value, isCredential, used)]
    })
    const text = (value: string): string => this.text(value, used)
    const url = cutText(request.url, text)
    const json = (sent: Json): Json => this.#unfound(purpose).reduce(redactPlace, this.#places(sent, undefined))
    const body = request.body === undefined ? undefined : bodyText(request.body, json, text)
    return {
      method: request.method,
      url,
      headers: Object.fromEntries(headers),
      ...(body !== undefined && { body }),
      ...(used.size > 0 && { placeholders: [...used].sort() }),
    }
  }

  #sentHeader(name: string, value: string, isCredential: boolean, used: Set<string>): string {
    const whole = (): string => {
      // A name may hold a secret, too.
      const own = variableOf(this.text(name))
      used.add(own)
      return `\${${own}}`
    }
    if (this.#listed.has(name.toLowerCase())) return whole()
    const names = new Set<string>()
    const replaced = this.#finder.replace(value, (found) => {
      names.add(found)
      return `\${${found}}`
    })
    if (isCredential && !value.includes(wrongMark) && !isWrongBasic(value)) {
      const scheme = /authorization$/i.test(name) ? (/^[A-Za-z][A-Za-z0-9-]* +(?=\S)/.exec(replaced)?.[0] ?? '') : ''
      const rest = replaced.slice(scheme.length)
      // What is left beside the variables may be a secret in part; then the header as a whole is one.
      if (names.size === 0 || rest.replaceAll(/\$\{[^{}]*\}/g, '').length >= 4) return `${scheme}${whole()}`
    }
    for (const found of names) used.add(found)
    return replaced
  }

  #response(response: NonNullable<Exchange['response']>, items: string | undefined): Exchange['response'] {
    const opened = cookieSecrets(response.headers['set-cookie'])
    const cookies = opened.length === 0 ? null : new SecretFinder(opened)
    const text = (value: string): string => this.text(cookies === null ? value : cookies.replace(value, marked))
    const headers = Object.entries(response.headers).map(([name, value]) => {
      const isSecret = this.#listed.has(name.toLowerCase()) || isCredentialHeader(name)
      return [this.text(name), isSecret ? marked(this.text(name)) : this.text(value)]
    })
    const { status, json } = response
    return {
      status,
      headers: Object.fromEntries(headers),
      ...(json !== undefined && { json: this.json(this.#places(json, items), cookies === null ? undefined : text) }),
      ...(response.text !== undefined && { text: startOf(text(response.text), longestText) }),
    }
  }

  /**
   * Every string and every member name of a value without secrets; the value itself where nothing was found.
   * @param also takes further secrets out of a text
   */
  json(value: Json, also?: (text: string) => string): Json {
    if (also === undefined && this.#isClean(value)) return value
    const text = also ?? ((each: string): string => this.text(each))
    return mapLeaves(
      value,
      (each) => {
        if (typeof each === 'string') return this.#originals.remember(cutText(each, text), each)
        const name = this.#digits.get(String(each))
        return name === undefined ? each : marked(name)
      },
      (name) => cutText(name, text),
    )
  }

  /** Each item of a list is looked at by itself: the same stand in dozens of answers, and a known clean one is free. */
  #isClean(value: Json): boolean {
    // Most values hold nothing, so one look at the whole is cheaper than one at each leaf; a long one may need a cut.
    const holdsNothing = (part: Json): boolean => {
      const written = JSON.stringify(part)
      return !isTooLong(written) && !this.#finder.holds(written)
    }
    if (isList(value)) return value.every(holdsNothing)
    if (!isMap(value) || !Object.values(value).some(isList)) return holdsNothing(value)
    const members = Object.entries(value)
    for (const [name, member] of members)
      if (isList(member) && !(holdsNothing(name) && member.every(holdsNothing))) return false
    return holdsNothing(Object.fromEntries(members.filter(([, member]) => !isList(member))))
  }

  /** Where requests of an operation carry a credential that is too short, or a number, to be found by its value. */
  #unfound(purpose: string): readonly string[] {
    return this.#requests
      .bodies(purpose, this.#profile)
      .flatMap((body) => bodyCredentials(purpose, body, this.#profile))
      .filter(({ value }) => typeof value === 'number' || !this.#finder.holds(value))
      .map(({ pointer }) => pointer)
  }

  #places(body: Json, items: string | undefined): Json {
    let result = body
    for (const pointer of this.#profile.redact.pointers) {
      result = redactPlace(result, pointer)
      if (items === undefined) continue
      const [list, place] = [pointerTokens(items), pointerTokens(pointer)]
      result = redactAt(result, [...list, each, ...place], marked(pointer))
      if (list.includes('*')) result = redactAt(result, [...list, ...place], marked(pointer))
    }
    return result
  }
}

/** Texts before they were redacted or cut: so many, and so many characters, as each may be as long as a body. */
const [mostOriginals, longestOriginals] = [20_000, 16 * 1024 * 1024]

class Originals {
  readonly #known = new Map<string, string>()
  #room = longestOriginals

  /** @returns the redacted text */
  remember(redacted: string, before: string): string {
    const known = this.#known.get(redacted)
    if (redacted === before || known === before) return redacted
    this.#room += (known?.length ?? 0) - before.length
    this.#known.set(redacted, before)
    // What was said last is sent back soonest.
    for (const [oldest, { length }] of this.#known) {
      if (this.#room >= 0 && this.#known.size <= mostOriginals) break
      this.#known.delete(oldest)
      this.#room += length
    }
    return redacted
  }

  restore(value: Json): Json {
    if (this.#known.size === 0) return value
    return mapLeaves(
      value,
      (each) => (typeof each === 'string' ? (this.#known.get(each) ?? each) : each),
      (name) => name,
    )
  }
}

function marked(name: string): string {
  return `[redacted:${name}]`
}

/** A session that the server opened is a secret of this answer; other cookies may hold ids, which must stay. */
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

/** `*` is every member or element: one left out would be told. Returns the value itself where nothing is there. */
function redactAt(value: Json, [token, ...rest]: readonly (string | typeof each)[], mark: string): Json {
  if (token === undefined) return value === null ? value : mark
  const isMeant = (name: string): boolean => token === '*' || token === name || (token === each && isList(value))
  return mapMembers(value, (member, name) => (isMeant(name) ? redactAt(member, rest, mark) : member))
}

/** Whether a pointer with `*` leads to this place, too. */
function leadsTo(pointer: string, place: string): boolean {
  const [wanted, tokens] = [pointerTokens(pointer), pointerTokens(place)]
  return wanted.length === tokens.length && wanted.every((token, at) => token === '*' || token === tokens[at])
}

/** A request body as it is recorded: without what stands at secret places, and its long JSON cut as in answers. */
function bodyText(body: string, places: (json: Json) => Json, redacted: (text: string) => string): string {
  const parsed = parsedJson(body)
  if (parsed === undefined) return cutText(body, redacted)
  const json = places(parsed)
  const written = json === parsed ? body : JSON.stringify(json)
  if (!isTooLong(written)) return redacted(written)
  const cut = (text: string): string => cutText(text, redacted)
  return redacted(JSON.stringify(mapLeaves(json, (leaf) => (typeof leaf === 'string' ? cut(leaf) : leaf), cut)))
}

/**
 * Up to so many characters, a text that a target said is recorded whole. Whatever is documented is far shorter. An id
 * must be known again when a run is resumed, and a longer one fits in no address.
 */
const longest = 16_384
/** Characters of a longer one that are recorded. */
const shown = 1000
/** Characters in which secrets are looked for, so that none is cut: the longest in any spelling have room. */
const searched = 65_536

function isTooLong(text: string): boolean {
  return text.length > longest
}

/** A text as it is recorded: of a very long one its beginning, its length and its hash. */
function cutText(text: string, redacted: (text: string) => string): string {
  if (!isTooLong(text)) return redacted(text)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${startOf(redacted(text.slice(0, searched)), shown)}~cut-by-octospec-${text.length}-characters-sha256-${hash}`
}

/**
 * An exchange without anything from the profile or the target, for the record where octospec itself failed to take out
 * secrets and other people's data. To the checks it is a request without an answer: our fault is not theirs.
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
