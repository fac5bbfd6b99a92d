import {
  expect,
  fail,
  fc,
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
const { property, check } = suite

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

const outside = property(
  'extend.outside',
  {
    edges: [19, 201, 0, -5, 580, 60.5, '25', null] satisfies Json[],
    arbitrary: fc.oneof(
      fc.integer({ min: 201, max: 10_000 }),
      fc.integer({ min: -10_000, max: 19 }),
      fc.integer({ min: 20, max: 199 }).map((whole) => whole + 0.25),
      fc.integer({ min: 20, max: 200 }).map(String),
      fc.constantFrom<Json>(true, [60], { minutes: 60 }),
    ),
    samples: { low: 0, normal: 1, high: 12 },
    shrinks: 4,
    // One hold serves all values that are refused; the latest reading of it is what the next one starts from.
    prepare: async (context) => ({ latest: await openControl(context) }),
    act: async (context, value: Json, prepared) => {
      const usable = prepared.latest.before.accepted && prepared.latest.before.read('status') === 'ON_HOLD'
      if (!usable) prepared.latest = await openControl(context)
      const from = prepared.latest
      const extended = await context.target.extend(from.id, { expirationMinutes: value })
      const read = await context.target.get(from.id)
      prepared.latest = { ...from, before: read }
      return { ...from, extended, read }
    },
  },
  { uses: ['extend', 'get'], bookings: 13 },
)

interface Trial extends Control {
  readonly value: Json
  readonly extended: Answer
  readonly read: Answer
}

/** Nothing can be told of a booking that no extend is for any more. */
function withoutHold({ control, before }: Pick<Control, 'control' | 'before'>): Judgement | null {
  const cannot = unusable(control) ?? unusable(before)
  if (cannot !== null || before.read('status') === 'ON_HOLD') return cannot
  return untested('the booking was not ON_HOLD after an extend as it should be')
}

function neverHeld(trial: Trial): Judgement {
  const { reserved, control, before, extended, read, value } = trial
  const cannot = withoutHold(trial)
  if (cannot !== null) return cannot
  if (extended.outcome === 'none') return unjudged(extended)
  const counting = countingOf(reserved, control, controlMinutes)
  const attempt = { reserved, before, extended, read, value, counting }
  const findings = heldOutside(attempt)
  if (findings.length > 0) return fail(...findings)
  if (extended.accepted && !showsHoldTime(attempt))
    return untested('it was accepted, and the bookings show neither expirationMinutes nor the end of the hold')
  return pass
}

function refused(trial: Trial): Judgement {
  const { control, extended, value } = trial
  return withoutHold(trial) ?? expect(extended).toBeRefused(control, `with minutes ${JSON.stringify(value)}`)
}

const isWhole = (value: Json): boolean => Number.isInteger(value)
const otherKind = untested('the value is of the other kind')

check(outside, {
  id: 'extend.outside-never-held',
  clause: '8/expiration-outside-never-booked-extend',
  title: 'a whole number outside 20 to 200 in extend never becomes a hold time outside 20 to 200',
  judge: (trial) => (isWhole(trial.value) ? neverHeld(trial) : otherKind),
})

check(outside, {
  id: 'extend.outside-refused',
  clause: '8/expiration-outside-refused-not-clamped-extend',
  title: 'a whole number outside 20 to 200 in extend is refused',
  judge: (trial) => (isWhole(trial.value) ? refused(trial) : otherKind),
})

check(outside, {
  id: 'extend.not-whole-never-held',
  clause: '8/expiration-not-integer-never-booked-extend',
  title: 'what is no whole number in extend never becomes a hold time that is none of 20 to 200',
  judge: (trial) => (isWhole(trial.value) ? otherKind : neverHeld(trial)),
})

check(outside, {
  id: 'extend.not-whole-refused',
  clause: '8/expiration-not-integer-refused-extend',
  title: 'a value of expirationMinutes in extend that is no whole number is refused',
  judge: (trial) => (isWhole(trial.value) ? otherKind : refused(trial)),
})

check(outside, {
  id: 'extend.refused-changes-nothing',
  clause: '7/refused-extend-changes-nothing',
  title: 'an extend that is refused for its minutes leaves the booking as it was',
  judge: ({ before, extended, read }) =>
    extended.refused
      ? sameBooking(before, read, tellingFields, 'though the extend was refused')
      : untested('the extend was not refused'),
})

export default suite
