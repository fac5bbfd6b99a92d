import { isDeepStrictEqual } from 'node:util'
import {
  fail,
  openFlawedMinutes,
  openSuite,
  pass,
  refusedTogether,
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

/** What one hold was extended by, where all of that was refused and changed nothing. */
interface Together {
  readonly from: Control
  readonly tried: readonly { readonly value: Json; readonly extended: Answer; readonly read: Answer }[]
}

async function tryTogether(context: Context, values: readonly Json[]): Promise<Together> {
  const from = await openControl(context)
  const extending = values.map(
    (value) =>
      (id: string): Promise<Answer> =>
        context.target.extend(id, { expirationMinutes: value }),
  )
  const isHeld = withoutHold(from) === null
  const refused = (isHeld ? await refusedTogether(context, from, extending) : null) ?? []
  const tried = refused.map(({ answer, after }, index) => ({
    value: values[index] ?? null,
    extended: answer,
    read: after,
  }))
  return { from, tried }
}

const flawed = openFlawedMinutes<Together & { latest: Control | null }, Tried>(
  suite,
  'extend',
  {
    tries: { outside: 4, mistyped: 3 },
    // The one is more than any hold, the other lengthens the hold and is no whole number.
    also: [580, 60.5],
    samples: { low: 0, normal: 0, high: 12 },
    shrinks: 4,
    // One hold serves all values that are refused. Where one is not, another does, and the latest reading of it is what the next one starts from.
    prepare: async (context, values) => {
      const together = await tryTogether(context, values)
      return { ...together, latest: together.tried.length > 0 ? together.from : null }
    },
    act: async (context, value, prepared) => {
      const tried = prepared.tried.find((each) => isDeepStrictEqual(each.value, value))
      if (tried !== undefined) return { ...prepared.from, ...tried }
      const { latest } = prepared
      const usable = latest?.before.accepted === true && latest.before.read('status') === 'ON_HOLD'
      const from = usable ? latest : await openControl(context)
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
