import { placesIn } from '../contract/placesIn.js'

/** Members of errors that name the place of what is wrong. */
const naming =
  /^(field|fields|param|parameter|property|propertyname|path|pointer|loc|location|instancepath|missingproperty|name)$/i
const member = /^[A-Za-z][\w.[\]-]{1,60}$/
const missing =
  /\b([A-Za-z][A-Za-z0-9_.[\]]{1,60})["'`]? (?:(?:is|are) (?:required|missing|mandatory|a required)|field is|must be (?:present|provided|an? )|must not be (?:null|empty|blank)|should not be empty)|(?:missing|required|requires)(?: required)?(?: (?:field|member|property|parameter|attribute)s?)?:? ["'`]?([A-Za-z][A-Za-z0-9_.[\]]{1,60})/gi
const mostText = 400

/** A header that must be there, as frameworks name it. */
const header =
  /\bheader:? ["'`]([A-Za-z][A-Za-z0-9-]{1,60})["'`]|["'`]?\b([A-Za-z]+-[A-Za-z0-9-]{1,60})["'`]? (?:request )?header\b/gi

/** The members that a refusal asks for, in its own words or in a list of errors: `unitItems`, `window.from`; and headers: `header:X-Id`. */
export function demandsOf(json: unknown, text: string): readonly string[] {
  const found = new Set<string>()
  const say = (words: string): void => {
    const text = words.slice(0, mostText)
    for (const [, before, after] of text.matchAll(header)) found.add(`header:${before ?? after ?? ''}`)
    for (const { 1: before, 2: after, index } of text.matchAll(missing))
      for (const name of [...(before === undefined ? [] : joinedTo(text.slice(0, index))), before ?? after ?? ''])
        if (!everyday.has(name.toLowerCase())) found.add(plain(name))
  }
  for (const { pointer, value } of placesIn(json)) {
    if (typeof value !== 'string') continue
    const names = pointer.split('/').filter((name) => !/^\d+$/.test(name))
    if (naming.test(names.at(-1) ?? '') && member.test(value.replace(/^\/+|^#\//, '').replaceAll('/', '.')))
      found.add(plain(value))
    else say(value)
  }
  say(text)
  return [...found].slice(0, 10)
}

/** What is demanded together with what follows: `from and `. */
function joinedTo(text: string): readonly string[] {
  const [name] = /[A-Za-z][A-Za-z0-9_.]{1,60}(?=["'`]? and ["'`]?$)/.exec(text.slice(-80)) ?? []
  return name === undefined ? [] : [name]
}

/** `/body/window/from` and `body.window.from` are `window.from`. */
function plain(name: string): string {
  return name
    .replace(/^[#/]+/, '')
    .replaceAll('/', '.')
    .replaceAll(/\[\d*\]/g, '')
    .replace(/^body\./, '')
}

const everyday = new Set([
  'it',
  'this',
  'that',
  'field',
  'value',
  'parameter',
  'property',
  'body',
  'which',
  'credentials',
  'one',
  'is',
  'a',
  'the',
  'header',
  'request',
])
