import { expect, test } from 'vitest'
import { wrongPlace } from './words.js'

test.each([
  ['/pricing/net', '12.5', 'an integer', 'in the answer to get, net of pricing is 12.5 and should be an integer'],
  ['/3/status', '"X"', '"Y"', 'in the answer to get, status is "X" and should be "Y"'],
  ['/uuid', 'nothing', 'a string', 'in the answer to get, uuid is missing and should be a string'],
  ['', 'null', 'an object', 'in the answer to get, the body is null and should be an object'],
  ['/0', '7', 'an object', 'in the answer to get, an item is 7 and should be an object'],
  ['/a~1b', '1', 'one of 2, 3', 'in the answer to get, a/b is 1 and should be one of 2, 3'],
])('%s that is %s', (pointer, received, expected, said) => {
  expect(wrongPlace('get', pointer, received, expected)).toBe(said)
})
