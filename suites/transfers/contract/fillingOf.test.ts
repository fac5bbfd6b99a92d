import { expect, test } from 'vitest'
import { transfers as pack } from '../pack.js'
import { fillContract } from '../../../src/contract/fillContract.js'
import { specFile } from '../../../src/contract/specFile.js'
import { profile as keys } from '../profile.js'
import { fillingOf } from './fillingOf.js'
import { readProfile } from '../../../src/profile/readProfile.js'

const read = (name: string, overrides = {}) =>
  readProfile({ keys, file: specFile(`transfers/profiles/${name}.yaml`), env: {}, now: new Date(0), overrides })

test('a profile fills what it declares, even with the defaults, and the address and the credentials', async () => {
  const filling = fillingOf(await read('reference'))
  expect(filling).toMatchObject({
    serverUrl: 'http://127.0.0.1:4010',
    credentialHeader: 'Authorization',
    fields: { Booking: {} },
  })
  expect(Object.keys(filling.operations)).toEqual(['reserve', 'confirm', 'update', 'cancel', 'list'])
  expect(filling.operations['list']?.fields).toMatchObject({ page: 'query:page', sortOrder: 'query:sortOrder' })
})

test('what the file of a target says fills the contract', async () => {
  const filling = fillingOf(await read('partner', { 'operations.extend': null, 'operations.list.page': null }))
  expect(filling.credentialHeader).toBe('X-Api-Key')
  expect(filling.operations['extend']).toBeNull()
  expect(filling.operations['transfers']).toBeUndefined()
  expect(filling.operations['cancel']).toEqual({
    method: 'DELETE',
    path: '/bookings/{id}',
    fields: { reason: 'body:/why' },
  })
  expect(filling.operations['list']?.fields).toMatchObject({ page: null, pageSize: 'body:/paging/size' })
  expect(filling.operations['availability']).toMatchObject({ items: '/data/slots' })
  expect(filling.fields['Availability']).toEqual({ availabilityId: '/slot/token' })
  expect(filling.fields['Booking']).toMatchObject({ id: '/bookingNumber', total: '/pricing/payable/amount' })
})

test('the contract takes the filling of the partner profile', async () => {
  const filled = fillContract(pack.contract.document({ capability: true }), fillingOf(await read('partner')))
  expect(Object.keys(filled['paths'] ?? {})).toContain('/reservations/search')
})
