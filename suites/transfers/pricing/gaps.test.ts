import { expect, test } from 'vitest'
import { answer } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { observed } from '../judge.test.data.js'
import './amounts.js'

const transfer = (...includedTaxes: Json[]): Answer =>
  answer(
    { id: 't-1', options: includedTaxes.map((taxes) => ({ pricing: { includedTaxes: taxes } })) },
    { purpose: 'transfers' },
  )
const seen = (usd: Answer): string | null => {
  const rest = transfer()
  return observed('pricing.included-taxes-element', { usd, eur: rest, gbp: rest, omitted: rest })
}

test('the elements of includedTaxes are told by their members, each kind once', () => {
  expect(seen(transfer([{ name: 'VAT', net: 1 }], [{ name: 'city', net: 2 }, { retail: 3 }]))).toBe(
    '{name, net} or {retail}',
  )
})

test('elements that are no objects are told as they are', () => {
  expect(seen(transfer(['VAT', 7]))).toBe('"VAT" or 7')
})

test('no more is told than can be read', () => {
  const wide = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`m${index}`, 0]))
  expect(seen(transfer([wide]))).not.toContain('m12')
  expect(seen(transfer([1, 2, 3, 4, 5]))).toBe('1 or 2 or 3 or 4')
})

test('where no taxes are listed there is no element to tell of', () => {
  expect(seen(transfer([], null, 'none'))).toBe('no taxes were shown')
})
