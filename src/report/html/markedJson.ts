import { pointerTokens } from '../../contract/jsonPointer.js'
import type { Json } from '../../profile/profile.js'
import { bounded, escaped, type Html } from './escaped.js'

/** JSON texts up to this length are shown whole: more where no place is to be found in them. */
const whole = 5000
const wholeWithMarks = 1600
const longestString = 400
const longestGlimpse = 44
/** Of a long array or object that holds a marked place: members shown at its beginning, and on either side of the place. */
const atStart = 1
const around = 2

/** The places in a value that are marked, as a tree of tokens. */
interface Marks {
  marked: boolean
  readonly below: Map<string, Marks>
}

/** A JSON value with the values at some pointers marked. Large values are shown in part, and the rest is counted. */
export function markedJson(value: Json, pointers: readonly string[]): Html {
  const root = emptyMarks()
  for (const pointer of pointers) {
    if (pointer === '') continue
    let here = root
    for (const token of pointerTokens(pointer)) {
      const next = here.below.get(token) ?? emptyMarks()
      here.below.set(token, next)
      here = next
    }
    here.marked = true
  }
  const brief = JSON.stringify(value).length > (root.below.size > 0 ? wholeWithMarks : whole)
  return escaped`${print(value, root, '', brief, { left: whole })}`
}

function emptyMarks(): Marks {
  return { marked: false, below: new Map() }
}

function print(value: Json, marks: Marks | undefined, indent: string, brief: boolean, room: { left: number }): Html {
  const shown = printPlain(value, marks, indent, brief, room)
  return marks?.marked === true ? here(shown) : shown
}

function here(shown: Html): Html {
  return escaped`<mark>${shown}</mark><span class="here"> ← here</span>`
}

function printPlain(
  value: Json,
  marks: Marks | undefined,
  indent: string,
  brief: boolean,
  room: { left: number },
): Html {
  if (typeof value !== 'object' || value === null) return scalar(value, room)
  // Beside the marked places of a large value only a glimpse of each member is shown.
  if (brief && indent !== '' && (marks === undefined || (marks.below.size === 0 && room.left <= 0)))
    return glimpse(value, room)
  const list: readonly (readonly [string, Json])[] = Object.entries(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  // Deep nesting would be mostly indentation.
  const inner = indent.length < 40 ? `${indent}  ` : indent
  const missing = [...(marks?.below.keys() ?? [])].filter((token) => !Object.hasOwn(value, token))
  if (list.length === 0 && missing.length === 0) return escaped`${open}${close}`
  const parts: Html[] = []
  let skipped = 0
  const endSkip = (): void => {
    if (skipped > 0) parts.push(escaped`\n${inner}<span class="elided">… ${skipped} more</span>`)
    skipped = 0
  }
  const places = list.flatMap(([key], at) => (marks?.below.has(key) === true ? [at] : []))
  list.forEach(([key, member], at) => {
    const near = at < atStart || places.some((place) => Math.abs(place - at) <= around)
    if (brief && !near && (list.length > 30 || room.left <= 0)) {
      skipped += 1
      return
    }
    endSkip()
    const name = Array.isArray(value) ? '' : escaped`<span class="key">${bounded(JSON.stringify(key), 200)}</span>: `
    const comma = at < list.length - 1 ? ',' : ''
    parts.push(escaped`\n${inner}${name}${print(member, marks?.below.get(key), inner, brief, room)}${comma}`)
  })
  endSkip()
  for (const token of missing)
    parts.push(
      escaped`\n${inner}<mark><span class="key">${bounded(JSON.stringify(token), 200)}</span>: (not there)</mark
        ><span class="here"> ← here</span>`,
    )
  return escaped`${open}${parts}\n${indent}${close}`
}

function scalar(value: string | number | boolean | null, room: { left: number }): Html {
  const text = JSON.stringify(value)
  room.left -= Math.min(text.length, longestString)
  return bounded(text, longestString)
}

function glimpse(value: Json, room: { left: number }): Html {
  const text = JSON.stringify(value)
  room.left -= Math.min(text.length, longestGlimpse)
  if (text.length <= longestGlimpse) return bounded(text, longestGlimpse)
  return escaped`<span class="elided">${bounded(text.slice(0, longestGlimpse), longestGlimpse)} …</span>`
}
