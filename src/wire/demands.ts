import { pointerTokens, readPointer, toPointer, placesIn, type Found } from '../contract/json.js'

/** Members of errors that name the place of what is wrong. */
const naming =
  /^(field|fields|param|parameter|property|propertyname|path|pointer|loc|location|instancepath|missingproperty|name)$/i
/** Members of errors whose own members are called like what is wrong. */
const holding = /^(\w*errors|violations|invalid[-_]?params|modelstate|fields)$/i
const member = /^[A-Za-z][\w.[\]-]{1,60}$/
const missing =
  /\b([A-Za-z][A-Za-z0-9_.[\]]{1,60})["'`]? (?:(?:is|are) (?:required|missing|mandatory|a required)|field is|must be (?:present|provided|an? |in |one )|must match|is not a valid|must not be (?:null|empty|blank)|should not be empty)|(?:missing|required|requires)(?: (?:or|and) (?:empty|blank|null|invalid))?(?: required)?(?: (?:field|member|property|parameter|attribute)s?)?:? ["'`]?([A-Za-z][A-Za-z0-9_.[\]]{1,60})/gi
/** Messages of Go, which reads names in any case, and of Rails, with names as words: `Date from can't be blank`. */
const ofValidators = [
  /\bField validation for '([A-Za-z]\w{1,60})' failed/g,
  /(?:^|, )([A-Z][a-z]{1,30}(?: [a-z]{1,30}){1,3}) (?:can't be blank|is not a valid)/g,
] as const
const wanting = /required|missing|mandatory|blank|empty|must|can(no|')t be|invalid|expected|not a valid/i
const mostText = 400
/** Names after which no more are looked for: they are compared with each other, and a target may send any number. */
const mostNames = 200

/** `window must carry firstDay and lastDay`, `window: { firstDay, lastDay }`: members of a member. */
const within = [
  /\b([A-Za-z]\w{1,60})["'`]? (?:must|should|has to|needs to) (?:have|carry|contain|include|give|name|hold|specify|state)((?: (?:both|the|members?|fields?|properties))*,?:? ["'`]?\w{2,60}["'`]?(?:(?:,| and|, and) ["'`]?\w{2,60}["'`]?){0,4})/gi,
  /\b([A-Za-z]\w{1,60})["'`]?(?: is| as| like| must be(?: an object)?)?:? \{ ?(["'`]?\w{2,60}["'`]?(?::[^{},]{0,40})?(?:, ?["'`]?\w{2,60}["'`]?(?::[^{},]{0,40})?){0,4}) ?\}/gi,
] as const
/** `must provide A, B, or C`, with members whose names can only be such. */
const mustGive =
  /\b(?:must|should|have to|needs? to|please) (?:provide|supply|give|specify|include|send|set)((?: (?:either|one of|both|a|the))*,?:? ["'`]?[\w/]{2,60}["'`]?(?:(?:,? (?:or|and) |, ?)["'`]?[\w/]{2,60}["'`]?){0,5})/gi
const called = /["'`]?\b([A-Za-z]\w{1,60})\b["'`]?(?::[^{},]{0,40})?/g
/** Words that may be members as well, where a sentence names them in pairs. */
const ends = /^(from|to|until|start|end|first|last)$/i

/** What Rails says of an object that all else is wanted in. */
const holderMissing = /\bparam(?:eter)? is missing or the value is empty(?: or invalid)?: ([A-Za-z]\w{1,60})/i

/** A header that must be there, as frameworks name it. */
const header =
  /\bheader:? ["'`]([A-Za-z][A-Za-z0-9-]{1,60})["'`]|\bheader:? ([A-Za-z]{1,30}-[A-Za-z0-9-]{1,60})|["'`]?\b([A-Za-z]+-[A-Za-z0-9-]{1,60})["'`]? (?:request )?header\b/gi

export function saysWanting(words: string): boolean {
  return wanting.test(words)
}

/** The members and headers that a refusal asks for: `unitItems`, `window.from`, `header:X-Id`. */
export function demandsOf(json: unknown, text: string): readonly string[] {
  const found = new Set<string>()
  const say = (words: string, inside = ''): void => {
    const text = words.slice(0, mostText)
    for (const [, quoted, plain, after] of text.matchAll(header)) found.add(`header:${quoted ?? plain ?? after ?? ''}`)
    const [, holder] = holderMissing.exec(text) ?? []
    if (holder !== undefined) return void found.add(holder)
    for (const name of membersNamed(text)) found.add(name)
    const validated = ofValidators.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
    for (const name of validated) found.add(name.includes(' ') ? name.toLowerCase().replaceAll(' ', '_') : name)
    if (validated.length > 0) return
    for (const { 1: before, 2: after, index } of text.matchAll(missing))
      for (const name of [...(before === undefined ? [] : joinedTo(text.slice(0, index))), before ?? after ?? ''])
        if (!everyday.has(name.toLowerCase()))
          found.add(plain(/required property/i.test(text) ? `${inside}.${name}` : name))
  }
  for (const place of placesIn(json)) {
    if (found.size >= mostNames) break
    const { pointer, value } = place
    const named = joinedName(place)
    const names = pointerTokens(pointer).filter((name) => !/^\d+$/.test(name))
    const name = names.at(-1) ?? ''
    if (named !== null) found.add(named)
    if (typeof value !== 'string' || isPart(json, pointer)) continue
    const isName = naming.test(name) && member.test(value.replace(/^\/+|^#\//, '').replaceAll('/', '.'))
    const inside = insideOf(json, pointer, /^missingproperty$/i.test(name))
    const own = memberOf(names) ?? fieldOf(json, names, pointer, value)
    if (isName) found.add(plain(/^missingproperty$/i.test(name) ? `${inside}.${value}` : value))
    else if (own !== null && saysWanting(value)) found.add(own)
    else say(value, inside)
  }
  say(text)
  const all = [...found]
  // What is named inside of a member stands for it.
  return all.filter((name) => !all.some((other) => other.startsWith(`${name}.`))).slice(0, 10)
}

/** `["body", "window", "from"]`, as some tell a place; null: it is none. */
function joinedName({ pointer, value }: Found): string | null {
  if (!Array.isArray(value) || !naming.test(pointerTokens(pointer).at(-1) ?? '')) return null
  const tokens = value.filter((each): each is string => typeof each === 'string')
  const [where, ...way] = tokens
  if (where === 'header' && way.length === 1) return `header:${way[0] ?? ''}`
  const names = /^(body|query|params)$/.test(where ?? '') ? way : tokens
  return names.length > 0 && names.every((each) => /^\w{1,60}$/.test(each)) ? names.join('.') : null
}

/** Whether it is one of the words of such a place. */
function isPart(json: unknown, pointer: string): boolean {
  const [...above] = pointerTokens(pointer)
  if (!/^\d+$/.test(above.pop() ?? '')) return false
  const at = toPointer(above)
  return joinedName({ pointer: at, value: readPointer(json, at) }) !== null
}

/** The place that an error names beside its words, or beside the object that they stand in. */
function insideOf(json: unknown, pointer: string, isBelow: boolean): string {
  const above = pointerTokens(pointer).slice(0, isBelow ? -2 : -1)
  const place = readPointer(json, `${toPointer(above)}/instancePath`)
  return typeof place === 'string' && place.length <= 120 ? place : ''
}

/** The member that words stand in: `{ "errors": { "window.from": ["is required"] } }`; null: none. */
function memberOf(names: readonly string[]): string | null {
  const at = names.findIndex((name) => holding.test(name))
  const own = names.slice(at + 1).join('.')
  const isTold = at >= 0 && own !== '' && names.slice(at + 1).every((name) => !naming.test(name) && !telling.test(name))
  return isTold && member.test(own) ? plain(own) : null
}

/** The member that an answer of the form `{ "date_from": ["This field is required."] }` speaks of; null: none. */
function fieldOf(json: unknown, names: readonly string[], pointer: string, value: string): string | null {
  const above = readPointer(json, toPointer(pointerTokens(pointer).slice(0, -1)))
  const isOne = Array.isArray(above) ? above.every((each) => typeof each === 'string') : ofItself.test(value)
  const isOther = (name: string): boolean =>
    naming.test(name) || telling.test(name) || holding.test(name) || wordy.test(name)
  const own = names.join('.')
  return isOne && own !== '' && !names.some(isOther) && member.test(own) && saysWanting(value) ? plain(own) : null
}

/** A text alone that says of what it stands at that it is wanted. */
const ofItself =
  /^(this (field|value|member|parameter)|(is |are )?(required|missing|mandatory|a required)|must (be|not be)|can(no|')t be|may not be|should not be|field required|not a valid)\b/i
/** Names of members with words. */
const wordy = /(error|message|reason|detail|warning|issue|violation|problem|hint|help|info|state|list)s?$/i

/** Members that say what is wrong in words; the last of them, with all of a request and none of its members. */
const telling =
  /^(message|msg|detail|details|reason|code|title|text|description|type|keyword|error|schemapath|defaultmessage|rejectedvalue|value|url|ctx|params|source|status|base|general|non_?field_?errors|__all__|_schema)$/i

/** Members that a sentence names as those of another one. */
function membersNamed(text: string): readonly string[] {
  const alone = [...text.matchAll(mustGive)].flatMap(([, list = '']) => bothEnds(list).match(/\w{2,60}/g) ?? [])
  const inside = within.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 1: outer = '', 2: list = '' }) => {
      const names = [...list.matchAll(called)]
        .map(([, name = '']) => name)
        .filter((name) => /[a-z][A-Z]|_/.test(name) || ends.test(name))
      return names.map((name) => plain(everyday.has(outer.toLowerCase()) ? name : `${outer}.${name}`))
    }),
  )
  return [...alone.filter((name) => /[a-z][A-Z]|_/.test(name)), ...inside]
}

/** `dateStart/End` names two. */
function bothEnds(list: string): string {
  return list.replaceAll(/\b(\w{1,60}[a-z])(Start|From)\/(End|To)\b/g, '$1$2 $1$3')
}

/** What is demanded together with what follows: `from and `. */
function joinedTo(text: string): readonly string[] {
  const [name] = /[A-Za-z][A-Za-z0-9_.]{1,60}(?=["'`]? and ["'`]?$)/.exec(text.slice(-80)) ?? []
  return name === undefined ? [] : [name]
}

/** `/body/window/from` and `body.window.from` are `window.from`. */
function plain(name: string): string {
  return name
    .replace(/^[#/.]+/, '')
    .replaceAll('/', '.')
    .replaceAll(/\[\d*\]/g, '')
    .replace(/^(body|json)\./, '')
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
  'payload',
])
