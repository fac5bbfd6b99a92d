import { escapeText } from '../contract/escapeText.js'
import { isJsonObject, readPointer } from '../contract/json.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Remembered, Service } from './service.js'
import { WrongTemplate } from './bind.js'
import type { RunValues } from '../profile/templates.js'
import type { Call } from './target.js'
import { idempotencyKey } from './marker.js'
import { idText } from './exchange.js'
import type { Redactor } from './redact.js'

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

type Fields = Readonly<Record<string, Json>>

/** What scenarios say in the run's words, as the target knows it: only texts that came redacted out of an answer are turned back. */
export interface OwnWords {
  readonly restored: (fields: Fields) => Fields
  readonly restoredId: (id: string) => string
  /** The id that an operation takes: some take another one than the rest. */
  readonly idFor: (purpose: string, id: string) => string
  readonly runValues: (call: Call, fields: Fields) => RunValues
}

export function openOwnWords(
  { operations, requests }: Service,
  profile: Profile,
  {
    redact,
    memory,
    nextKey,
  }: { readonly redact: Redactor; readonly memory: Memory; readonly nextKey: (scenario: string) => string },
): OwnWords {
  const restored: OwnWords['restored'] = (fields) => {
    const all = Object.entries(fields).map(([field, value]): [string, Json] => [field, redact.restore(value)])
    return all.every(([field, value]) => value === fields[field]) ? fields : Object.fromEntries(all)
  }

  const restoredId: OwnWords['restoredId'] = (id) => idText(redact.restore(id)) ?? id

  const idFor: OwnWords['idFor'] = (purpose, id) => {
    const other = requests.idOf?.(purpose, profile) ?? null
    const known = other === null ? undefined : (memory.of(other, id) ?? memory.of(other, restoredId(id)))
    return idText(redact.restore(known ?? id)) ?? id
  }

  const runValues: OwnWords['runValues'] = ({ scenario, purpose, before, options }, fields) => {
    const key = fields[operations[purpose]?.key ?? '']
    let uuid: string | undefined
    const made = (): string => {
      // A request that is sent again with its key says the same again.
      uuid ??= typeof key === 'string' ? idempotencyKey(key, 'value', 0) : nextKey(`${scenario} value`)
      return uuid
    }
    return {
      get uuid() {
        return made()
      },
      get number() {
        return Number.parseInt(made().slice(0, 8), 16)
      },
      recall: (of, pointer) => {
        const told = before && requests.within?.(of, before, options)
        const found =
          told === undefined
            ? memory.recall(of, pointer, requests.about?.(of, fields))
            : recalled(of, pointer, told ?? undefined)
        return redact.restore(found)
      },
    }
  }

  return { restored, restoredId, idFor, runValues }
}
