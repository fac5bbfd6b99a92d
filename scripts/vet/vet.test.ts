import { expect, test } from 'vitest'
import { licenceFaults } from './licenceFaults.js'
import { signatureFaults } from './signatureFaults.js'

const licensed = (licence: string | undefined, dev = false): readonly string[] =>
  licenceFaults([{ place: 'node_modules/x', licence, dev }])

test('a licence is in the list, or one of those to choose from is, or it is a fault', () => {
  for (const free of ['MIT', 'Apache-2.0', '(GPL-3.0-only OR MIT)', 'MIT AND ISC', 'ISC OR GPL-2.0-only'])
    expect(licensed(free)).toEqual([])
  for (const other of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN x', '', '(MIT', undefined])
    expect(licensed(other)).toHaveLength(1)
})

test('what is not passed on may have a licence that asks for more', () => {
  expect(licensed('MPL-2.0', true)).toEqual([])
  expect(licensed('MPL-2.0')).toEqual(['node_modules/x is licensed MPL-2.0, which is not in the list of scripts/vet/'])
})

test('a signature that is wrong or missing is a fault', () => {
  const printed = JSON.stringify({
    invalid: [{ name: 'a', version: '1.0.0' }],
    missing: [{ name: 'b', version: '2.0.0' }],
  })
  expect(signatureFaults(printed).faults).toEqual([
    'a@1.0.0 has a signature that does not fit',
    'b@2.0.0 is not signed, and its registry signs',
  ])
  expect(signatureFaults('{"invalid":[],"missing":[]}')).toEqual({ faults: [], unknown: null })
})

test('a registry that does not answer is no fault', () => {
  const lost = 'request to https://registry.example failed, reason: getaddrinfo ENOTFOUND registry.example'
  expect(signatureFaults(JSON.stringify({ error: { code: 'ENOTFOUND', summary: lost } }))).toEqual({
    faults: [],
    unknown: lost,
  })
  expect(signatureFaults('')).toEqual({ faults: [], unknown: 'npm gave no answer in time' })
  expect(signatureFaults('{}')).toEqual({ faults: [], unknown: 'npm gave another answer' })
})
