import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import { observed } from '../judge.test.data.js'
import './extended.js'
import './confirmed.js'

const over = answer({ ...booking, status: 'EXPIRED', cancellable: false }, { purpose: 'get' })
const refused = answer({ error: 'NO' }, {}, 409)

test('what a cancel and an update of a hold that is over came to is told', () => {
  const cancelled = (overRead: object, overCancelled: object | null): string | null =>
    observed('hold.over-cancelled', { overRead, overCancelled })
  expect(cancelled(over, refused)).toMatch(/^cancellable of it is false, and it is refused \(HTTP 409/)
  expect(cancelled(refused, refused)).toMatch(/^get refuses it, and it is refused/)
  expect(cancelled(over, null)).toBeNull()
  expect(cancelled(over, noAnswer())).toBeNull()
  // It is not over, whatever the time.
  expect(cancelled(answer(booking), refused)).toBeNull()
  const revived = answer(booking, { purpose: 'update' })
  expect(observed('hold.over-updated', { overRead: over, overUpdated: revived })).toBe(
    'cancellable of it is false, and it is accepted: its status is then ON_HOLD',
  )
})
