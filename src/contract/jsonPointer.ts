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

/** What a pointer leads to; undefined: nowhere. Own members only, so that a hostile `__proto__` reaches nothing. */
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
