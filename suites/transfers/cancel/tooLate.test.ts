import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import './notCancellable.js'

const shown = (cancellable: boolean, purpose: string): Answer =>
  answer({ ...booking, status: 'CONFIRMED', cancellable }, { purpose })
const done = answer({ ...booking, status: 'CANCELLED', cancellable: false }, { purpose: 'cancel' })
const late = (before: Answer, written: Answer): object => {
  const tried = { before, answer: written, after: before }
  return { reserved: before, heldUpdate: null, confirmed: before, confirmedUpdate: tried, cancel: tried }
}
const judged = (id: string, before: Answer): string =>
  judgeTrial(id, {
    controls: { held: done, confirmed: done, cancel: done },
    cancelled: null,
    redeemed: null,
    late: [late(before, done)],
  }).outcome

test.each(['cancel.window-passed-refused', 'update.window-passed-refused'])(
  '%s fails what is accepted though it was not to be cancelled, and says nothing where the booking showed that it was',
  (id) => {
    expect(judged(id, shown(false, 'get'))).toBe('fail')
    expect(judged(id, shown(true, 'get'))).toBe('untested')
    expect(judged('update.late-start-not-cancellable', shown(true, 'get'))).toBe('fail')
  },
)
