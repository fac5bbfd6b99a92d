import { isDeepStrictEqual } from 'node:util'
import { isPointer } from '../contract/jsonPointer.js'
import { closestWord } from './closestWord.js'
import type { Complaint } from './complaint.js'
import { malformedTemplate } from './expandTemplates.js'
import { fieldNames, operationNames } from './fieldNames.js'
import { isMap, valueAt, type JsonMap } from './mergeProfile.js'
import { methods, parseRequest } from './parseRequest.js'
import { isHeaderName, parsePlace, placeForms } from './place.js'
import { bookableNames, type Json } from './profile.js'
import type { Path } from './yamlSource.js'

/** Operations on one booking: their path has `{id}`, or their field `id` has a place. */
const ofOneBooking = new Set<string>(['extend', 'confirm', 'update', 'cancel', 'get'])

/**
 * What a JSON Schema cannot say of a merged profile: pointers, places, requests, headers, dates, the URL.
 * Passes over whatever has not even the right type.
 */
export function meaningComplaints(profile: Json, now: Date): Complaint[] {
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
  const headers = (path: Path): void => {
    for (const [name, value] of entries(valueAt(profile, path))) {
      const here = [...path, name]
      if (!isHeaderName(name))
        add(here, 'the name of a header that octospec may set', { about: 'key', found: JSON.stringify(name) })
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
      else if (!hasId && id === 'needed') add(path, "'{id}' in the path, where the booking id goes")
      else if (!query && parsed.path.includes('?')) add(path, "a path alone, with its parameters under 'query'")
    })

  text(['target', 'url'], (value) => {
    const wrong = urlComplaint(value)
    if (wrong !== null) add(['target', 'url'], wrong, value.includes('?') ? { found: 'one that has them' } : {})
    else {
      const hosts = listed(profile, ['target', 'hosts']).flatMap((path) => {
        const host = valueAt(profile, path)
        return typeof host === 'string' ? [host] : []
      })
      const { host } = new URL(value.trim())
      if (hosts.length > 0 && !hosts.some((each) => each.toLowerCase() === host))
        add(['target', 'url'], `a host that target.hosts names (${hosts.join(', ')})`, { found: `'${host}'` })
    }
  })
  headers(['target', 'headers'])
  headers(['otherReseller', 'headers'])
  if (isSameCaller(valueAt(profile, ['target', 'headers']), valueAt(profile, ['otherReseller', 'headers'])))
    add(['otherReseller', 'headers'], 'the credentials of another account than target.headers', {
      found: 'headers that make the same request',
    })
  const standard = askedOf(valueAt(profile, ['bookable', 'standard']))
  const otherThanStandard = (path: Path, expected: string): void => {
    const other = valueAt(profile, path)
    if (isMap(other) && isDeepStrictEqual(standard, askedOf(other)))
      add(path, expected, { found: 'what bookable.standard is, which can be' })
  }
  for (const path of oneOrMore(profile, ['bookable', 'lateStart']))
    otherThanStandard(path, 'something that starts so soon that it cannot be cancelled any more')
  otherThanStandard(['bookable', 'soldOut'], 'something that cannot be booked any more')
  for (const path of bookableNames.flatMap((name) => oneOrMore(profile, ['bookable', name]))) {
    templates([...path, 'availability'])
    templates([...path, 'reserve'])
  }
  for (const name of operationNames) {
    const base = ['operations', name]
    for (const field of fieldNames[name] ?? []) {
      place([...base, field])
    }
    const idPlace = typeof valueAt(profile, [...base, 'id']) === 'string'
    request([...base, 'request'], !ofOneBooking.has(name) ? 'none' : idPlace ? 'allowed' : 'needed', false)
    headers([...base, 'headers'])
    for (const payload of ['headers', 'query', 'body']) templates([...base, payload])
  }
  pointer(['operations', 'list', 'items'])
  pointer(['operations', 'availability', 'items'])
  pointer(['operations', 'availability', 'availabilityId'])
  for (const path of listed(profile, ['operations', 'availability', 'availabilityId'])) pointer(path)
  for (const key of ['at', 'id', 'reference', 'notes', 'holdEnd', 'emailReceipt']) pointer(['booking', key])
  for (const key of ['total', 'net', 'taxes', 'taxAmount', 'currency', 'currencyPrecision'])
    pointer(['booking', 'pricing', key])
  request(['clock', 'request'], 'none', true)
  place(['clock', 'minutes'])
  request(['redeem', 'request'], 'needed', true)
  pointer(['refusal', 'body'])
  for (const path of listed(profile, ['refusal', 'statuses'])) {
    const found = valueAt(profile, path)
    if (typeof found !== 'string' && typeof found !== 'number') continue
    const status = String(found)
    if (!/^[1345](xx|\d\d)$/i.test(status) && !/^2\d\d$/.test(status)) add(path, "a status such as '4xx' or '409'")
  }
  for (const path of listed(profile, ['redact', 'pointers'])) pointer(path)
  for (const path of listed(profile, ['waive'])) {
    text([...path, 'until'], (value) => {
      if (!isDay(value)) add([...path, 'until'], 'a day as YYYY-MM-DD')
    })
  }
  return found
}

/** Whether the second account sends what the first does: its headers are laid over those of the first, whatever case they have. */
function isSameCaller(first: Json | undefined, second: Json | undefined): boolean {
  if (!isMap(second)) return false
  const byName = new Map(entries(first).map(([name, value]) => [name.toLowerCase(), value]))
  const own = entries(second)
  return own.length > 0 && own.every(([name, value]) => byName.get(name.toLowerCase()) === value)
}

/** What is asked for and booked of a bookable. */
function askedOf(bookable: Json | undefined): JsonMap {
  if (!isMap(bookable)) return {}
  const { productId = null, optionId = null, availability = {}, reserve = {} } = bookable
  return { productId, optionId, availability, reserve }
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

/** The places of a value that may be a list of such values. */
function oneOrMore(profile: Json, path: Path): readonly Path[] {
  return Array.isArray(valueAt(profile, path)) ? listed(profile, path) : [path]
}

function listed(profile: Json, path: Path): Path[] {
  const list = valueAt(profile, path)
  return Array.isArray(list) ? list.map((_, index) => [...path, String(index)]) : []
}
