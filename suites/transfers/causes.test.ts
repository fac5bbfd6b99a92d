import { expect, test } from 'vitest'
import { causesOf } from '../../src/judge/causes.js'
import { result } from '../../src/judge/check.test.data.js'
import type { CheckResult } from '../../src/judge/report.js'
import type { Finding } from '../../src/suite/finding.js'
import { causes } from './causes.js'

const failed = (id: string, clause: string, more: Partial<Finding> = {}): CheckResult =>
  result({
    id,
    clause,
    outcome: 'fail',
    findings: [{ message: 'x', expected: 'a', received: 'b', exchange: 7, pointer: '', ...more }],
  })

test.each([
  [
    'an extend does not lengthen the hold',
    [
      failed('hold.extended-keeps-availability', '3/availability-kept-when-extended'),
      failed('hold.extend-lengthens', '3/extend-lengthens-hold'),
    ],
  ],
  [
    'a confirmed booking changed when the hold time ran out that it had before',
    [
      failed('hold.confirmed-keeps-availability', '3/availability-kept-when-confirmed'),
      failed('cancel.window-open-cancellable', '3/cancellable-inside-window', {
        operation: 'get',
        field: 'cancellable',
        received: false,
      }),
      failed('hold.confirmed-outlives-it', '3/confirmed-outlives-hold'),
    ],
  ],
  [
    'the list does not begin with page 1',
    [
      failed('confirm.persisted-list', '3/confirm-persisted-list', { wanted: { listed: 'b' } }),
      failed('list.first-page-is-1', '4.3/list-first-page-is-1'),
    ],
  ],
])('%s: what follows from it is told with it', (text, checks) => {
  const [cause] = causesOf(checks, causes)
  expect(cause?.text).toBe(text)
  expect(cause?.checks.toSorted()).toEqual(checks.map(({ id }) => id).toSorted())
})
