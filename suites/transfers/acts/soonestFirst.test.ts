import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import { areClosed, soonestCloses, soonestFirst } from './soonestFirst.js'

const soon = { productId: 'p', optionId: 'o', cutOffAt: '/start', cutOffBefore: 60 }
const starts = { closed: '11:00', near: '13:20', next: '14:00', later: '18:00' }
const items = Object.entries(starts).map(([id, start]) => ({ id, start: `2027-06-01T${start}:00Z` }))
const ids = ['later', 'closed', 'next', 'near']
const checked = answer(items, { purpose: 'availability' })
/** The check was sent at the beginning of octospec's time, when it was noon for the target. */
const noon = Date.parse('2027-06-01T12:00:00Z') / 60_000

test('what closes soonest comes first, without what has closed by the time of the target, or nearly', () => {
  expect(soonestFirst(ids, [checked], soon, noon)).toEqual(['next', 'later'])
  expect(soonestFirst(['near', 'closed'], [checked], soon, noon)).toEqual(['near'])
  expect(soonestFirst(['closed'], [checked], soon, noon)).toEqual(['closed'])
  expect(soonestCloses(checked, soon, noon)).toBe(60)
})

test('where nothing told the time of the target it is that of the Date of the answer, and where that is none all are offered', () => {
  const headers = { date: 'Tue, 01 Jun 2027 12:30:00 GMT' }
  const dated = answer(items, { purpose: 'availability', response: { status: 200, headers, json: items } })
  expect(soonestFirst(ids, [dated], soon, null)).toEqual(['later'])
  expect(soonestFirst(ids, [checked], soon, null)).toEqual(['closed', 'near', 'next', 'later'])
  expect(soonestCloses(checked, soon, null)).toBeNull()
})

test('of several checks, what closes soonest comes first whichever of them names it', () => {
  const other = answer([{ id: 'farthest', start: '2027-06-09T12:00:00Z' }], { purpose: 'availability' })
  expect(soonestFirst(['farthest', 'later', 'next'], [checked, other], soon, noon)).toEqual([
    'next',
    'later',
    'farthest',
  ])
})

test('all is closed where each says so, and nothing is where the time of the target is not known', () => {
  expect(areClosed(['closed'], [checked], soon, noon)).toBe(true)
  expect(areClosed(['closed', 'near'], [checked], soon, noon)).toBe(false)
  expect(areClosed(['closed', 'of another check'], [checked], soon, noon)).toBe(false)
  expect(areClosed(['closed'], [checked], soon, null)).toBe(false)
})
