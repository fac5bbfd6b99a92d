import { escapeText } from '../contract/escapeText.js'
import { isJsonObject, readPointer } from '../contract/json.js'
import type { Json, Profile } from '../profile/profile.js'
import type { RunValues } from '../profile/templates.js'
import { WrongTemplate } from './bind.js'
import { idText } from './exchange.js'
import { idempotencyKey } from './marker.js'
import type { Redactor } from './redact.js'
import type { Remembered, Service } from './service.js'
import type { Call } from './target.js'

/** The most values kept of each name: an availability check may name any number. */
const most = 5000

/** What answers said that later requests may have to say. */
export class Memory {
  readonly #kept = new Map<string, Map<string, Json>>()

  keep(values: readonly Remembered[]): void {
    for (const { of, id, value } of values) {
      const named = this.#kept.get(of) ?? new Map<string, Json>()
      this.#kept.set(of, named)
      // What came last stands last.
      named.delete(id)
      named.set(id, value)
      const [first] = named.keys()
      if (named.size > most && first !== undefined) named.delete(first)
    }
  }

  of(name: string, id: string): Json | undefined {
    return this.#kept.get(name)?.get(id)
  }

  /**
   * The value at a pointer in what an operation answered about this id; where it never did, in its last answer.
   * @throws WrongTemplate where nothing does
   */
  recall(operation: string, pointer: string, id: Json | undefined): Json {
    const about = typeof id === 'string' ? this.of(operation, id) : undefined
    return recalled(operation, pointer, about ?? [...(this.#kept.get(operation)?.values() ?? [])].at(-1))
  }
}

/** The value of the template `{name:pointer}`. @throws WrongTemplate where nothing stands there */
function recalled(name: string, pointer: string, value: Json | undefined): Json {
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

/** The values of a call as the target knows them: only texts that came redacted out of an answer are turned back. */
export interface Said {
  readonly input: Call['input']
  readonly fields: Call['fields']
  readonly bookingId?: string
  /** What stands for the id in the request: some operations take another one than the rest. */
  readonly id?: string
  readonly run: RunValues
}

export function saidBy(
  call: Call,
  {
    service,
    profile,
    redact,
    memory,
    nextKey,
  }: {
    readonly service: Service
    readonly profile: Profile
    readonly redact: Redactor
    readonly memory: Memory
    readonly nextKey: (scenario: string) => string
  },
): Said {
  const { scenario, purpose, options, before, id } = call
  const { operations, requests } = service
  const fields = restored(call.fields, redact)
  const key = fields[operations[purpose]?.key ?? '']
  let uuid: string | undefined
  // A request that is sent again with its key says the same again.
  const made = (): string =>
    (uuid ??= typeof key === 'string' ? idempotencyKey(key, 'value', 0) : nextKey(`${scenario} value`))
  const idFor = (id: string, bookingId: string): string => {
    const other = requests.idOf?.(purpose, profile) ?? null
    const known = other === null ? undefined : (memory.of(other, id) ?? memory.of(other, bookingId))
    return known === undefined ? bookingId : (idText(redact.restore(known)) ?? id)
  }
  const bookingId = id === undefined ? undefined : (idText(redact.restore(id)) ?? id)
  return {
    input: restored(call.input, redact),
    fields,
    ...(id !== undefined && bookingId !== undefined && { bookingId, id: idFor(id, bookingId) }),
    run: {
      get uuid() {
        return made()
      },
      get number() {
        return Number.parseInt(made().slice(0, 8), 16)
      },
      recall(of, pointer) {
        const told = before && requests.within?.(of, before, options)
        const found =
          told === undefined
            ? memory.recall(of, pointer, requests.about?.(of, fields))
            : recalled(of, pointer, told ?? undefined)
        return redact.restore(found)
      },
    },
  }
}

function restored(fields: Call['fields'], redact: Redactor): Call['fields'] {
  const all = Object.entries(fields).map(([field, value]): [string, Json] => [field, redact.restore(value)])
  return all.every(([field, value]) => value === fields[field]) ? fields : Object.fromEntries(all)
}
