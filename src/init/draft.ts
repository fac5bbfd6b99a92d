import { isMap, valueAt } from '../profile/mergeProfile.js'
import type { Json } from '../profile/profile.js'
import { withoutVariables, withVariablesAsTexts } from '../profile/substituteEnv.js'
import type { Draft, DraftKey, Sureness } from '../suite/interview.js'

/** A line of a profile in the making: a value, or what was not found. */
export type DraftLine =
  | { readonly key: DraftKey; readonly value: Json; readonly sure: Sureness; readonly from: string }
  | { readonly key: DraftKey; readonly likely: Json; readonly why: string; readonly isUnread?: boolean }

/** A draft whose lines can be read, in the order in which their keys came up. */
export interface OpenDraft extends Draft {
  /** As they stand in a profile: no variable of the user's is in what a target said. */
  lines(): readonly DraftLine[]
}

/** @param begun a profile that somebody began: what it says is not written anew, and its lines are not among those of the draft */
export function openDraft(begun: Json = {}): OpenDraft {
  const lines = new Map<string, DraftLine>()
  const idOf = (key: DraftKey): string => JSON.stringify(key)
  const valueOf = (line: DraftLine | undefined): Json | undefined =>
    line !== undefined && 'value' in line ? line.value : undefined
  return {
    write(key, value, sure, from) {
      if (!isSaid(begun, key)) lines.set(idOf(key), { key, value, sure, from })
    },
    miss(key, likely, why, isUnread = false) {
      if (!isSaid(begun, key) && !lines.has(idOf(key))) lines.set(idOf(key), { key, likely, why, isUnread })
    },
    read: (key) => {
      const said = isSaid(begun, key) ? valueAt(begun, key) : undefined
      return said === undefined ? valueOf(lines.get(idOf(key))) : withVariablesAsTexts(said)
    },
    lines: () => [...lines.values()].map(written),
  }
}

/** A target may answer `${AWS_SECRET_ACCESS_KEY}`, and would be sent it by a run. Only what an account is known by is the user's own. */
function written(line: DraftLine): DraftLine {
  const [account = '', part = ''] = line.key
  if (['target', 'otherReseller'].includes(account) && ['headers', 'query'].includes(part)) return line
  return 'value' in line
    ? { ...line, value: withoutVariables(line.value) }
    : { ...line, likely: withoutVariables(line.likely) }
}

/** Whether a profile says what stands at a key, or that there is nothing: `operations: { extend: null }`. */
function isSaid(begun: Json, key: DraftKey): boolean {
  return key.some((_, at) => {
    const above = valueAt(begun, key.slice(0, at + 1))
    return above !== undefined && (at + 1 === key.length || !isMap(above))
  })
}
