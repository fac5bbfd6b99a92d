import { isDay } from '../contract/instant.js'
import { isPointer } from '../contract/jsonPointer.js'
import type { Wrong } from './complaint.js'
import { malformedTemplate } from './expandTemplates.js'
import { parseRequest } from './parseRequest.js'
import { isHeaderName, parsePlace, placeForms } from './place.js'

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
