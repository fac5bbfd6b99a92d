import { readPointer } from '../contract/jsonPointer.js'
import type { Json } from '../profile/profile.js'
import type { Remembered } from './service.js'
import { Stop } from './stop.js'

/** What answers said that later requests of a session say again. */
export interface Memory {
  keep(values: readonly Remembered[]): void
  /** What was remembered of one thing. */
  of(name: string, id: string): Json | undefined
  /**
   * What stands at a pointer in what an operation answered of one thing; of one that it never named, in what it answered last.
   * @throws Stop where nothing does
   */
  recall(operation: string, pointer: string, id: Json | undefined): Json
}

/** Of each name, this many values are kept: an availability check may name any number. */
const most = 5000

/** With nothing in it. */
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
      const value = about ?? [...(named?.values() ?? [])].at(-1)
      const found = value === undefined ? undefined : readPointer<Json>(value, pointer)
      if (found !== undefined) return found
      throw new Stop(
        `the profile asks for {${operation}:${pointer}}, and ${value === undefined ? `no answer to ${operation} has anything of the kind` : `the answer to ${operation} has nothing there`}`,
        `mend the template {${operation}:${pointer}} in the profile: a JSON Pointer inside one item of the answer`,
      )
    },
  }
}
