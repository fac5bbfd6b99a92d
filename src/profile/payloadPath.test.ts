import { expect, test } from 'vitest'
import { isPayload } from './payloadPath.js'

test.each([
  'target.headers',
  'otherReseller.headers',
  'operations.reserve.headers',
  'operations.list.query',
  'operations.get.body',
  'bookable.standard.availability',
  'bookable.lateStart.reserve',
])('%s goes to the target as it is', (path) => {
  expect(isPayload(path.split('.'))).toBe(true)
})

test.each([
  'target',
  'target.url',
  'target.headers.X',
  'otherReseller',
  'operations.reserve',
  'operations.reserve.request',
  'operations.list.values',
  'operations.reserve.body.a',
  'bookable.standard.productId',
  'bookable.standard',
  'booking.pricing.body',
  'booking.statuses.headers',
  'booking.x.availability',
])('%s is octospec’s own', (path) => {
  expect(isPayload(path.split('.'))).toBe(false)
})
