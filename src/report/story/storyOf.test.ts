import { expect, test } from 'vitest'
import type { Exchange } from '../../wire/exchange.js'
import type { Finding } from '../../suite/finding.js'
import { storyOf } from './story.js'
import { valueFinder } from './steps.js'

const finding: Finding = { exchange: 9, pointer: '/status', message: 'wrong', expected: 'ON_HOLD', received: 'X' }

/** Reservations, and a read of the third booking; each answer says so many words besides. */
function exchangesOf(words: number, lookedAt: () => void): readonly Exchange[] {
  return Array.from({ length: 9 }, (_, at): Exchange => {
    const [n, isLast] = [at + 1, at === 8]
    const said = Array.from({ length: words }, (__, index) => `word-${n}-${index}`)
    const base = 'http://127.0.0.1/bookings'
    return {
      n,
      as: 'reseller',
      scenario: 'read',
      purpose: isLast ? 'get' : 'reserve',
      input: {},
      ...(isLast && { bookingId: 'booking-3' }),
      startedAt: n * 1000,
      durationMs: 1,
      clockMinutes: 0,
      request: {
        method: isLast ? 'GET' : 'POST',
        get url() {
          lookedAt()
          return isLast ? `${base}/booking-3` : base
        },
        headers: {},
      },
      response: { status: 200, headers: {}, json: { uuid: `booking-${isLast ? 3 : n}`, said } },
    }
  })
}

test('a request is looked at as often, however much the answers say', () => {
  const looks = [1, 1000].map((words) => {
    let count = 0
    const story = storyOf(
      finding,
      exchangesOf(words, () => (count += 1)),
      [],
      { profile: {}, lists: new Set() },
    )
    expect(story?.steps.map(({ exchange }) => exchange.n)).toEqual([3, 9])
    expect(story?.steps[0]?.captures).toEqual([{ name: 'uuid1', value: 'booking-3', pointer: '/uuid' }])
    return count
  })
  expect(looks[1]).toBe(looks[0])
})

test('values are found in their own order, wherever they stand, also where they overlap or begin alike', () => {
  const find = valueFinder(['booking-30', 'booking-3', 'ing-3000', 'absent-at-all', 'the-very-end'])
  expect(find('x/booking-3000?at=the-very-end')).toEqual(['booking-30', 'booking-3', 'ing-3000', 'the-very-end'])
  expect(find('booking-')).toEqual([])
})
