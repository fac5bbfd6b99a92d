import { expect, test } from 'vitest'
import { redactedProfile } from './redactedProfile.js'
import { profile as keys } from '../../suites/transfers/profile.js'
import { minimal, read } from './readProfile.test.data.js'

const withHeader = minimal.replace(
  'bookable:',
  "  headers: { Authorization: 'Bearer ${T}', X-Channel: '${C}' }\nbookable:",
)

test.each(['retail', 'Retail', 'ON_HOLD', 'pric', 'CONFIRMED', '2026', '2026-11-23', 'supplierRef'])(
  'a variable that says %j is no secret: answers say it, too',
  async (word) => {
    const own = 'booking: { reference: /supplierReference }\n'
    const { secrets, target } = await read(`${withHeader}${own}`, { env: { T: 'tok-123456', C: word } })
    expect([...secrets.keys()]).toEqual(['T'])
    expect(target.headers['X-Channel']).toBe(word)
  },
)

test.each(['retail-7', 'hunter2', '1234', '20261', 'EUR', 'x'])('a variable that says %j is one', async (value) => {
  const { secrets } = await read(withHeader, { env: { T: 'tok-123456', C: value } })
  expect([...secrets.keys()]).toEqual(['T', 'C'])
})

test('a secret of three characters changes no word that answers are compared with', async () => {
  const profile = await read(withHeader.replace('optionId: o', 'optionId: o, defaultCurrency: EUR'), {
    env: { T: 'tok-123456', C: 'EUR' },
  })
  expect(redactedProfile(profile, keys)).toMatchObject({
    target: { headers: { 'X-Channel': '${C}' } },
    bookable: { standard: { defaultCurrency: 'EUR' } },
  })
})
