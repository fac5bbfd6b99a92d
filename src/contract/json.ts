export type JsonObject = Record<string, unknown>

/** True for a JSON object, so not for an array and not for null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const parsed = new Map<string, readonly string[]>()

/** Pointers are read thousands of times and there are few of them; beyond this many, none is kept any more. */
const mostParsed = 2000

/** Splits a JSON Pointer (RFC 6901) into its unescaped tokens; `''` has none. */
export function pointerTokens(pointer: string): readonly string[] {
  const known = parsed.get(pointer)
  if (known !== undefined) return known
  const tokens = split(pointer)
  if (parsed.size < mostParsed) parsed.set(pointer, tokens)
  return tokens
}

function split(pointer: string): readonly string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Joins tokens to a JSON Pointer, escaped. */
export function toPointer(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** True for text that is a JSON Pointer. */
export function isPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !/~(?![01])/.test(text)
}

/** The value that a pointer leads to; undefined: none. Own members only: a hostile `__proto__` reaches nothing. */
export function readPointer<Value>(value: Value, pointer: string): Value | undefined {
  let here: unknown = value
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(here)) {
      if (!/^(0|[1-9]\d*)$/.test(token)) return undefined
      here = here[Number(token)]
    } else if (typeof here === 'object' && here !== null && Object.hasOwn(here, token)) {
      here = Reflect.get(here, token)
    } else {
      return undefined
    }
    if (here === undefined) return undefined
  }
  // A member of a JSON value is a JSON value of the same kind; the walk above only follows own members.
  return here as Value | undefined
}

export interface Found<Value = unknown> {
  readonly pointer: string
  readonly value: Value
}

/** A value from a target may be anything: so much of it is looked at. */
const [mostPlaces, deepest, mostItems] = [2000, 6, 3]

/** The places of a JSON value, those nearest to its top first; of a list the first items. */
export function placesIn<Value>(json: Value): readonly Found<Value>[] {
  const places: Found<Value>[] = [{ pointer: '', value: json }]
  for (const { pointer, value } of places) {
    if (places.length >= mostPlaces) break
    if (typeof value !== 'object' || value === null || pointer.split('/').length > deepest) continue
    const members = Array.isArray(value) ? value.slice(0, mostItems).entries() : Object.entries(value)
    // The members of a JSON value are JSON values of the same kind.
    for (const [name, member] of members)
      places.push({ pointer: `${pointer}${toPointer([name])}`, value: member as Value })
  }
  return places.slice(0, mostPlaces)
}

/** Places beyond this many are not looked at: a pointer with several `*` may lead to any number. */
const mostFound = 10_000

/** The values that a pointer leads to in which `*` stands for each member or element. */
export function readPlaces<Value>(value: Value, pointer: string): readonly Found<Value>[] {
  return pointerTokens(pointer).reduce<readonly Found<Value>[]>(
    (found, token) => found.flatMap((each) => (token === '*' ? inside(each) : at(each, token))).slice(0, mostFound),
    [{ pointer: '', value }],
  )
}

function inside<Value>({ pointer, value }: Found<Value>): readonly Found<Value>[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name]) => at({ pointer, value }, name))
}

function at<Value>({ pointer, value }: Found<Value>, token: string): readonly Found<Value>[] {
  const step = toPointer([token])
  const found = readPointer<Value>(value, step)
  return found === undefined ? [] : [{ pointer: `${pointer}${step}`, value: found }]
}

const longest = 80

/** A received value in a few words, cut short: `"25"`, `12.5`, `an array of 3`, `an object`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`
  if (isJsonObject(value)) return 'an object'
  if (typeof value === 'string') {
    return value.length > longest
      ? `${JSON.stringify(value.slice(0, longest))}… (${value.length} characters)`
      : JSON.stringify(value)
  }
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : typeof value
}
