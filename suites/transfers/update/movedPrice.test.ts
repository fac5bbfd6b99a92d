import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './movedPrice.js'

const pricing = { net: 800, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 }
const at = (retail: number, purpose = 'reserve'): Answer =>
  answer({ ...booking, pricing: { ...pricing, retail } }, { purpose })
const judged = (read: number, probe: number, ...back: readonly number[]): string =>
  judgeTrial('update.move-is-priced-anew', {
    before: at(1000),
    moved: at(read, 'update'),
    read: at(read, 'get'),
    probe: at(probe),
    back: back.map((price) => at(price)),
  }).outcome

test('a moved booking that costs what it did fails where the other place costs something else, and the one it left does not', () => {
  expect(judged(1000, 1500, 1000, 1000)).toBe('fail')
  expect(judged(1500, 1500)).toBe('pass')
  expect(judged(1000, 1000)).toBe('untested')
})

test('nothing is said where a price rises with each reservation, of all or of one place', () => {
  expect(judged(1000, 1100, 1200, 1300)).toBe('untested')
  expect(judged(1000, 1100, 1000, 1100)).toBe('untested')
})

test('nothing is said where nothing could be reserved any more where the booking was', () => {
  expect(judged(1000, 1500)).toBe('untested')
})

test('what could not be reserved beside a moved booking is told as want of room, unless the profile says that it takes one', () => {
  const [was, moved] = [at(1000), at(1500, 'update')]
  const trial = { before: was, moved, read: moved, probe: null, back: [] }
  expect(judgeTrial('update.move-is-priced-anew', trial)).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('for want of room') as string,
  })
  const one = { ...profile, availability: { ...profile.availability, exclusive: true } }
  expect(judgeTrial('update.move-is-priced-anew', trial, one)).toMatchObject({
    outcome: 'untested',
    reason: expect.stringContaining('one booking at a time') as string,
  })
})
