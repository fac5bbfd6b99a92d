import type { Json } from '../profile/profile.js'
import { differences, type Difference } from './differences.js'
import { escapeText } from '../contract/escapeText.js'

/** Characters of a value that a sentence shows. */
const longest = 160

/** Says what a report has and its evidence has not, a sentence each. */
export function unfollowed(said: Json, follows: Json): readonly string[] {
  const found = differences(said, follows)
  const sentences = found.map(sentence)
  return [...new Set(sentences)]
}

function sentence({ path, said, follows }: Difference): string {
  const [part, id, member] = path
  const one = part === undefined ? undefined : singular[part]
  if (one !== undefined && id !== undefined && id !== 'order') {
    const name = `${one} ${escapeText(id, longest)}`
    if (path.length === 2) {
      if (said === undefined)
        return `${name}: it is not in the report, but the evidence has it (${told(outcomeOf(follows))})`
      if (follows === undefined) return `${name}: it is in the report, but not in the evidence`
    }
    if (member === 'outcome') return `${name}: the report says ${plain(said)}, the evidence says ${plain(follows)}`
    return `${name}, ${escapeText(path.slice(2).join('/'), longest)}: the report says ${told(said)}, the evidence says ${told(follows)}`
  }
  const place = path.length === 0 ? 'the report' : escapeText(path.join('/'), longest)
  return `${place}: the report says ${told(said)}, the evidence says ${told(follows)}`
}

const singular: Readonly<Record<string, string>> = {
  checks: 'check',
  clauses: 'clause',
  gaps: 'gap',
  bookings: 'booking',
}

function outcomeOf(thing: Json | undefined): Json | undefined {
  if (typeof thing !== 'object' || thing === null || !('outcome' in thing)) return thing
  return thing.outcome
}

function plain(value: Json | undefined): string {
  return typeof value === 'string' ? escapeText(value, longest) : told(value)
}

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : escapeText(JSON.stringify(value), longest)
}
