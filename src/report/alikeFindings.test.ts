import { expect, test } from 'vitest'
import type { Finding } from '../suite/finding.js'
import { alikeFindings } from './defects.js'

const finding = (pointer: string, type = 'integer'): Finding => ({
  message: `Expected ${type} at ${pointer}`,
  expected: type,
  wanted: { value: { type } },
  received: 1.5,
  exchange: 2,
  pointer,
})

test('a fact is said once, whatever the option it was seen at', () => {
  const [first, second, other] = [finding('/options/0/net'), finding('/options/3/net'), finding('/options/0/retail')]
  expect(alikeFindings([first, other, second])).toEqual([
    { finding: first, others: [second] },
    { finding: other, others: [] },
  ])
})

test('another expectation is another fact', () => {
  expect(alikeFindings([finding('/net', 'integer'), finding('/net', 'string')])).toHaveLength(2)
  expect(alikeFindings([])).toEqual([])
})
