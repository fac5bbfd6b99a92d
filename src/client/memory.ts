import { escapeText } from '../contract/escapeText.js'
import { isJsonObject, readPointer } from '../contract/json.js'
import type { Json } from '../profile/profile.js'
import type { Remembered } from './service.js'
import { WrongTemplate } from './templatesFilled.js'

export interface Memory {
  keep(values: readonly Remembered[]): void
  of(name: string, id: string): Json | undefined
  /**
   * What stands at a pointer in what an operation answered of one thing; of one that it never named, in what it answered last.
   * @throws WrongTemplate where nothing does
   */
  recall(operation: string, pointer: string, id: Json | undefined): Json
}

/** Of each name, this many values are kept: an availability check may name any number. */
const most = 5000

export function openMemory(): Memory {
  const kept = new Map<string, Map<string, Json>>()
  return {
    keep(values) {
      for (const { of, id, value } of values) {
        const named = kept.get(of) ?? new Map<string, Json>()
        kept.set(of, named)
        // What came last stands last.
        named.delete(id)
        named.set(id, value)
        const [first] = named.keys()
        if (named.size > most && first !== undefined) named.delete(first)
      }
    },
    of: (name, id) => kept.get(name)?.get(id),
    recall(operation, pointer, id) {
      const named = kept.get(operation)
      const about = typeof id === 'string' ? named?.get(id) : undefined
      return recalled(operation, pointer, about ?? [...(named?.values() ?? [])].at(-1))
    },
  }
}

/** The value of the template `{name:pointer}`. @throws WrongTemplate where nothing stands there */
export function recalled(name: string, pointer: string, value: Json | undefined): Json {
  const found = value === undefined ? undefined : readPointer<Json>(value, pointer)
  if (found !== undefined) return found
  const why = value === undefined ? `no ${name} was answered` : `the ${name} that was answered has nothing there`
  throw new WrongTemplate(`{${name}:${pointer}}`, `${why}${namesIn(value)}`, name)
}

/** Names that are shown of what is there instead. */
const mostNames = 12

function namesIn(value: Json | undefined): string {
  const names = isJsonObject(value) ? Object.keys(value).slice(0, mostNames) : []
  return names.length === 0 ? '' : `; it has ${names.map((each) => escapeText(each, 40)).join(', ')}`
}
