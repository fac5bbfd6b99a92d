import type { Change } from './change.js'
import { documentedRules, type Rules } from './rules.js'
import { plainWire, type Wire } from './wire.js'

/** The documented service with these faults and variants put upon it one after the other, each on what the former made. */
export function compose(changes: readonly Pick<Change, 'rules' | 'wire'>[]): {
  readonly rules: Rules
  readonly wire: Wire
} {
  let rules = documentedRules
  let wire = plainWire
  for (const change of changes) {
    if (change.rules !== undefined) rules = { ...rules, ...change.rules(rules) }
    if (change.wire !== undefined) wire = { ...wire, ...change.wire(wire) }
  }
  return { rules, wire }
}
