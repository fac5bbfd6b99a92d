import type { Json } from '../profile/profile.js'
import type { Draft, DraftKey, Sureness } from '../suite/interview.js'

/** A line of a profile in the making: a value, or what was not found. */
export type DraftLine =
  | { readonly key: DraftKey; readonly value: Json; readonly sure: Sureness; readonly from: string }
  | { readonly key: DraftKey; readonly likely: Json; readonly why: string }

/** A draft whose lines can be read, in the order in which their keys came up. */
export interface OpenDraft extends Draft {
  lines(): readonly DraftLine[]
}

/** With nothing in it. */
export function openDraft(): OpenDraft {
  const lines = new Map<string, DraftLine>()
  const idOf = (key: DraftKey): string => JSON.stringify(key)
  const valueOf = (line: DraftLine | undefined): Json | undefined =>
    line !== undefined && 'value' in line ? line.value : undefined
  return {
    write: (key, value, sure, from) => void lines.set(idOf(key), { key, value, sure, from }),
    miss(key, likely, why) {
      if (!lines.has(idOf(key))) lines.set(idOf(key), { key, likely, why })
    },
    read: (key) => valueOf(lines.get(idOf(key))),
    lines: () => [...lines.values()],
  }
}
