import { expect, test } from 'vitest'
import { pseudonym } from '../wire/mask.js'
import { pack } from '../pack.js'
import { exchange, profile } from '../suite/answer.test.data.js'
import { fail } from '../suite/judgement.js'
import { completed } from './findings.js'
import { ConfirmedKeys } from './doubt.js'
import { findingsOf } from './judging.js'

test('a finding says whether it is about a booking that the run did not make', () => {
  const json = [{ uuid: 'own' }, { uuid: pseudonym('nonce', 'left', 'reseller'), pricing: { retail: 'x' } }]
  const { operations } = profile
  const of = { ...profile, operations: { ...operations, list: operations.list && { ...operations.list, items: '' } } }
  const listed = exchange({ purpose: 'list', response: { status: 200, headers: {}, json } })
  const at = (pointer: string): ReturnType<typeof findingsOf>[number] => ({
    message: 'it is wrong',
    expected: 'otherwise',
    received: null,
    exchange: listed.n,
    pointer,
  })
  const judged = completed(fail(at('/0/status'), at('/1/status'), at('/1/pricing/retail'), at('')), () => listed, {
    profile: of,
    registry: pack,
    confirmedKeys: new ConfirmedKeys(pack.defaults),
  })
  expect(findingsOf(judged).map(({ ofOthers }) => ofOthers)).toEqual([undefined, true, true, undefined])
})
