import { describeValue, expect, fc, openSuite, type Json, type Profile, type Suite } from '../vocabulary/index.js'
import { neverBooked } from './neverBooked.js'
import { readBack } from './readBack.js'
import { reserveFlawed } from './reserveFlawed.js'

const suite: Suite = openSuite()
const { property, check } = suite

/** Values of expirationMinutes that are no whole number. Outside a body everything is text, and the types cannot be told apart. */
function notWhole(profile: Profile): readonly Json[] {
  const typed: readonly Json[] =
    profile.operations.reserve?.fields['expirationMinutes']?.in === 'body' ? ['25', [30], {}, null] : []
  return [20.5, true, ...typed]
}

const mistyped = property(
  'reserve.minutes-not-whole',
  {
    edges: notWhole,
    arbitrary: fc
      .tuple(fc.integer({ min: 20, max: 199 }), fc.integer({ min: 1, max: 99 }))
      .map(([whole, hundredths]): Json => whole + hundredths / 100),
    samples: { low: 0, normal: 0, high: 6 },
    shrinks: 4,
    apart: true,
    prepare: async ({ hold }) => ({ control: (await hold()).reserved }),
    act: async (context, minutes) => {
      const reserved = await reserveFlawed(context, { expirationMinutes: minutes })
      return { reserved, read: await readBack(context, reserved) }
    },
  },
  { bookings: 7 },
)

check(mistyped, {
  id: 'reserve.never-holds-for-what-is-no-number-of-minutes',
  clause: '8/expiration-not-integer-never-booked-reserve',
  title: 'what is no whole number of minutes never becomes a hold time that the documents do not know',
  judge: neverBooked,
})

check(mistyped, {
  id: 'reserve.refuses-what-is-no-number-of-minutes',
  clause: '8/expiration-not-integer-refused-reserve',
  title: 'an expirationMinutes that is no whole number is refused',
  judge: ({ value, control, reserved }) =>
    expect(reserved).toBeRefused(control, `although its expirationMinutes is ${describeValue(value)}`),
})

export default suite
