import { expect, test } from 'vitest'
import { idText } from './exchange.js'

test.each([
  ['b-1', 'b-1'],
  [12, '12'],
  [-0, '0'],
  ['__proto__', '__proto__'],
  ['', undefined],
  [Number.NaN, undefined],
  [true, undefined],
  [null, undefined],
  [undefined, undefined],
  [{ toString: 1 }, undefined],
  [[['b-1']], undefined],
])('of %j the text as an id is %j', (value, text) => {
  expect(idText(value)).toBe(text)
})
