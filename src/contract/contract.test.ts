import { expect, test } from 'vitest'
import { contract } from '../../suites/transfers/contract/contract.js'
import { wordsOf } from './contract.js'

test('the words of a contract are its members, those of the capability as well, its values and its states', () => {
  const words = wordsOf(contract)
  expect(words).toEqual(expect.arrayContaining(['cancellable', 'retail', 'status', 'ON_HOLD']))
  expect(words).not.toContain('properties')
})
