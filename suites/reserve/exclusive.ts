import { check, expect, fail, pass, scenario, untested } from '../../src/suite/index.js'

/** One availability wanted twice, one after the other and at once. Only where the profile says that it can be held once. */
const exclusive = scenario(
  'reserve.exclusive',
  async ({ target, hold, slot }) => {
    const { availabilityId, reserved: first } = await hold()
    const second = await target.reserve({ availabilityId, expirationMinutes: 60 })
    const wanted = await slot()
    const atOnce = await Promise.all(
      [60, 61, 62].map((expirationMinutes) => target.reserve({ availabilityId: wanted, expirationMinutes })),
    )
    const third = await slot()
    const tooLong = await target.reserve({ availabilityId: third, expirationMinutes: 580 })
    const afterwards = await target.reserve({ availabilityId: third, expirationMinutes: 60 })
    return { first, second, atOnce, tooLong, afterwards }
  },
  { needs: ['exclusive'], bookings: 6, alone: true },
)

check(exclusive, {
  id: 'reserve.refuses-what-is-held',
  clause: '3/availability-held',
  title: 'while a booking holds an availability, a second reserve of it is refused',
  judge: ({ first, second }) => expect(second).toBeRefused(first, 'although another booking holds that availability'),
})

check(exclusive, {
  id: 'reserve.refused-holds-nothing',
  clause: '7/refused-reserve-leaves-no-booking',
  title: 'a reserve that is refused for its minutes does not hold the availability',
  judge: ({ first, tooLong, afterwards }) => {
    if (!first.accepted || !tooLong.refused || afterwards.outcome === 'none')
      return untested('no reserve was refused for its minutes alone')
    return expect(afterwards).toBeAccepted('after one of the same availability that was refused')
  },
})

check(exclusive, {
  id: 'reserve.holds-once-at-the-same-time',
  clause: '3/availability-held-concurrent',
  title: 'of several reserves of one availability at the same time, one at most is accepted',
  judge: ({ atOnce }, { profile }) => {
    if (profile.limits.concurrency < 2)
      return untested('the profile allows one request at a time', 'set limits.concurrency to 2 or more')
    const accepted = atOnce.filter((answer) => answer.accepted)
    const [, second] = accepted
    if (second !== undefined)
      return fail({
        message: `${accepted.length} of ${atOnce.length} reserves of one availability were accepted at the same time`,
        expected: 'one at most',
        received: accepted.length,
        exchange: second.n,
        pointer: '',
      })
    return accepted.length === 1 ? pass : untested('none of the reserves at the same time was accepted')
  },
})
