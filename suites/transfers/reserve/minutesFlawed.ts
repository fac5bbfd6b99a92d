import {
  all,
  describeValue,
  failAt,
  holdEndOf,
  holdTime,
  isHoldTime,
  momentOf,
  openFlawedMinutes,
  openSuite,
  pass,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Suite } from '../vocabulary/index.js'
import { readBack } from './holdFor.js'
import { giveBack, reserveFlawed, type FreeSlot } from './reserveFlawed.js'

const suite: Suite = openSuite()

/** A reservation with minutes that are not allowed. */
interface FlawedMinutes {
  readonly value: Json
  readonly control: Answer
  readonly reserved: Answer
  /** The booking, if there is one against expectation, read again. */
  readonly read: Answer | null
}

openFlawedMinutes<
  Pick<FlawedMinutes, 'control'> & { readonly wanted: FreeSlot },
  Pick<FlawedMinutes, 'reserved' | 'read'>
>(
  suite,
  'reserve',
  {
    tries: { outside: 6, mistyped: 5 },
    // A member that is null is one that is left out, to many servers; it shall be no hold time all the same.
    also: [580, null],
    tolerates: [null],
    samples: { low: 0, normal: 1, high: 18 },
    shrinks: 16,
    apart: true,
    prepare: async ({ hold }) => ({ control: (await hold()).reserved, wanted: { free: null } }),
    act: async (context, minutes, { wanted }) => {
      const reserved = await reserveFlawed(context, wanted, { expirationMinutes: minutes })
      const read = await readBack(context, reserved)
      await giveBack(context, reserved)
      return { reserved, read }
    },
    uses: [],
    bookings: 18,
  },
  { see: ({ control, reserved }) => ({ control, answer: reserved }), neverHeld: neverBooked },
)

/** Judges that a request made no hold time that the documents do not know: it was refused, or became something else. */
export function neverBooked({ value, control, reserved, read }: FlawedMinutes): Judgement {
  const cannot = unusable(control)
  if (cannot !== null) return cannot
  if (reserved.refused) return pass
  const answered = shows(value, reserved, control)
  return read?.accepted === true ? all(answered, shows(value, read, control)) : answered
}

function shows(value: Json, answer: Answer, control: Answer): Judgement {
  const cannot = unusable(answer)
  if (cannot !== null) return cannot
  const shown = minutesShown(answer, control)
  if (shown === null) return untested(`the booking in request ${answer.n} does not show for how long it is held`)
  if (isHoldTime(shown.minutes)) return pass
  return failAt(answer, shown.pointer, {
    message: `Reserve with expirationMinutes ${describeValue(value)} made a booking that is held for ${describeValue(shown.minutes)} minutes`,
    ...wants.refused('a refusal, or a whole number from 20 to 200', holdTime),
    received: shown.minutes,
    restsOn: shown.restsOn,
  })
}

/** The hold time that an answer shows. */
interface MinutesShown {
  readonly minutes: Json
  /** Where it stands. */
  readonly pointer: string
  /** Profile keys that this rests on. */
  readonly restsOn: readonly string[]
}

/** Requests take time, and a service may round the end of a hold. */
const toleranceMinutes = 2

/**
 * The hold time of a booking: its expirationMinutes or, if these are missing or belied, reckoned from its end and that
 * of a control of 60 minutes. null: neither is shown, or the end is too near to a bound to tell.
 */
function minutesShown(answer: Answer, control: Answer): MinutesShown | null {
  const minutes = answer.read('expirationMinutes')
  const ending = untilEnd(answer, control)
  // Allowed minutes are belied if the hold visibly ends at another time, and the control's hold when it ought to.
  const belied = isHoldTime(minutes ?? null) && ending !== null && !isHoldTime(ending.minutes) && endsInTime(control)
  if (minutes !== undefined && !belied) return { minutes, pointer: '/expirationMinutes', restsOn: [] }
  return ending
}

function untilEnd(answer: Answer, control: Answer): (MinutesShown & { readonly minutes: number }) | null {
  const { holdEnd } = answer.profile.booking
  const [end, usual] = [holdEndOf(answer), holdEndOf(control)]
  if (holdEnd === null || end === null || usual === null) return null
  const found = Math.round(60 + end - usual - (momentOf(answer).earliest - momentOf(control).earliest))
  if ([20, 200].some((bound) => Math.abs(found - bound) <= toleranceMinutes)) return null
  return { minutes: found, pointer: holdEnd, restsOn: ['booking.holdEnd'] }
}

/** Whether the control's hold, of 60 minutes, ends after as many by our clock: then the place shows the end. */
function endsInTime(control: Answer): boolean {
  const end = holdEndOf(control)
  return end !== null && Math.abs(end - momentOf(control).earliest - 60) <= toleranceMinutes
}

export default suite
