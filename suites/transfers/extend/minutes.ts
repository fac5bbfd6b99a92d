import {
  boundsOf,
  contract,
  failAt,
  fc,
  openSuite,
  pass,
  untested,
  unjudged,
  type Answer,
  type Context,
  type Suite,
} from '../vocabulary/index.js'
import { countingOf } from './counting.js'

const suite: Suite = openSuite()
const { property, check } = suite

const { minimum, maximum } = boundsOf(contract.input('extend', 'expirationMinutes'))
/** What a fresh hold is reserved for: the shortest, so that every other value lengthens it. `extend.accepts-20-minutes` is for it itself. */
const reservedFor = minimum
/** Minutes that a target which adds them accepts in any case. */
const harmless = 60
/** Minutes that, added to these, are more than 200 in all. */
const tooMany = 130

/** The hold that values are tried on, one after the other, until one is refused. */
interface Tried {
  readonly reserved: Answer
}

async function openTried({ hold }: Context): Promise<Tried> {
  return { reserved: (await hold({ expirationMinutes: reservedFor })).reserved }
}

const minutes = property(
  'extend.minutes',
  {
    // Ascending, so that each lengthens the hold, and all over the range: a gap in it is as likely as a bound that is off by one.
    edges: [minimum + 1, 47, 74, 101, 128, 155, 182, maximum - 1],
    arbitrary: fc.integer({ min: minimum + 1, max: maximum }),
    samples: { low: 0, normal: 0, high: 8 },
    shrinks: 6,
    prepare: async (context) => ({ on: await openTried(context) }),
    act: async (context, value: number, prepared) => {
      const { target } = context
      const extending = (): Promise<Answer> =>
        target.extend(prepared.on.reserved.bookingId, { expirationMinutes: value })
      let extended = await extending()
      // It may be for what was tried on this hold before: how often one can be extended, and to how much in all, is not shown.
      if (extended.refused) {
        prepared.on = await openTried(context)
        extended = await extending()
      }
      const { reserved } = prepared.on
      const id = reserved.bookingId
      // Only a refusal makes it matter how this target counts.
      const shown = extended.refused ? await target.extend(id, { expirationMinutes: harmless }) : null
      // Whether more than 200 in all is why it was refused.
      const further = shown?.accepted === true ? await target.extend(id, { expirationMinutes: tooMany }) : null
      if (extended.refused) prepared.on = await openTried(context)
      return { reserved, extended, shown, further }
    },
  },
  { uses: ['extend'], bookings: 9 },
)

check(minutes, {
  id: 'extend.accepts-20-to-200-minutes',
  clause: '8/expiration-accepted-extend',
  title: 'extend accepts each whole number of minutes from 20 to 200',
  judge: ({ reserved, extended, shown, further, value }) => {
    if (extended.accepted) return pass
    if (extended.outcome === 'none') return unjudged(extended)
    if (shown?.accepted === true && reservedFor + value > maximum) {
      const counting = countingOf(reserved, shown, harmless)
      // Added up, it would be a hold of more than 200 minutes, where that is refused.
      if (counting === 'added' && further?.accepted !== true)
        return untested(`${value} more minutes would have made the hold longer than 200`)
      if (counting === 'unknown') return untested('the bookings do not show what the minutes of extend are added to')
    }
    return failAt(extended, '', {
      message: `extend of a hold of ${reservedFor} minutes by ${value} was not accepted`,
      expected: '2xx with the documented answer',
    })
  },
})

export default suite
