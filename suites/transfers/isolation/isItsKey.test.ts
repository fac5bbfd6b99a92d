import { expect, test } from 'vitest'
import { isItsKey } from './isItsKey.js'

const key = '46594374-a754-4e51-b5d3-c8fc6343e463'

test('a key is the id of its booking however the target writes it', () => {
  for (const id of [key, key.toUpperCase(), `{${key}}`, `bkg_${key.replaceAll('-', '')}`])
    expect(isItsKey(id, key)).toBe(true)
})

test('another id, no id and no key are none', () => {
  expect(isItsKey('46594374-a754-4e51-b5d3-000000000000', key)).toBe(false)
  expect(isItsKey(undefined, key)).toBe(false)
  expect(isItsKey('b-1', undefined)).toBe(false)
  expect(isItsKey('b-1', '')).toBe(false)
})
