import { expect, test } from 'vitest'
import { spots } from './on.js'

const transfer = (): { options: { id: string; price?: { net: number } }[] } => ({
  options: [{ id: 'a', price: { net: 1 } }, { id: 'b' }, { id: 'c', price: { net: 3 } }],
})

test('a star names every element, a number one, and last the last', () => {
  const values = (pointer: string): readonly unknown[] => spots(transfer(), pointer).map(({ value }) => value)
  expect(values('/options/*/id')).toEqual(['a', 'b', 'c'])
  expect(values('/options/1/id')).toEqual(['b'])
  expect(values('/options/last/id')).toEqual(['c'])
  expect(values('/options/3/id')).toEqual([])
})

test('a member may be missing, and what it would be in may not', () => {
  expect(spots(transfer(), '/options/*/price/net').map(({ value }) => value)).toEqual([1, 3])
  expect(spots(transfer(), '/options/1/price').map(({ value }) => value)).toEqual([undefined])
})

test('what is set stands there, and undefined takes it away', () => {
  const item = transfer()
  for (const spot of spots(item, '/options/*/price')) spot.set(spot.value === undefined ? { net: 0 } : undefined)
  expect(item.options).toEqual([{ id: 'a' }, { id: 'b', price: { net: 0 } }, { id: 'c' }])
})
