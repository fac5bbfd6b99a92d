import { departure } from '../contract/publishedShape.js'
import { isMap } from '../profile/mergeProfile.js'
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

/** A line of evidence, held to its schema. @throws EvidenceError for what octospec does not write */
export function evidenceLineOf(value: Json, place: string): EvidenceLine {
  const type = isMap(value) ? value['type'] : undefined
  if (!isMap(value) || typeof type !== 'string' || !types.has(type))
    throw new EvidenceError(`${place}: the line is of no known type`)
  const { plan } = value
  const version = isMap(plan) ? plan['schemaVersion'] : undefined
  if (type === 'plan' && typeof version === 'number' && version !== 1)
    throw new EvidenceError(
      `${place}: the evidence has schema version ${version}, and this octospec reads version 1`,
      'use the octospec that made the run',
    )
  const wrong = departure('evidence.schema.json', value, type)
  if (wrong !== null) throw new EvidenceError(`${place}: the line is none that octospec wrote: ${wrong}`)
  // The schema describes these types member by member; a test holds what octospec writes to it.
  return value as unknown as EvidenceLine
}
