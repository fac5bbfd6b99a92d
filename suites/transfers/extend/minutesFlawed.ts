import {
  fail,
  openFlawedMinutes,
  openSuite,
  pass,
  sameBooking,
  tellingFields,
  untested,
  unjudged,
  unusable,
  type Answer,
  type Context,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { countingOf } from './counting.js'
import { heldOutside, showsHoldTime } from './heldOutside.js'

const suite: Suite = openSuite()
const { check } = suite

const reservedFor = 20
const controlMinutes = 60

/** A hold that was extended once as it should be: what the wrong minutes are tried on. */
interface Control {
  readonly id: string
  readonly reserved: Answer
  readonly control: Answer
  /** As last read. */
  readonly before: Answer
}

async function openControl({ target, hold }: Context): Promise<Control> {
  const { reserved } = await hold({ expirationMinutes: reservedFor })
  const id = reserved.bookingId
  const control = await target.extend(id, { expirationMinutes: controlMinutes })
  return { id, reserved, control, before: await target.get(id) }
}

/** Nothing can be told of a booking that no extend is for any more. */
function withoutHold({ control, before }: Pick<Control, 'control' | 'before'>): Judgement | null {
  const cannot = unusable(control) ?? unusable(before)
  if (cannot !== null || before.read('status') === 'ON_HOLD') return cannot
  return untested('the booking was not ON_HOLD after an extend as it should be')
}

interface Tried extends Control {
  readonly extended: Answer
  readonly read: Answer
}

function neverHeld({ reserved, control, before, extended, read, value }: Tried & { readonly value: Json }): Judgement {
  if (extended.outcome === 'none') return unjudged(extended)
  const counting = countingOf(reserved, control, controlMinutes)
  const attempt = { reserved, before, extended, read, value, counting }
  const findings = heldOutside(attempt)
  if (findings.length > 0) return fail(...findings)
  if (extended.accepted && !showsHoldTime(attempt))
    return untested('it was accepted, and the bookings show neither expirationMinutes nor the end of the hold')
  return pass
}

const flawed = openFlawedMinutes<{ latest: Control }, Tried>(
  suite,
  'extend',
  {
    tries: { outside: 4, mistyped: 3 },
    // The one is more than any hold, the other lengthens the hold and is no whole number.
    also: [580, 60.5],
    samples: { low: 0, normal: 1, high: 12 },
    shrinks: 4,
    // One hold serves all values that are refused; the latest reading of it is what the next one starts from.
    prepare: async (context) => ({ latest: await openControl(context) }),
    act: async (context, value, prepared) => {
      const usable = prepared.latest.before.accepted && prepared.latest.before.read('status') === 'ON_HOLD'
      if (!usable) prepared.latest = await openControl(context)
      const from = prepared.latest
      const extended = await context.target.extend(from.id, { expirationMinutes: value })
      const read = await context.target.get(from.id)
      prepared.latest = { ...from, before: read }
      return { ...from, extended, read }
    },
    uses: ['extend', 'get'],
    bookings: 13,
  },
  {
    cannot: withoutHold,
    see: ({ control, extended }) => ({ control, answer: extended }),
    neverHeld,
  },
)

check(flawed, {
  id: 'extend.refused-changes-nothing',
  clause: '7/refused-extend-changes-nothing',
  title: 'an extend that is refused for its minutes leaves the booking as it was',
  judge: ({ before, extended, read }) =>
    extended.refused
      ? sameBooking(before, read, tellingFields, 'though the extend was refused')
      : untested('the extend was not refused'),
})

export default suite
