import { expect, test } from 'vitest'
import { causesOf } from '../../src/judge/causes.js'
import { result } from '../../src/judge/check.test.data.js'
import type { CheckResult } from '../../src/judge/report.js'
import { causes } from './causes.js'

const failed = (id: string, clause: string, message: string): CheckResult =>
  result({
    id,
    clause,
    outcome: 'fail',
    findings: [{ message, expected: 'a', received: 'b', exchange: 7, pointer: '' }],
  })

test.each([
  [
    'an extend does not lengthen the hold',
    [
      failed('hold.extended-keeps-availability', '3/availability-kept-when-extended', 'reserve was accepted'),
      failed('hold.extend-lengthens', '3/extend-lengthens-hold', 'the booking is no longer ON_HOLD'),
    ],
  ],
  [
    'a confirmed booking changed when the hold time ran out that it had before',
    [
      failed('hold.confirmed-keeps-availability', '3/availability-kept-when-confirmed', 'reserve was accepted'),
      failed(
        'cancel.window-open-cancellable',
        '3/cancellable-inside-window',
        'in the answer to get, cancellable is false and should be true',
      ),
      failed('hold.confirmed-outlives-it', '3/confirmed-outlives-hold', 'a confirmed booking changed'),
    ],
  ],
  [
    'the list does not begin with page 1',
    [
      failed('confirm.persisted-list', '3/confirm-persisted-list', 'a confirmed booking is not in the list'),
      failed('list.first-page-is-1', '4.3/list-first-page-is-1', 'Page 1 begins with another booking'),
    ],
  ],
])('%s: what follows from it is told with it', (text, checks) => {
  const [cause] = causesOf(checks, causes)
  expect(cause?.text).toBe(text)
  expect(cause?.checks.toSorted()).toEqual(checks.map(({ id }) => id).toSorted())
})
