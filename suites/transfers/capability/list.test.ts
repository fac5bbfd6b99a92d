import { expect, test } from 'vitest'
import { answer, booking } from '../../../src/suite/answer.test.data.js'
import { judgeTrial } from '../judge.test.data.js'

const alone = answer(booking, { purpose: 'get' })
const refused = answer({ error: 'NO' }, { purpose: 'get' }, 400)

test('a target that refuses a capability which it does not know shows nothing of where octo/pricing may stand', () => {
  const said = (id: string, trial: object): object => judgeTrial(`capability.${id}`, { alone, ...trial })
  expect(said('any-place-bookings', { last: alone })).toMatchObject({ outcome: 'pass' })
  for (const [id, trial] of [
    ['any-place-bookings', { last: refused }],
    ['beside-unknown', { first: refused }],
    ['longer-name-is-another', { longer: refused }],
  ] as const)
    expect(said(id, trial)).toMatchObject({ outcome: 'untested', applies: false })
})
