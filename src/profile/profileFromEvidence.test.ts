import { expect, test } from 'vitest'
import { profile as keys } from '../../suites/transfers/profile.js'
import { testProfile } from '../client/testTarget.test.data.js'
import { isMap, type JsonMap } from './mergeProfile.js'
import type { Json } from './profile.js'
import { profileFromEvidence } from './profileFromEvidence.js'
import { redactedProfile } from './redactedProfile.js'

/** The profile as the evidence holds it. */
function recorded(): JsonMap {
  const json: Json = JSON.parse(JSON.stringify(redactedProfile(testProfile('http://127.0.0.1:1'), keys))) as Json
  if (!isMap(json)) throw new Error('no map')
  return json
}

/** The same with one member, named by its path, set or (undefined) taken away. */
function but(path: string, value: Json | undefined): Json {
  const set = (here: Json, [key = '', ...rest]: readonly string[]): Json => {
    const map = isMap(here) ? here : {}
    const { [key]: before, ...others } = map
    if (rest.length > 0) return { ...others, [key]: set(before ?? {}, rest) }
    return value === undefined ? others : { ...others, [key]: value }
  }
  return set(recorded(), path.split('.'))
}

test('the profile of a run is read again, without secrets and with its unlimited rate', () => {
  const profile = profileFromEvidence(recorded(), keys)
  expect(profile.limits.requestsPerSecond).toBe(Infinity)
  expect(profile.declared).toEqual(new Set())
  expect(profile.secrets).toEqual(new Map())
  expect(profile.operations.list).toMatchObject({ path: '/bookings' })
  expect(profileFromEvidence(but('limits.requestsPerSecond', 5), keys).limits.requestsPerSecond).toBe(5)
  expect(profileFromEvidence(but('operations.extend', null), keys).operations.extend).toBeNull()
  expect(profileFromEvidence(but('booking.pricing.taxes', null), keys).booking.pricing.taxes).toBeNull()
  expect(profileFromEvidence(but('declared', ['a']), keys).declared).toEqual(new Set(['a']))
})

test.each<[string, Json | undefined]>([
  ['target', undefined],
  ['bookable', 1],
  ['operations', []],
  ['booking', null],
  ['availability', undefined],
  ['hold', 'x'],
  ['refusal', undefined],
  ['limits', undefined],
  ['redact', undefined],
  ['declared', 'all'],
  ['declared', [1]],
  ['waive', {}],
  ['file', undefined],
  ['refusal.statuses', ['4xx', 5]],
  ['redact.headers', undefined],
  ['redact.pointers', 'x'],
  ['booking.id', null],
  ['booking.statuses', undefined],
  ['booking.pricing', []],
  ['operations.list', undefined],
  ['operations.list.fields', undefined],
  ['operations.list.items', undefined],
  ['operations.availability.availabilityId', ['/id', 1]],
  ['operations.list.values', undefined],
])('a profile whose %s is %j is none of a run', (path, value) => {
  expect(() => profileFromEvidence(but(path, value), keys)).toThrow('the evidence holds no profile of a run')
})

test.each([null, 1, []])('%j is no profile', (json) => {
  expect(() => profileFromEvidence(json, keys)).toThrow(TypeError)
})
