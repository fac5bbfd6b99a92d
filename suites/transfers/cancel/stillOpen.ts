import { expect, untested, unusable, type Judgement, type Profile } from '../vocabulary/index.js'
import { ifOneWindow, judgeOpen, namedIn, type Seen, type Taken } from './edge.js'
import { shows } from './shownCancellable.js'

/** What showed a booking shortly before its window closes, and all that showed it, or one like it, from its reservation on. */
interface Opened {
  readonly open: Seen
  readonly seen: readonly Seen[]
}

/** Judges that a confirmed booking is read as cancellable shortly before its window closes. */
export function shownStillOpen(
  own: Taken,
  { booked, open, seen }: Opened & { readonly booked: Seen },
  profile: Profile,
): Judgement {
  return (
    unusable(booked) ??
    judgeOpen(own, open, profile) ??
    neverOpen(own, seen, profile) ??
    ifOneWindow(own, profile, whatWasLate(own, booked, profile, shows(open, true)))
  )
}

/** Judges that one which was read as cancellable then can be updated. */
export function updatedWhileOpen(
  own: Taken,
  { open, openUpdate, seen }: Opened & { readonly openUpdate: Seen },
  profile: Profile,
): Judgement {
  return open?.read('cancellable') === true
    ? (judgeOpen(own, openUpdate, profile) ??
        expect(openUpdate).toBeAccepted('though cancellable of the booking is true'))
    : (neverOpen(own, seen, profile) ?? untested('cancellable of the booking was not true then'))
}

/**
 * Untested where no booking of this was ever cancellable, from its reservation on: cutOffAt may point to another time than that at
 * which cancelling ends, such as the end of sale. null: one was, or they do not say.
 */
export function neverOpen(own: Taken, seen: readonly Seen[], profile: Profile): Judgement | null {
  const { soon, key } = namedIn(own, profile)
  const told = seen.flatMap((each) => (each?.accepted === true ? [each.read('cancellable')] : []))
  if (soon?.cutOffAt === undefined || told.length === 0 || told.some((each) => each !== false)) return null
  return untested(
    `cancellable of each booking of ${key} was false from its reservation on, so its window had closed before, or ${key}.cutOffAt does not say when it closes`,
    `see whether what stands at ${soon.cutOffAt} is when cancelling ends, and not when sale ends or the ride starts: ${key}.cutOffAt, and ${key}.cutOffBefore for minutes before it`,
  )
}

/** What departs on a fixed day is nearer its window when the clock has moved: then, that it has closed tells nothing. */
function whatWasLate(own: Taken, booked: Seen, profile: Profile, judged: Judgement): Judgement {
  const clockMinutes = booked?.exchange.clockMinutes ?? 0
  const { soon, key } = namedIn(own, profile)
  return clockMinutes === 0 || judged.outcome !== 'fail' || soon?.cutOffAt !== undefined
    ? judged
    : untested(
        `${key} could be booked only when the test clock had moved on by ${clockMinutes} min, and it may depart on a fixed day`,
        `offer more days in ${key}.availability, so that holds are not in each other's way`,
      )
}
