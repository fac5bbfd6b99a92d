import { isDeepStrictEqual } from 'node:util'
import {
  describeValue,
  failAt,
  openFlawedMinutes,
  openSuite,
  pass,
  untested,
  allJudged,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { longer, openHeld, updateMinutes, type HeldForMinutes, type UpdatedMinutes } from './heldForMinutes.js'

const suite: Suite = openSuite()

openFlawedMinutes<{ readonly on: HeldForMinutes }, UpdatedMinutes>(
  suite,
  'update',
  {
    tries: { outside: 4, mistyped: 3 },
    // It may stand for an input that is not given.
    tolerates: [null],
    samples: { low: 0, normal: 0, high: 16 },
    shrinks: 12,
    prepare: async (context) => ({ on: await openHeld(context, longer) }),
    act: (context, value, { on }) => updateMinutes(context, value, on),
    uses: ['update', 'get'],
    bookings: 1,
  },
  {
    see: ({ control, updated }) => ({ control, answer: updated }),
    neverHeld,
  },
)

/** The hold time that stands there after the update, in its answer and by get, must be one that the documents allow. */
function neverHeld({ control, before, updated, read, value }: UpdatedMinutes & { readonly value: Json }): Judgement {
  if (!control.accepted) return untested('no update was accepted on this booking', 'see the checks of update on hold')
  return allJudged(
    ...[updated, read].map((answer): Judgement => {
      if (answer === null) return updated.refused ? pass : untested('the booking was not read')
      const found = answer.accepted ? answer.read('expirationMinutes') : undefined
      // What stood there before this value was sent, another value has brought about.
      const isOld = answer !== updated && isDeepStrictEqual(found, before.read('expirationMinutes'))
      if (found === undefined)
        return updated.refused && answer === updated ? pass : untested('the answer shows no expirationMinutes')
      if (isOld || (typeof found === 'number' && Number.isInteger(found) && found >= 20 && found <= 200)) return pass
      return failAt(answer, '/expirationMinutes', {
        message: `expirationMinutes is ${describeValue(found)} after an update with ${describeValue(value)}`,
        expected: 'a whole number from 20 to 200',
      })
    }),
  )
}

export default suite
