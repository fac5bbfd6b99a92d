import type { Complaint, Wrong } from './complaint.js'
import { entriesWrong } from './entries.js'
import { isLoopback } from './credentials.js'
import { isPayload, keyed, type Form, type Keyed } from './key.js'
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

function ofForm(each: Keyed, profile: Json, now: Date): Complaint[] {
  const { key, value, path } = each
  const { form } = key
  if (isPayload(key)) return [...(form === 'headers' ? headers(value, path) : []), ...templates(each, now)]
  if (form === 'request') return text(value, path, (said) => requestWrong(said, each, profile))
  const wrong = form === undefined ? undefined : wrongs[form]
  // A status may be a number as well.
  const said = form === 'status' && typeof value === 'number' ? String(value) : value
  return wrong === undefined ? [] : text(said, path, (each) => wrong(each, profile))
}

const pointer = unless(isPointer, "a JSON Pointer such as '/data/items'")
const place = unless((said) => parsePlace(said) !== null, placeForms)

/** By the form of a key, what is wrong with a text there; null: nothing. */
const wrongs: Readonly<Partial<Record<Form, (said: string, profile: Json) => Wrong | null>>> = {
  pointer,
  place,
  shown: (said) => (said.startsWith('header:') ? place(said) : pointer(said)),
  status: unless((said) => /^(?:[1345](xx|\d\d)|2\d\d)$/i.test(said), "a status such as '4xx' or '409'"),
  day: unless(isDay, 'a day as YYYY-MM-DD'),
  base: (said, profile) => {
    if (/^\/(?!\/)[^?#\\]*$/.test(said)) return null
    const wrong = urlWrong(said)
    if (wrong === null) return pinnedWrong(said, profile)
    return { ...wrong, expected: `${wrong.expected}, or a path that begins with one /` }
  },
}

function unless(is: (said: string) => boolean, expected: string): (said: string) => Wrong | null {
  return (said) => (is(said) ? null : { expected })
}

/** The times in a payload, such as `{today+30}`, and its ranges of days. */
function templates({ key, value, path }: Keyed, now: Date): Complaint[] {
  const kind = key.schema['x-templates']
  // Each of several is one by itself.
  if (kind === undefined || (key.items !== undefined && Array.isArray(value))) return []
  return inTexts(value, path, (said) => {
    const wrong = kind === 'ranges' ? rangeWrong(said, value) : null
    const found = malformedTemplate(kind === 'ranges' ? onDay(said, 0) : said, now)
    const expected = "a date such as '{today+30}' or '{now+90m}'"
    return wrong ?? (found === null ? null : { expected, found: `'${found}'` })
  })
}

function headers(value: Json, path: Path): Complaint[] {
  return entries(value).flatMap(([name, each]) => {
    const hint = name.toLowerCase() === 'host' ? ', which follows from target.url' : ''
    if (!isHeaderName(name))
      return at([...path, name], {
        about: 'key',
        expected: 'the name of a header that octospec may set',
        found: `${JSON.stringify(name)}${hint}`,
      })
    if (typeof each !== 'string' || /^[\t\x20-\x7e\x80-\xff]*$/.test(each)) return []
    return at([...path, name], {
      expected: 'a header value without line breaks and control characters',
      found: 'a value with such characters',
    })
  })
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

/** Whether the second account sends what the first does: its headers replace the first's, in any letter case. */
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

/** The fault of a method and a path, by the keys beside it; null: none. */
function requestWrong(said: string, { path, beside }: Keyed, profile: Json): Wrong | null {
  const parsed = parseRequest(said)
  if (parsed === null) return { expected: "a method and a path such as 'POST /x/{id}'" }
  // Without a key for the id it is about no booking. With one for an address it is a test control and may have a query.
  const isOfBooking = beside['id'] !== undefined
  const hasPlace = typeof valueAt(profile, [...path.slice(0, -1), 'id']) === 'string'
  const hasId = parsed.path.includes('{id}')
  const isOther = (parsed.path.match(/\{[^{}]*\}?|\/:[A-Za-z]\w*/g) ?? []).some((part) => part !== '{id}')
  if (isOther) return { expected: isOfBooking ? "'{id}' as the only placeholder" : 'a path without placeholders' }
  if (hasId && !isOfBooking) return { expected: 'a path without {id}: there is no booking yet' }
  if (!hasId && isOfBooking && !hasPlace)
    return { expected: "'{id}' in the path, where the booking id goes, or id: 'body:/...' beside it" }
  if (beside['url'] === undefined && parsed.path.includes('?'))
    return { expected: "a path alone, with its parameters under 'query'" }
  return null
}

/** The fault of an address, which has neither credentials nor a query; null: none. */
function urlWrong(said: string): Wrong | null {
  const url = URL.canParse(said) ? new URL(said) : null
  if (url === null || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(said.trim()))
    return { expected: 'an http:// or https:// URL' }
  if (url.username !== '' || url.password !== '')
    return { expected: 'a URL without credentials (they belong in target.headers)' }
  return said.includes('?') || said.includes('#') ? { expected: 'a URL without query and fragment' } : null
}
