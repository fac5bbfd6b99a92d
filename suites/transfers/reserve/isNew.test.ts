import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { isNew } from './isNew.js'

const reserved = (minutes: number, key: string, shown = minutes): ReturnType<typeof answer> =>
  answer({ ...booking, expirationMinutes: shown }, { input: { expirationMinutes: minutes, idempotencyKey: key } })

test('only the first reservation with a key makes a booking, whichever scenario sends it', () => {
  const answers = [
    reserved(60, 'k-1'),
    reserved(90, 'k-1', 60),
    reserved(30, 'k-2'),
    answer(booking, { scenario: 'cleanup' }),
  ]
  expect(answers.map((each) => isNew(each, answers))).toEqual([true, false, true, false])
})
