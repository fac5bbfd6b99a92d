import { expect, test } from 'vitest'
import { faultOf, messageOf } from './messageOf.js'

const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()
const silent = new Proxy(new Error('x'), {
  get() {
    throw new Error('no')
  },
})

test.each<[string, unknown, string, string]>([
  ['an error', new TypeError('it broke'), 'it broke', 'TypeError: it broke'],
  ['a text', 'it broke', 'it broke', 'it broke'],
  ['nothing', undefined, 'nothing', 'nothing'],
  ['null', null, 'null', 'null'],
  ['a number', 7, '7', '7'],
  ['a symbol', Symbol('s'), 'symbol', 'symbol'],
  ['an object that is no text', { toString: 1 }, 'an object', 'an object'],
  ['an object without a prototype', Object.create(null), 'an object', 'an object'],
  [
    'an error with another message',
    Object.assign(new Error('x'), { message: { toString: 1 } }),
    'an object',
    'Error: an object',
  ],
  ['an error with another name', Object.assign(new Error('x'), { name: 1 }), 'x', '1: x'],
  ['an error that throws', silent, 'something that cannot be shown', 'something that cannot be shown'],
  ['a revoked proxy', revoked, 'something that cannot be shown', 'something that cannot be shown'],
])('%s says something, and nothing is thrown', (_, thrown, message, fault) => {
  expect(messageOf(thrown)).toBe(message)
  expect(faultOf(thrown)).toBe(fault)
})
