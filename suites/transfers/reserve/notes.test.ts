import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'
import type { Json } from '../vocabulary/index.js'

const [kept, none] = [{ notes: 'a note' }, { notes: null }]

test.each([
  ['are in the answer to reserve and in get', kept, kept, 'pass'],
  ['are not in the answer to reserve, and get shows them', {}, kept, 'pass'],
  ['are null in the answer to reserve, and get shows them', none, kept, 'fail'],
  ['are not in the answer to reserve, and get shows none', {}, none, 'fail'],
  ['are in the answer to reserve alone', kept, {}, 'untested'],
])('notes that %s', (_, reserved: Readonly<Record<string, Json>>, read: Readonly<Record<string, Json>>, outcome) => {
  const data = {
    notes: 'a note',
    noted: answer({ ...booking, ...reserved }, { purpose: 'reserve' }),
    notedRead: answer({ ...booking, ...read }, { purpose: 'get' }),
  }
  expect(judgeTrial('reserve.keeps-notes', data).outcome).toBe(outcome)
})

test('notes that no answer shows say nothing, as which fields a booking shows is left open', () => {
  const noted = answer(booking, { purpose: 'reserve' })
  expect(judgeTrial('reserve.keeps-notes', { notes: 'a note', noted, notedRead: null }).outcome).toBe('untested')
})
