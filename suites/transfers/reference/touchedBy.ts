import type { Change } from './change.js'
import { documentedRules } from './rules.js'
import type { TrafficOptions } from './variant.js'
import { plainWire } from './wire.js'

/**
 * The rules that a change answers otherwise, the parts of the wire that it has otherwise, and what it says of the traffic. Of two
 * changes that touch the same thing, or one a part of the other's, the one put on last may leave nothing of the other. What changes no more
 * than the look of some answers touches those places alone: `afterReply get /status`.
 */
export function touchedBy({
  rules,
  wire,
  edits,
  options,
}: Pick<Change, 'rules' | 'wire' | 'edits'> & { readonly options?: TrafficOptions }): readonly string[] {
  return [
    ...Object.keys(rules?.(documentedRules) ?? {}).flatMap((name) =>
      name === 'afterReply' && edits !== undefined ? [...new Set(edits)].map((place) => `${name} ${place}`) : [name],
    ),
    ...Object.keys(wire?.(plainWire) ?? {}).map((part) => `wire ${part}`),
    ...Object.keys(options ?? {}),
  ]
}
