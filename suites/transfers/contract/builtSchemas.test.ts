import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { builtFile, builtFrom } from '../../../src/contract/builtSpec.js'
import { builtNames, schemaRef } from '../../../src/contract/contract.js'
import { componentsOf, contractValidators } from '../../../src/contract/contractValidator.js'
import { contract } from './contract.js'
import { formats } from './formats.js'

const names = builtNames('transfers')
const wrong = [
  null,
  {},
  { uuid: 7, status: 'HELD', cancellable: 'yes', expirationMinutes: -1, utcCreatedAt: '2026-02-30T00:00:00Z' },
  { id: 'x', options: [{ id: 'no uuid', pricing: { total: 1.5, currency: 'EURO' } }], distanceUnit: 'parsec' },
]

// A bare `vitest` without dist/ leaves it out.
test.skipIf(!existsSync(builtFile(names.base))).each([
  ['without', names.base, false],
  ['with', names.extended, true],
])('what the build compiled of the contract %s the capability says the same as its schemas', (_, name, capability) => {
  const document = contract.document({ capability })
  expect(builtFrom(name, componentsOf(document))).toBeDefined()
  const [built, compiled] = [
    contractValidators(document, name, formats),
    contractValidators(document, 'not built', formats),
  ]
  for (const schema of ['Transfer', 'Booking']) {
    const right = fc.sample(contract.arbitrary(schema, { capability }), { numRuns: 20, seed: 1 })
    for (const value of [...wrong, ...right])
      expect(built(schemaRef(schema))(value)).toEqual(compiled(schemaRef(schema))(value))
    expect(wrong.every((value) => built(schemaRef(schema))(value).length > 0)).toBe(true)
  }
})
