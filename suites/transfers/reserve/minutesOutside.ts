import { expect, fc, openSuite, type Suite } from '../vocabulary/index.js'
import { neverBooked } from './neverBooked.js'
import { readBack } from './readBack.js'
import { reserveFlawed } from './reserveFlawed.js'

const suite: Suite = openSuite()
const { property, check } = suite

const far = 2 ** 31

/** By their distance from the bound, so that what fails is shrunk towards 19 and 201. */
const below = fc.nat({ max: far }).map(
  (distance) => 19 - distance,
  (minutes) => 19 - Number(minutes),
)
const above = fc.nat({ max: far }).map(
  (distance) => 201 + distance,
  (minutes) => Number(minutes) - 201,
)

/** Whole numbers of minutes that the documents do not allow. */
const outside = property(
  'reserve.minutes-outside',
  {
    edges: [19, 201, 0, -5, 580, -2147483648, 2147483648, 1e15],
    arbitrary: fc.oneof(below, above),
    samples: { low: 0, normal: 2, high: 12 },
    shrinks: 16,
    apart: true,
    prepare: async ({ hold }) => ({ control: (await hold()).reserved }),
    act: async (context, minutes) => {
      const reserved = await reserveFlawed(context, { expirationMinutes: minutes })
      return { reserved, read: await readBack(context, reserved) }
    },
  },
  { bookings: 12 },
)

check(outside, {
  id: 'reserve.never-holds-outside-20-to-200-minutes',
  clause: '8/expiration-outside-never-booked-reserve',
  title: 'a whole number outside 20 to 200 never becomes a hold time outside 20 to 200',
  judge: neverBooked,
})

check(outside, {
  id: 'reserve.refuses-minutes-outside-20-to-200',
  clause: '8/expiration-outside-refused-not-clamped-reserve',
  title: 'a whole number of minutes outside 20 to 200 is refused, and not moved into the range',
  judge: ({ value, control, reserved }) => expect(reserved).toBeRefused(control, `with ${value} minutes`),
})

export default suite
