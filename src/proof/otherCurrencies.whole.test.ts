import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

const tour = { productId: 'prod-tour', optionId: 'opt-tour', defaultCurrency: 'JPY' }

test('whatever else can be booked goes through every operation that answers with a booking, so that its currency is seen in each', async () => {
  const { report, evidence } = await runOnReference({
    dialect: 'default',
    profile: { bookable: { other: [{ ...tour, bookingType: 'Tour' }, tour] } },
    plan: { only: ['reserve.takes-the-currencies-quoted'] },
  })
  expect(report.summary.checks.fail).toBe(0)
  const sent = evidence.flatMap((line) =>
    line.type === 'exchange' && line.exchange.scenario === 'reserve.currency' ? [line.exchange] : [],
  )
  const extended = sent.find(({ purpose }) => purpose === 'extend')?.bookingId
  const through = sent.filter(({ bookingId }) => bookingId === extended).map(({ purpose }) => purpose)
  expect(through).toEqual(['get', 'extend', 'update', 'confirm', 'get'])
})
