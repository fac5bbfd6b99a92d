import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import { TransferAnswer } from '../answer.js'
import type { TransferProfile } from '../transferProfile.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTotal } from './lists.js'

const { list } = profile.operations
if (list === null) throw new Error('the profile of the tests has a list')
const telling: TransferProfile = {
  ...profile,
  operations: { ...profile.operations, list: { ...list, items: '/data', total: '/total' } },
}

function page(total: number, shown: number, as: 'reseller' | 'other' = 'other'): Answer {
  const data = Array.from({ length: shown }, (_, index) => ({ ...booking, uuid: `b-${index}` }))
  return answer({ data, total }, { purpose: 'list', as }, 200, telling)
}
const outcome = (own: Answer, first: Answer, next: Answer): string => judgeTotal({ own, page: first, next }).outcome

test('one total for both accounts is a failure where the whole list of the second is shorter', () => {
  expect(outcome(page(91, 89, 'reseller'), page(91, 2), page(91, 0))).toBe('fail')
  expect(outcome(page(89, 89, 'reseller'), page(2, 2), page(2, 0))).toBe('pass')
})

test('a total may be told in a header', () => {
  const inHeader: TransferProfile = {
    ...telling,
    operations: { ...telling.operations, list: { ...list, items: '/data', total: 'header:X-Total-Count' } },
  }
  const told = (total: string, shown: number, as: 'reseller' | 'other' = 'other'): Answer => {
    const { exchange } = page(0, shown, as)
    const { response } = exchange
    const headers = { ...response?.headers, 'x-total-count': total }
    return new TransferAnswer({ ...exchange, response: response && { ...response, headers } }, inHeader)
  }
  expect(outcome(told('91', 89, 'reseller'), told('91', 2), told('91', 0))).toBe('fail')
  expect(outcome(told('89', 89, 'reseller'), told('2', 2), told('2', 0))).toBe('pass')
  expect(outcome(told('many', 89, 'reseller'), told('many', 2), told('many', 0))).toBe('untested')
})

test('a total of what an account’s own list leaves out, or of a list that goes on, is none', () => {
  expect(outcome(page(89, 80, 'reseller'), page(7, 2), page(7, 0))).toBe('untested')
  expect(outcome(page(91, 10, 'reseller'), page(91, 10), page(91, 10))).toBe('untested')
  expect(outcome(page(2, 2, 'reseller'), page(2, 5), page(2, 0))).toBe('untested')
})
