import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import { namesOf } from './offers.js'

const alone = { check: 'check', isOneOfMany: false }
const checked = (items: Parameters<typeof answer>[0]): ReturnType<typeof answer> =>
  answer(items, { purpose: 'availability' })

test('an availability goes by when it begins, not by what is the same for all, or is no time', () => {
  const items = ['09', '14'].map((hour, index) => ({
    id: `new-${index}`,
    checkedAt: '2027-01-01T00:00:00Z',
    places: index,
    start: `2027-02-01T${hour}:00:00Z`,
  }))
  expect([...namesOf(checked(items), alone)]).toEqual([
    ['new-0', 'check 2027-02-01T09:00:00Z'],
    ['new-1', 'check 2027-02-01T14:00:00Z'],
  ])
})

test('what begins at the same time has no name', () => {
  const start = '2027-02-01T09:00:00Z'
  expect(
    namesOf(
      checked([
        { id: 'a', start },
        { id: 'b', start },
      ]),
      alone,
    ).size,
  ).toBe(0)
})

test('what one of several checks names alone goes by that check', () => {
  expect([...namesOf(checked([{ id: 'a' }]), { check: 'of Monday', isOneOfMany: true })]).toEqual([['a', 'of Monday']])
})
