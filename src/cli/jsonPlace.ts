/** Where a text stops being JSON. */
export interface JsonPlace {
  /** Both from 1. */
  readonly line: number
  readonly column: number
  /** What is wrong there: `expected a value but found '}'`. */
  readonly message: string
}

const space = /[ \t\n\r]*/y
const scalar =
  /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y

/** What may come next while JSON is read. */
type State = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end'

/** The first place where a text is no JSON; null: it is JSON. `JSON.parse` says that something is wrong, but not always where. */
export function jsonPlace(text: string): JsonPlace | null {
  const open: ('{' | '[')[] = []
  let at = 0
  let state: State = 'value'
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const take = (character: string): boolean => {
    if (text[at] !== character) return false
    at += 1
    return true
  }
  for (;;) {
    skip(space)
    const inside = open.at(-1)
    if (state === ', or end' && inside === undefined) return at === text.length ? null : place(text, at, 'the end')
    const closing = state === 'value or ]' ? ']' : state === 'name or }' ? '}' : inside === '{' ? '}' : ']'
    if ((state === 'value or ]' || state === 'name or }' || state === ', or end') && take(closing)) {
      open.pop()
      state = ', or end'
    } else if (state === 'value' || state === 'value or ]') {
      if (take('{')) {
        open.push('{')
        state = 'name or }'
      } else if (take('[')) {
        open.push('[')
        state = 'value or ]'
      } else if (skip(scalar)) state = ', or end'
      else return place(text, at, state === 'value' ? 'a value' : 'a value or ]')
    } else if (state === 'name' || state === 'name or }') {
      if (!skip(string)) return place(text, at, `a name in double quotes${state === 'name' ? '' : ' or }'}`)
      state = ':'
    } else if (state === ':') {
      if (!take(':')) return place(text, at, 'a colon')
      state = 'value'
    } else {
      if (!take(',')) return place(text, at, `a comma or ${closing}`)
      state = inside === '{' ? 'name' : 'value'
    }
  }
}

function place(text: string, at: number, expected: string): JsonPlace {
  const before = text.slice(0, at).split('\n')
  const word = /^(?:[\w.+-]{1,20}|[^])/u.exec(text.slice(at, at + 20))?.[0]
  const found = word === undefined ? 'the end of the text' : word === '\n' ? 'the end of the line' : `'${word}'`
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    message: `expected ${expected} but found ${found}`,
  }
}
