import { expect, test } from 'vitest'
import { operation, testProfile } from '../wire/testTarget.test.data.js'
import { pack } from '../pack.js'
import { unmet } from './plan.js'

const options = { allowLiveBookings: false }
const profile = testProfile('http://127.0.0.1:1')

test('an optional operation that is not offered makes a check not applicable', () => {
  const without = testProfile('http://127.0.0.1:1', {}, { extend: null })
  expect(unmet(pack, without, { uses: ['extend'] }, null, options)).toEqual({
    outcome: 'not-applicable',
    reason: 'extend is optional and declared as not offered',
    remedy: 'give operations.extend.request once the target offers it',
    key: 'operations.extend',
    off: true,
  })
  expect(unmet(pack, without, null, { uses: ['extend'] }, options)).toMatchObject({ outcome: 'not-applicable' })
  expect(unmet(pack, without, { uses: ['get'] }, null, options)).toBeNull()
})

test('one that the documents do not call optional makes it untested', () => {
  const without = testProfile('http://127.0.0.1:1', {}, { confirm: null, extend: null })
  expect(unmet(pack, without, { uses: ['extend', 'confirm'] }, null, options)).toMatchObject({
    outcome: 'untested',
    reason: 'the profile declares confirm as not offered, which the documents do not call optional',
    remedy: 'give operations.confirm.request',
  })
})

test('what the profile lacks is named with its key', () => {
  for (const [need, key] of [
    ['otherReseller', /otherReseller\.headers/],
    ['late', /as: late/],
    ['clock', /clock\.request/],
    ['redeem', /redeem\.request/],
  ] as const)
    expect(unmet(pack, profile, { needs: [need] }, null, options)).toMatchObject({
      outcome: 'untested',
      remedy: expect.stringMatching(key),
    })
})

test('what the profile has is no obstacle', () => {
  const rich = testProfile('http://127.0.0.1:1', {
    otherReseller: { headers: {} },
    bookable: {
      standard: { productId: 'p', optionId: 'o' },
      late: [{ productId: 'p', optionId: 'l' }],
      closing: [],
      soldOut: null,
      other: [],
      exclusive: null,
    },
    clock: { method: 'POST', path: '/clock', minutes: { in: 'body', pointer: '/m' } },
    redeem: { method: 'POST', path: '/redeem' },
    availability: { exclusive: true },
  })
  expect(
    unmet(pack, rich, { needs: ['otherReseller', 'late', 'clock', 'redeem', 'exclusive'] }, null, options),
  ).toBeNull()
})

test('nothing is confirmed on a live target unless that was allowed', () => {
  const live = testProfile(
    'http://127.0.0.1:1',
    { target: { url: 'http://127.0.0.1:1', environment: 'live', headers: {} } },
    { confirm: operation('POST', '/c') },
  )
  expect(unmet(pack, live, { uses: ['confirm'] }, null, options)).toEqual({
    outcome: 'untested',
    reason: 'the target is live, where nothing is done for good',
    remedy: 'run it against a sandbox, or with --allow-live-bookings',
    key: '--allow-live-bookings',
  })
  expect(unmet(pack, live, { uses: ['confirm'] }, null, { ...options, allowLiveBookings: true })).toBeNull()
  expect(unmet(pack, live, { uses: ['get'] }, null, options)).toBeNull()
})

test('where an availability may be held more than once, what concerns exclusive ones does not apply', () => {
  expect(unmet(pack, profile, { needs: ['exclusive'] }, null, options)).toMatchObject({ outcome: 'not-applicable' })
})

test('a sandbox may be asked to confirm, and a live target anything else', () => {
  expect(unmet(pack, profile, { uses: ['confirm'] }, null, options)).toBeNull()
  const live = { ...profile, target: { ...profile.target, environment: 'live' as const } }
  expect(unmet(pack, live, { uses: ['reserve', 'get'] }, null, options)).toBeNull()
  expect(unmet(pack, live, null, { uses: ['confirm'] }, options)).toMatchObject({ outcome: 'untested' })
})
