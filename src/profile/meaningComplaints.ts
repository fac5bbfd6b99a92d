import { isPointer } from '../contract/jsonPointer.js'
import { closestWord } from './closestWord.js'
import type { Complaint } from './complaint.js'
import { malformedTemplate } from './expandTemplates.js'
import { isLoopback } from './isLoopback.js'
import { isPayload } from './key.js'
import { isMap, valueAt } from './mergeProfile.js'
import { methods, parseRequest } from './parseRequest.js'
import { isHeaderName, parsePlace, placeForms } from './place.js'
import type { Json } from './profile.js'
import { keyed, type ProfileKeys } from './profileKeys.js'
import type { Path } from './yamlSource.js'

/**
 * What a JSON Schema cannot say of a merged profile: pointers, places, requests, headers, dates, the URL.
 * Passes over whatever has not even the right type.
 */
export function meaningComplaints(
  profile: Json,
  keys: Pick<ProfileKeys, 'root' | 'complaints'>,
  now: Date,
): Complaint[] {
  const found: Complaint[] = []
  const add = (path: Path, expected: string, more: Partial<Complaint> = {}): void => {
    found.push({ path, about: 'value', expected, ...more })
  }
  const text = (path: Path, check: (value: string) => void): void => {
    const value = valueAt(profile, path)
    if (typeof value === 'string') check(value)
  }
  const pointer = (path: Path): void =>
    text(path, (value) => {
      if (isPointer(value)) return
      const suggestion = isPointer(`/${value}`) && /^[\w.-]/.test(value) ? `/${value.replaceAll('.', '/')}` : undefined
      add(path, "a JSON Pointer such as '/data/items'", { ...(suggestion && { suggestion }) })
    })
  const place = (path: Path): void =>
    text(path, (value) => {
      if (parsePlace(value) === null) add(path, placeForms, placeSuggestion(value))
    })
  const status = (path: Path, value: Json): void => {
    if (typeof value !== 'string' && typeof value !== 'number') return
    const said = String(value)
    if (!/^[1345](xx|\d\d)$/i.test(said) && !/^2\d\d$/.test(said)) add(path, "a status such as '4xx' or '409'")
  }
  const headers = (path: Path): void => {
    for (const [name, value] of entries(valueAt(profile, path))) {
      const here = [...path, name]
      if (!isHeaderName(name))
        add(here, 'the name of a header that octospec may set', {
          about: 'key',
          found: `${JSON.stringify(name)}${name.toLowerCase() === 'host' ? ', which follows from target.url' : ''}`,
        })
      else if (typeof value === 'string' && !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
        add(here, 'a header value without line breaks and control characters', {
          found: 'a value with such characters',
        })
      }
    }
  }
  const templates = (path: Path, value: Json | undefined = valueAt(profile, path)): void => {
    if (typeof value === 'string') {
      const wrong = malformedTemplate(value, now)
      if (wrong !== null)
        add(path, "a date such as '{today+30}' or '{now+90m}'", { found: `'${wrong}'`, ...templateSuggestion(wrong) })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) templates([...path, key], member)
    }
  }
  const request = (path: Path, id: 'needed' | 'allowed' | 'none', query: boolean): void =>
    text(path, (value) => {
      const parsed = parseRequest(value)
      if (parsed === null) {
        add(path, "a method and a path such as 'POST /x/{id}'", requestSuggestion(value))
        return
      }
      const others = (parsed.path.match(/\{[^{}]*\}?|\/:[A-Za-z]\w*/g) ?? []).filter((part) => part !== '{id}')
      const hasId = parsed.path.includes('{id}')
      const [other] = others
      if (other !== undefined) {
        const meant =
          id === 'none' || hasId ? undefined : value.replace(other, other.startsWith('/') ? '/{id}' : '{id}')
        const expected = id === 'none' ? 'a path without placeholders' : "'{id}' as the only placeholder"
        add(path, expected, { ...(meant && { suggestion: meant }) })
      } else if (hasId && id === 'none') add(path, 'a path without {id}: there is no booking yet')
      else if (!hasId && id === 'needed')
        add(path, "'{id}' in the path, where the booking id goes, or id: 'body:/...' beside it")
      else if (!query && parsed.path.includes('?')) add(path, "a path alone, with its parameters under 'query'")
    })

  const hosts = listed(profile, ['target', 'hosts']).flatMap((path) => {
    const host = valueAt(profile, path)
    return typeof host === 'string' ? [host] : []
  })
  const pinned = (path: Path, url: URL): void => {
    if (hosts.length > 0 && !hosts.some((each) => each.toLowerCase() === url.host))
      add(path, `a host that target.hosts names (${hosts.join(', ')})`, { found: `'${url.host}'` })
  }
  text(['target', 'url'], (value) => {
    const wrong = urlComplaint(value)
    if (wrong !== null) add(['target', 'url'], wrong, value.includes('?') ? { found: 'one that has them' } : {})
    else pinned(['target', 'url'], new URL(value.trim()))
  })
  const base = (path: Path): void =>
    text(path, (value) => {
      if (/^\/(?!\/)[^?#\\]*$/.test(value)) return
      const wrong = urlComplaint(value)
      if (wrong !== null) add(path, `${wrong}, or a path that begins with one /`)
      else pinned(path, new URL(value.trim()))
    })
  for (const account of ['target', 'otherReseller']) {
    const path = [account, 'token', 'url']
    text(path, (value) => {
      const wrong = urlComplaint(value)
      // What is sent there opens everything.
      if (wrong === null && !isLoopback(value) && !/^https:/i.test(value.trim())) add(path, 'an https:// URL')
      else if (wrong !== null) add(path, wrong)
      else pinned(path, new URL(value.trim()))
    })
  }
  if (isSameCaller(valueAt(profile, ['target']), valueAt(profile, ['otherReseller'])))
    add(['otherReseller', 'headers'], 'the credentials of another account than target.headers', {
      found: 'headers that make the same request',
    })
  const clock = valueAt(profile, ['clock'])
  if (isMap(clock) && 'request' in clock) {
    const [way, ...more] = ['minutes', 'seconds', 'at'].filter((name) => clock[name] !== undefined)
    if (way === undefined) add(['clock', 'minutes'], 'this key, or clock.seconds, or clock.at', { about: 'missing' })
    else
      for (const name of more) add(['clock', name], `no more than one of minutes, seconds and at, beside clock.${way}`)
    for (const name of ['read', 'now'])
      if (clock['at'] !== undefined && (clock[name] ?? null) === null)
        add(['clock', name], 'this key beside clock.at: what the clock is set to follows from what it shows', {
          about: 'missing',
        })
  }
  found.push(...keys.complaints(profile))
  for (const { key, value, path } of keyed(keys.root, profile)) {
    const { form } = key
    if (form === 'pointer') pointer(path)
    else if (form === 'place') place(path)
    else if (form === 'base') base(path)
    else if (form === 'status') status(path, value)
    else if (form === 'day')
      text(path, (day) => {
        if (!isDay(day)) add(path, 'a day as YYYY-MM-DD')
      })
    else if (isPayload(key)) {
      if (key.form.payload === 'headers') headers(path)
      if (key.form.templates) templates(path)
    } else if (typeof form === 'object' && 'request' in form) {
      const idPlace = typeof valueAt(profile, [...path.slice(0, -1), 'id']) === 'string'
      request(path, form.request === 'without id' ? 'none' : idPlace ? 'allowed' : 'needed', form.helper === true)
    }
  }
  return found
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

function urlComplaint(value: string): string | null {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(value.trim()))
    return 'an http:// or https:// URL'
  if (url.username !== '' || url.password !== '') return 'a URL without credentials (they belong in target.headers)'
  if (value.includes('?') || value.includes('#')) return 'a URL without query and fragment'
  return null
}

function placeSuggestion(value: string): Partial<Complaint> {
  const where = /^[A-Za-z]+/.exec(value)?.[0]
  if (where === undefined) {
    return parsePlace(`body:${value}`) === null ? {} : { suggestion: `body:${value}` }
  }
  const rest = value.slice(where.length).replace(/^[:.]/, '')
  const meant = closestWord(where, ['body', 'query', 'header'])
  if (meant === undefined || rest === '')
    return parsePlace(`body:/${value}`) && !value.includes(':') ? { suggestion: `body:/${value}` } : {}
  const suggestion = meant === 'body' && !rest.startsWith('/') ? `body:/${rest}` : `${meant}:${rest}`
  return parsePlace(suggestion) === null ? {} : { suggestion }
}

function requestSuggestion(value: string): Partial<Complaint> {
  const [, method, path] = /^([A-Za-z]+)[\s:]+([^\s:#][^\s#]*)$/.exec(value.trim()) ?? []
  if (method === undefined || path === undefined) return {}
  const meant = closestWord(method, methods)
  return meant === undefined ? {} : { suggestion: `${meant} ${path.startsWith('/') ? '' : '/'}${path}` }
}

function templateSuggestion(wrong: string): Partial<Complaint> {
  const [, word, sign, count] = /^\{\s*(today|now)\s*(?:([+-])\s*(\d{1,6})\D*)?/i.exec(wrong) ?? []
  if (word === undefined) return {}
  if (sign === undefined || count === undefined) return { suggestion: `{${word.toLowerCase()}}` }
  return { suggestion: `{${word.toLowerCase()}${sign}${count}${word.toLowerCase() === 'now' ? 'm' : ''}}` }
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

function entries(value: Json | undefined): [string, Json][] {
  return isMap(value) ? Object.entries(value) : []
}

function listed(profile: Json, path: Path): Path[] {
  const list = valueAt(profile, path)
  return Array.isArray(list) ? list.map((_, index) => [...path, String(index)]) : []
}
