import type { Complaint, Wrong } from './complaint.js'
import { entriesWrong } from './entries.js'
import { isLoopback } from './credentials.js'
import { isPayload, keyed, type Keyed } from './key.js'
import { isMap, valueAt } from './jsonMap.js'
import { onDay, rangeWrong, malformedTemplate } from './templates.js'
import type { Json } from './profile.js'
import type { ProfileKeys } from './profileKeys.js'
import type { Path } from './yamlSource.js'
import { isDay } from '../contract/instant.js'
import { isPointer } from '../contract/json.js'
import { parseRequest, isHeaderName, parsePlace, placeForms } from './place.js'

/** Tells what a JSON Schema cannot say of a merged profile, and passes over what has not the right type. */
export function meaningComplaints(
  profile: Json,
  keys: Pick<ProfileKeys, 'root' | 'complaints'>,
  now: Date,
): Complaint[] {
  const all = [...keyed(keys.root, profile)]
  return [
    ...addresses(profile),
    ...accounts(profile),
    ...clock(profile),
    ...all.flatMap(({ key, value, path }) => (key.words === undefined ? [] : entriesWrong(key.words, value, path))),
    ...keys.complaints(profile),
    ...all.flatMap((each) => ofForm(each, profile, now)),
  ]
}

function ofForm({ key, value, path, beside }: Keyed, profile: Json, now: Date): Complaint[] {
  const { form } = key
  if (isPayload(key)) {
    const templates = key.schema['x-templates']
    const ranges = templates === 'ranges'
    const wrong = (said: string): Wrong | null =>
      (ranges ? rangeWrong(said, value) : null) ?? templateWrong(ranges ? onDay(said, 0) : said, now)
    // Each of several is one by itself.
    const isOne = key.items === undefined || !Array.isArray(value)
    return [
      ...(form === 'headers' ? headers(value, path) : []),
      ...(templates !== undefined && isOne ? inTexts(value, path, wrong) : []),
    ]
  }
  if (form === 'status')
    return typeof value === 'number' ? at(path, statusWrong(String(value))) : text(value, path, statusWrong)
  if (form === 'pointer') return text(value, path, pointerWrong)
  if (form === 'shown')
    return text(value, path, (said) => (said.startsWith('header:') ? placeWrong(said) : pointerWrong(said)))
  if (form === 'place') return text(value, path, placeWrong)
  if (form === 'day') return text(value, path, dayWrong)
  if (form === 'base') return text(value, path, (said) => baseWrong(said, profile))
  if (form !== 'request') return []
  const hasPlace = typeof valueAt(profile, [...path.slice(0, -1), 'id']) === 'string'
  // What has no key for the id is about no booking; what has one for an address is a test control, whose path may have a query.
  const id = beside['id'] === undefined ? 'none' : hasPlace ? 'allowed' : 'needed'
  return text(value, path, (said) => requestWrong(said, id, beside['url'] !== undefined))
}

function headers(value: Json, path: Path): Complaint[] {
  return entries(value).flatMap(([name, each]) => at([...path, name], headerWrong(name, each)))
}

function inTexts(value: Json, path: Path, wrong: (text: string) => Wrong | null): Complaint[] {
  if (typeof value === 'string') return at(path, wrong(value))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => inTexts(member, [...path, name], wrong))
}

function addresses(profile: Json): Complaint[] {
  const url = ['target', 'url']
  const tokens = ['target', 'otherReseller'].map((account) => [account, 'token', 'url'])
  return [
    ...text(valueAt(profile, url), url, (said) => {
      const wrong = urlWrong(said)
      if (wrong === null) return pinnedWrong(said, profile)
      return said.includes('?') ? { ...wrong, found: 'one that has them' } : wrong
    }),
    ...tokens.flatMap((path) =>
      text(valueAt(profile, path), path, (said) => {
        // What is sent there opens everything.
        const isOpen = !isLoopback(said) && !/^https:/i.test(said.trim())
        return urlWrong(said) ?? (isOpen ? { expected: 'an https:// URL' } : pinnedWrong(said, profile))
      }),
    ),
  ]
}

function baseWrong(said: string, profile: Json): Wrong | null {
  if (/^\/(?!\/)[^?#\\]*$/.test(said)) return null
  const wrong = urlWrong(said)
  if (wrong === null) return pinnedWrong(said, profile)
  return { ...wrong, expected: `${wrong.expected}, or a path that begins with one /` }
}

/** An address on a host that `target.hosts`, where there is one, does not name. */
function pinnedWrong(said: string, profile: Json): Wrong | null {
  const named = valueAt(profile, ['target', 'hosts'])
  const hosts = (Array.isArray(named) ? named : []).filter((host) => typeof host === 'string')
  const { host } = new URL(said.trim())
  if (hosts.length === 0 || hosts.some((each) => each.toLowerCase() === host)) return null
  return { expected: `a host that target.hosts names (${hosts.join(', ')})`, found: `'${host}'` }
}

/** Two accounts that are one would make isolation look broken. */
function accounts(profile: Json): Complaint[] {
  if (!isSameCaller(valueAt(profile, ['target']), valueAt(profile, ['otherReseller']))) return []
  return at(['otherReseller', 'headers'], {
    expected: 'the credentials of another account than target.headers',
    found: 'headers that make the same request',
  })
}

/** Whether the second account sends what the first does: its headers are laid over those of the first, whatever case they have. */
function isSameCaller(first: Json | undefined, second: Json | undefined): boolean {
  if (!isMap(first) || !isMap(second) || isMap(second['token'])) return false
  const byName = new Map(entries(first['headers']).map(([name, value]) => [name.toLowerCase(), value]))
  const query = new Map(entries(first['query']))
  const own = entries(second['headers'])
  // A token of its own may come from a command of its own.
  if (own.some(([, value]) => typeof value === 'string' && value.includes('{token}'))) return false
  return (
    own.every(([name, value]) => byName.get(name.toLowerCase()) === value) &&
    entries(second['query']).every(([name, value]) => query.get(name) === value)
  )
}

function clock(profile: Json): Complaint[] {
  const said = valueAt(profile, ['clock'])
  if (!isMap(said) || !('request' in said)) return []
  const [way, ...more] = ['minutes', 'seconds', 'at'].filter((name) => said[name] !== undefined)
  const unread = ['read', 'now'].filter((name) => said['at'] !== undefined && (said[name] ?? null) === null)
  return [
    ...(way === undefined
      ? at(['clock', 'minutes'], { about: 'missing', expected: 'this key, or clock.seconds, or clock.at' })
      : more.flatMap((name) =>
          at(['clock', name], { expected: `no more than one of minutes, seconds and at, beside clock.${way}` }),
        )),
    ...unread.flatMap((name) =>
      at(['clock', name], {
        about: 'missing',
        expected: 'this key beside clock.at: what the clock is set to follows from what it shows',
      }),
    ),
  ]
}

function text(value: Json | undefined, path: Path, look: (said: string) => Wrong | null): Complaint[] {
  return typeof value === 'string' ? at(path, look(value)) : []
}

function at(path: Path, wrong: Wrong | null): Complaint[] {
  return wrong === null ? [] : [{ path, about: 'value', ...wrong }]
}

function entries(value: Json | undefined): [string, Json][] {
  return isMap(value) ? Object.entries(value) : []
}

/** What is wrong with a text that is to be a JSON Pointer; null: nothing. */
export function pointerWrong(text: string): Wrong | null {
  return isPointer(text) ? null : { expected: "a JSON Pointer such as '/data/items'" }
}

/** What is wrong with a text that is to say where in a request something goes; null: nothing. */
export function placeWrong(text: string): Wrong | null {
  return parsePlace(text) === null ? { expected: placeForms } : null
}

/** What is wrong with a text that is to be a status of a refusal, or a class of them; null: nothing. */
export function statusWrong(text: string): Wrong | null {
  const isStatus = /^[1345](xx|\d\d)$/i.test(text) || /^2\d\d$/.test(text)
  return isStatus ? null : { expected: "a status such as '4xx' or '409'" }
}

/** What is wrong with a text that is to be a day of the calendar; null: nothing. */
export function dayWrong(text: string): Wrong | null {
  return isDay(text) ? null : { expected: 'a day as YYYY-MM-DD' }
}

/**
 * What is wrong with a text that is to be a method and a path; null: nothing.
 * @param id whether `{id}` has to be in the path
 * @param hasQuery whether the path may have a query
 */
export function requestWrong(text: string, id: 'needed' | 'allowed' | 'none', hasQuery: boolean): Wrong | null {
  const parsed = parseRequest(text)
  if (parsed === null) return { expected: "a method and a path such as 'POST /x/{id}'" }
  const [other] = (parsed.path.match(/\{[^{}]*\}?|\/:[A-Za-z]\w*/g) ?? []).filter((part) => part !== '{id}')
  const hasId = parsed.path.includes('{id}')
  if (other !== undefined)
    return { expected: id === 'none' ? 'a path without placeholders' : "'{id}' as the only placeholder" }
  if (hasId && id === 'none') return { expected: 'a path without {id}: there is no booking yet' }
  if (!hasId && id === 'needed')
    return { expected: "'{id}' in the path, where the booking id goes, or id: 'body:/...' beside it" }
  if (!hasQuery && parsed.path.includes('?')) return { expected: "a path alone, with its parameters under 'query'" }
  return null
}

/** What is wrong with a text that is to be an address, without credentials and query; null: nothing. */
export function urlWrong(text: string): Wrong | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text.trim()))
    return { expected: 'an http:// or https:// URL' }
  if (url.username !== '' || url.password !== '')
    return { expected: 'a URL without credentials (they belong in target.headers)' }
  if (text.includes('?') || text.includes('#')) return { expected: 'a URL without query and fragment' }
  return null
}

/** What is wrong with a header of this name and value; null: nothing. */
export function headerWrong(name: string, value: unknown): Wrong | null {
  if (!isHeaderName(name))
    return {
      about: 'key',
      expected: 'the name of a header that octospec may set',
      found: `${JSON.stringify(name)}${name.toLowerCase() === 'host' ? ', which follows from target.url' : ''}`,
    }
  if (typeof value !== 'string' || /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return null
  return {
    expected: 'a header value without line breaks and control characters',
    found: 'a value with such characters',
  }
}

/** What is wrong with the times in a text of a payload, such as `{today+30}`; null: nothing. */
export function templateWrong(text: string, now: Date): Wrong | null {
  const wrong = malformedTemplate(text, now)
  return wrong === null ? null : { expected: "a date such as '{today+30}' or '{now+90m}'", found: `'${wrong}'` }
}
