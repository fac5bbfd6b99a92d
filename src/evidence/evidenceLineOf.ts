import type { Json } from '../profile/profile.js'
import type { EvidenceLine } from './evidence.js'
import { EvidenceError } from './evidenceError.js'

const types: ReadonlySet<string> = new Set([
  'plan',
  'intent',
  'exchange',
  'trial',
  'smallest',
  'stop',
  'crash',
  'done',
  'pending',
  'bookings',
  'end',
  'seal',
] satisfies EvidenceLine['type'][])

/** @throws EvidenceError */
export function evidenceLineOf(value: Json, place: string): EvidenceLine {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined
  if (typeof type !== 'string' || !types.has(type)) throw new EvidenceError(`${place}: the line is of no known type`)
  return value as unknown as EvidenceLine
}
