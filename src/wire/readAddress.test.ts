import { expect, test } from 'vitest'
import { readAddress } from './exchange.js'

test.each([
  ['https://supplier.example/octo/bookings?page=1', '/octo/bookings?page=1'],
  ['[redacted:BASE]/bookings?page=1', '/bookings?page=1'],
  ['http://127.0.0.1:[redacted:PORT]/v2/bookings', '/v2/bookings'],
  ['https://[redacted:TENANT].supplier.example?page=1', '/?page=1'],
  ['[redacted:BASE]', '/'],
  ['', '/'],
])('of %s the path and the query are those that were sent', (url, sent) => {
  const { pathname, search } = readAddress(url)
  expect(`${pathname}${search}`).toBe(sent)
})
