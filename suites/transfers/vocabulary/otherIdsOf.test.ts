import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { otherIdsOf } from './sameBooking.js'

test('what else a booking goes by is what is called like an id of it, and was not written by anybody', () => {
  const shown = {
    ...booking,
    id: 'bkg_7',
    resellerReference: 'mine',
    reference: 'mine',
    supplierReference: 'S-7',
    productId: 'p',
    code: '',
    orderNumber: 7,
  }
  expect(otherIdsOf(answer(shown, { purpose: 'get' }))).toEqual(['bkg_7', 'S-7'])
  expect(otherIdsOf(answer(booking, { purpose: 'get' }))).toEqual([])
})
