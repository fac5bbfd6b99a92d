import { expect, test } from 'vitest'
import { operation, testProfile } from '../../../src/wire/testTarget.test.data.js'
import type { Json } from '../vocabulary/index.js'
import { atOtherHour } from './days.js'

const moved = (body: Readonly<Record<string, Json>>): Json =>
  atOtherHour(testProfile('http://127.0.0.1:1', {}, { transfers: operation('POST', '/transfers', {}, { body }) }))

test('a quote is asked for twelve hours on, in whatever form its body says the time, and all else of it stays', () => {
  expect(moved({ productId: 'ride', startAt: '{today+20}T12:00:00-04:00' })).toEqual({
    startAt: '{today+20}T00:00:00-04:00',
  })
  expect(moved({ pickUp: { at: '2027-01-02T15:30:00Z', place: 'T1' } })).toEqual({
    pickUp: { at: '2027-01-02T03:30:00Z', place: 'T1' },
  })
  expect(moved({ day: '{today+20}', time: '09:15' })).toEqual({ time: '21:15' })
})

test('a body that says no hour is left as it is', () => {
  for (const body of [{}, { from: 'T1', flight: 'TA12:3', day: '{today}', at: '{now+2h}', hours: [12], none: null }])
    expect(moved(body)).toBe(null)
})
