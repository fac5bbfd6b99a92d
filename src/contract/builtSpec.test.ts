import { expect, test } from 'vitest'
import { openAjv } from './builtSpec.js'

test('every standard format is known, and those that the documents mean otherwise are theirs', () => {
  const ajv = openAjv({ strict: true, formats: { uuid: /^[\da-f-]{36}$/ } })
  const takes = (format: string, value: string): boolean => ajv.validate({ type: 'string', format }, value)
  expect(takes('email', 'guest@example.org')).toBe(true)
  expect(takes('email', 'guest')).toBe(false)
  expect(takes('date', '2027-02-29')).toBe(false)
  expect(takes('date-time', '2027-03-01T09:30:00+02:00')).toBe(true)
  // The standard one takes a URN.
  expect(takes('uuid', 'urn:uuid:123e4567-e89b-12d3-a456-426614174000')).toBe(false)
})
