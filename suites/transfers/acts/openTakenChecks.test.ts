import { afterEach, expect, test } from 'vitest'
import { closeAll, offer, open } from './opened.test.data.js'

afterEach(closeAll)

const day = (of: number): { productId: string; optionId: string; availability: { day: number } } => ({
  productId: 'p',
  optionId: 'o',
  availability: { day: of },
})

test('what a check named counts as taken once a booking of the run has it, by any scenario, and no other day does', async () => {
  const { contextOf } = await open({ offers: [offer('a'), offer('b'), offer('c')] })
  const [one, two] = [contextOf('one'), contextOf('two')]
  await one.target.availability({}, { bookable: day(1) })
  await one.target.availability({}, { bookable: day(2) })
  await one.target.availability()
  expect(two.isTaken(day(1))).toBe(false)
  await one.target.reserve({ availabilityId: 'a' })
  await one.target.reserve({ availabilityId: 'c' })
  expect([day(1), day(2), two.profile.bookable.standard].map(two.isTaken)).toEqual([true, false, true])
})

test('a reservation that was refused takes nothing', async () => {
  const { contextOf } = await open({ statuses: [409] })
  const context = contextOf('one')
  await context.target.availability({}, { bookable: day(1) })
  await context.target.reserve({ availabilityId: 'a' })
  expect(context.isTaken(day(1))).toBe(false)
})
