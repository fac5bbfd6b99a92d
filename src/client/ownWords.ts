import type { RunValues } from '../profile/templates.js'
import type { Json, Profile } from '../profile/profile.js'
import type { Call } from './target.js'
import { idempotencyKey } from './marker.js'
import { idText } from './idText.js'
import { recalled, type Memory } from './memory.js'
import type { Redactor } from './redact.js'
import type { Service } from './service.js'

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
