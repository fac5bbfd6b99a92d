import { fail, fc, openSuite, pass, untested, unjudged, type Suite } from '../vocabulary/index.js'
import { countingOf } from './counting.js'

const suite: Suite = openSuite()
const { property, check } = suite

/** What a fresh hold is reserved for: the shortest, so that every other value lengthens it. `extend.accepts-20` is for 20 itself. */
const reservedFor = 20
/** Minutes that a target which adds them accepts in any case. */
const harmless = 60
/** Minutes that, added to these, are more than 200 in all. */
const tooMany = 130

const minutes = property(
  'extend.minutes',
  {
    edges: [21, 199],
    arbitrary: fc.integer({ min: 21, max: 200 }),
    samples: { low: 0, normal: 1, high: 8 },
    shrinks: 6,
    apart: true,
    prepare: async () => Promise.resolve({}),
    act: async ({ target, hold }, value: number) => {
      const { reserved } = await hold({ expirationMinutes: reservedFor })
      const id = reserved.bookingId
      const extended = await target.extend(id, { expirationMinutes: value })
      // Only a refusal makes it matter how this target counts.
      const shown = extended.refused ? await target.extend(id, { expirationMinutes: harmless }) : null
      // Whether more than 200 in all is why it was refused.
      const further = shown?.accepted === true ? await target.extend(id, { expirationMinutes: tooMany }) : null
      return { reserved, extended, shown, further }
    },
  },
  { uses: ['extend'], bookings: 6 },
)

check(minutes, {
  id: 'extend.accepts-20-to-200',
  clause: '8/expiration-accepted-extend',
  title: 'extend accepts each whole number of minutes from 20 to 200',
  judge: ({ reserved, extended, shown, further, value }) => {
    if (extended.accepted) return pass
    if (extended.outcome === 'none') return unjudged(extended)
    if (shown?.accepted === true && reservedFor + value > 200) {
      const counting = countingOf(reserved, shown, harmless)
      // Added up, it would be a hold of more than 200 minutes, where that is refused.
      if (counting === 'added' && further?.accepted !== true)
        return untested(`${value} more minutes would have made the hold longer than 200`)
      if (counting === 'unknown') return untested('the bookings do not show what the minutes of extend are added to')
    }
    return fail({
      message: `extend of a hold of ${reservedFor} minutes by ${value} was not accepted`,
      expected: '2xx with the documented answer',
      received: extended.describe(),
      exchange: extended.n,
      pointer: '',
    })
  },
})

export default suite
