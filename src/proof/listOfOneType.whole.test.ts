import { expect, test } from 'vitest'
import { runOnReference } from './runOnReference.js'

test('the lists of one booking type are read between the readings that show whether the list stood still', async () => {
  const { report, evidence } = await runOnReference({ plan: { seed: 1, only: ['list.booking-type-returned'] } })
  expect(report.checks.map(({ outcome }) => outcome)).toEqual(['pass'])
  const listed = evidence.flatMap((line) =>
    line.type === 'exchange' && line.exchange.scenario === 'list.pages' && line.exchange.purpose === 'list'
      ? [line.exchange]
      : [],
  )
  const widest = Math.max(...listed.map(({ input }) => Number(input['pageSize'])))
  const wide = listed.filter(({ input }) => input['pageSize'] === widest && input['sortField'] === undefined)
  const typed = wide.filter(({ input }) => input['bookingType'] !== undefined).map(({ n }) => n)
  const whole = wide.filter(({ input }) => input['bookingType'] === undefined).map(({ n }) => n)
  expect(typed.length).toBeGreaterThan(1)
  expect(Math.min(...whole)).toBeLessThan(Math.min(...typed))
  expect(Math.max(...whole)).toBeGreaterThan(Math.max(...typed))
})
