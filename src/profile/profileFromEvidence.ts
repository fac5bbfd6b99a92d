import { isMap } from './mergeProfile.js'
import { operationNames, type Json, type Profile } from './profile.js'

const parts = [
  'target',
  'bookable',
  'operations',
  'booking',
  'availability',
  'hold',
  'refusal',
  'limits',
  'redact',
] as const

/**
 * The profile that {@link redactedProfile} wrote, for judging a run again. It has no secrets, so it cannot be used to send.
 * @throws TypeError where the JSON is no such profile.
 */
export function profileFromEvidence(json: Json): Profile {
  if (!isMap(json) || parts.some((part) => !isMap(json[part]))) throw notOne()
  const { declared, limits, operations, booking, waive, refusal, redact } = json
  if (!isMap(limits) || !isMap(operations) || !isMap(booking) || !isMap(refusal) || !isMap(redact)) throw notOne()
  if (!areTexts(declared) || !Array.isArray(waive) || typeof json['file'] !== 'string') throw notOne()
  if (!areTexts(refusal['statuses']) || !areTexts(redact['headers']) || !areTexts(redact['pointers'])) throw notOne()
  if (typeof booking['id'] !== 'string' || !isMap(booking['statuses']) || !isMap(booking['pricing'])) throw notOne()
  for (const name of operationNames) {
    const operation = operations[name]
    if (operation === null) continue
    if (!isMap(operation) || !isMap(operation['fields']) || typeof operation['items'] !== 'string') throw notOne()
    if (!areTexts(operation['availabilityId']) || !isMap(operation['values'])) throw notOne()
  }
  const rebuilt = {
    ...json,
    limits: { ...limits, requestsPerSecond: limits['requestsPerSecond'] ?? Infinity },
    declared: new Set(declared),
    secrets: new Map<string, string>(),
  }
  // What judging reads has been looked at above; the rest is as redactedProfile wrote it.
  return rebuilt as unknown as Profile
}

function areTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function notOne(): TypeError {
  return new TypeError(
    'the evidence holds no profile of a run: it was cut short, edited, or written by another version of octospec',
  )
}
