import { expect, test } from 'vitest'
import { openDraft, type OpenDraft } from '../../../src/init/draft.js'
import type { Heard, Json } from '../vocabulary/index.js'
import { learnPlaces } from './bookingPlaces.js'

function learned(booking: Json): OpenDraft {
  const draft = openDraft()
  const heard = { n: 1, json: booking } satisfies Partial<Heard>
  learnPlaces({ draft }, heard as Heard, { texts: {}, minutes: 60 })
  return draft
}

test.each([
  ['can_cancel', '/can_cancel'],
  ['is_cancellable', '/is_cancellable'],
  ['CancellationAllowed', '/CancellationAllowed'],
  ['cancelled', undefined],
  ['isCancelled', undefined],
])('what says that a booking can be cancelled: %s', (name, place) => {
  expect(learned({ id: 'b', status: 'ON_HOLD', [name]: false }).read(['booking', 'cancellable'])).toBe(place)
})

test('that a name differs in case alone is said', () => {
  const line = learned({ Id: 'b', Status: 'ON_HOLD', Cancellable: true })
    .lines()
    .find(({ key }) => key.join('.') === 'booking.cancellable')
  expect(line).toMatchObject({ value: '/Cancellable', from: expect.stringContaining('differs only in case') })
})

const priced = (amount: number): Json => ({
  id: 'b',
  status: 'ON_HOLD',
  pricing: { retail: 2980, net: 2444, includedTaxes: [{ name: 'VAT', rate_percent: 18, amount }] },
})

test('what taxes call their amount is taken where it is what the rate makes of the net amount, and else is named', () => {
  const key = ['booking', 'pricing', 'taxAmount']
  expect(learned(priced(373)).read(key)).toBe('/amount')
  const ofTotal = learned(priced(455))
  expect(ofTotal.read(key)).toBeUndefined()
  expect(ofTotal.lines().find((line) => line.key.join() === key.join())).toMatchObject({
    likely: '/amount',
    why: expect.stringContaining('each tax'),
  })
})
