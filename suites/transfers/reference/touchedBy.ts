import type { Change } from './change.js'
import { documentedRules } from './rules.js'
import type { TrafficOptions } from './variant.js'
import { plainWire } from './wire.js'

/**
 * The rules that a change answers otherwise, the parts of the wire that it has otherwise, and what it says of the traffic. Of two
 * changes that touch the same thing, the one put on last may leave nothing of the other.
 */
export function touchedBy({
  rules,
  wire,
  options,
}: Pick<Change, 'rules' | 'wire'> & { readonly options?: TrafficOptions }): readonly string[] {
  return [
    ...Object.keys(rules?.(documentedRules) ?? {}),
    ...Object.keys(wire?.(plainWire) ?? {}).map((part) => `wire ${part}`),
    ...Object.keys(options ?? {}),
  ]
}
