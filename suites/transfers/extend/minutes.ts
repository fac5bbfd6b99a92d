import { isDeepStrictEqual } from 'node:util'
import {
  boundsOf,
  contract,
  fail,
  failAt,
  isHoldTime,
  openFlawedMinutes,
  openSuite,
  pass,
  refusedTogether,
  unjudged,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Context, Json, Judgement, Suite } from '../vocabulary/index.js'
import { countingOf, heldOutside, showsHoldTime } from './heldOutside.js'

const suite: Suite = openSuite()
const { check } = suite

const { minimum, maximum } = boundsOf(contract.input('extend', 'expirationMinutes'))
/** The minutes of a fresh hold: the shortest, so all others lengthen it. `extend.accepts-20-minutes` tries this one. */
const reservedFor = minimum
/** The extend beside which wrong minutes are tried: a slow target must answer all of these before the hold is over. */
const controlMinutes = 47
/** Ascending, so that most lengthen the hold, and spread over the range: a gap is as likely as a bound off by one. */
const right = [minimum + 1, controlMinutes, 74, 101, 128, 155, 182, maximum - 1]
/** Minutes that a target which adds them accepts in any case. */
const harmless = 60
/** Minutes that, added to these, are more than 200 in all. */
const tooMany = 130

/** A hold that was extended once as it should be: what the wrong minutes are tried on, and then the right ones. */
interface Control {
  readonly id: string
  readonly reserved: Answer
  readonly control: Answer
  /** As last read, or else as last answered. */
  readonly before: Answer
}

async function openControl(context: Context): Promise<Control> {
  const reserved = await openFresh(context)
  const id = reserved.bookingId
  const control = await context.target.extend(id, { expirationMinutes: controlMinutes })
  return { id, reserved, control, before: context.offers('get') ? await context.target.get(id) : control }
}

async function openFresh({ hold }: Context): Promise<Answer> {
  return (await hold({ expirationMinutes: reservedFor })).reserved
}

/** Nothing can be told of a booking that no extend is for any more. */
function withoutHold({ control, before }: Pick<Control, 'control' | 'before'>): Judgement | null {
  const cannot = unusable(control) ?? unusable(before)
  if (cannot !== null || before.read('status') === 'ON_HOLD') return cannot
  return untested('the booking was not ON_HOLD after an extend as it should be')
}

interface TriedExtend extends Control {
  readonly extended: Answer
  readonly read: Answer | null
  /** Where right minutes were refused, what shows how this target counts; and whether more than 200 in all is why. */
  readonly shown?: Answer | null
  readonly further?: Answer | null
}

function neverHeld({
  reserved,
  control,
  before,
  extended,
  read,
  value,
}: TriedExtend & { readonly value: Json }): Judgement {
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
  const isHeld = values.length > 0 && withoutHold(from) === null
  const refused = (isHeld ? await refusedTogether(context, from, extending) : null) ?? []
  const tried = refused.map(({ answer, after }, index) => ({
    value: values[index] ?? null,
    extended: answer,
    read: after,
  }))
  return { from, tried }
}

interface Prepared extends Together {
  /** What further wrong minutes are tried on; null: a fresh one. */
  latest: Control | null
  isOutOfDate: boolean
  /** The hold that right minutes are tried on, one after the other, until some are refused; null: a fresh one. */
  on: Answer | null
}

const minutes = openFlawedMinutes<Prepared, TriedExtend>(
  suite,
  'extend',
  {
    right,
    tries: { outside: 4, mistyped: 3 },
    // More than any hold, by however much.
    also: [580],
    samples: { low: 0, normal: 0, high: 20 },
    shrinks: 6,
    // One hold serves all refused values. After an accepted one, another serves, whose latest read starts the next.
    prepare: async (context, values) => {
      const wrong = values.filter((value) => !isHoldTime(value))
      const together = await tryTogether(context, wrong)
      const { from, tried } = together
      const isClean = tried.length === wrong.length
      return { ...together, latest: isClean ? from : null, isOutOfDate: false, on: isClean ? from.reserved : null }
    },
    act: (context, value, prepared) =>
      isHoldTime(value) ? extendRightly(context, value, prepared) : extendWrongly(context, value, prepared),
    uses: ['extend'],
    read: true,
    bookings: 21,
  },
  { cannot: withoutHold, see: ({ control, extended }) => ({ control, answer: extended }), neverHeld },
)

async function extendWrongly(context: Context, value: Json, prepared: Prepared): Promise<TriedExtend> {
  const tried = prepared.tried.find((each) => isDeepStrictEqual(each.value, value))
  if (tried !== undefined) return { ...prepared.from, ...tried }
  const { latest: last } = prepared
  const latest = last !== null && prepared.isOutOfDate ? { ...last, before: await context.target.get(last.id) } : last
  const usable = latest?.before.accepted === true && latest.before.read('status') === 'ON_HOLD'
  const from = usable ? latest : await openControl(context)
  const extended = await context.target.extend(from.id, { expirationMinutes: value })
  const read = await context.target.get(from.id)
  // Nobody knows what an accepted wrong value has done: nothing rests on that booking any more.
  prepared.latest = extended.refused ? { ...from, before: read } : null
  prepared.isOutOfDate = false
  return { ...from, extended, read }
}

async function extendRightly(context: Context, value: number, prepared: Prepared): Promise<TriedExtend> {
  const { target } = context
  const { from } = prepared
  // The control was such an extend itself.
  if (value === controlMinutes && from.control.accepted)
    return { ...from, extended: from.control, read: null, shown: null, further: null }
  const extending = async (): Promise<Answer> => {
    prepared.on ??= await openFresh(context)
    return target.extend(prepared.on.bookingId, { expirationMinutes: value })
  }
  let extended = await extending()
  // Earlier extends of this hold may be why: how often, to what total and by what less it can be extended is not shown.
  if (extended.refused) {
    prepared.on = null
    extended = await extending()
  }
  const reserved = prepared.on ?? from.reserved
  const id = reserved.bookingId
  // Only a refusal makes it matter how this target counts.
  const shown = extended.refused ? await target.extend(id, { expirationMinutes: harmless }) : null
  // Whether more than 200 in all is why it was refused.
  const further = shown?.accepted === true ? await target.extend(id, { expirationMinutes: tooMany }) : null
  if (extended.refused) prepared.on = null
  if (id === prepared.latest?.id) prepared.isOutOfDate = true
  return { ...from, reserved, extended, read: null, shown, further }
}

check(minutes, {
  id: 'extend.accepts-20-to-200-minutes',
  clause: '8/expiration-accepted-extend',
  title: 'extend accepts each whole number of minutes from 20 to 200',
  judge: ({ reserved, extended, shown, further, value }) => {
    if (!isHoldTime(value)) return untested('the value is no number of minutes that a hold may have')
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
      ...wants.accepted(),
    })
  },
})

export default suite
