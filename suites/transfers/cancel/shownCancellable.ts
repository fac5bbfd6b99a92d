import {
  describeValue,
  expect,
  fail,
  findListed,
  idText,
  pass,
  shownIn,
  untested,
  wants,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Listed, ShownBooking, Profile } from '../vocabulary/index.js'
import { ifOneWindow, judgeOpen, namedIn, type Seen, type Taken } from './edge.js'

export function shows(read: Answer | null | undefined, cancellable: boolean): Judgement {
  return expect(read).field('cancellable').toBe(cancellable)
}

/** The same of another booking, where the page that was found shows it; null: it does not. */
export function listedAlso(
  listed: Listed | null | undefined,
  id: string | undefined,
  cancellable: boolean,
): Judgement | null {
  const other = listed?.page?.bookings.find((each) => id !== undefined && each.id === id)
  return other === undefined ? null : showsOf(other, cancellable)
}

export function listedAs(listed: Listed | null | undefined, cancellable: boolean): Judgement {
  const shown = shownIn(listed)
  return shown === null ? untested('the booking was not found in the list') : showsOf(shown, cancellable)
}

function showsOf(shown: ShownBooking, cancellable: boolean): Judgement {
  const found = shown.read('cancellable')
  if (found === undefined) return untested('the list does not show cancellable')
  if (found === cancellable) return pass
  return fail(
    shown.finding('cancellable', {
      message: `the list shows cancellable ${describeValue(found)} after the cancellation window of bookable.closing has closed`,
      ...wants.value(cancellable),
    }),
  )
}

/** The list when the window has closed: once more after the settling time, where it does not show what it should by then. */
export async function listedSettled(context: Context, booked: string, away: unknown, here: unknown): Promise<Listed> {
  const listed = await findListed(context, booked)
  const shown = [
    listedAs(listed, false),
    listedAlso(listed, idText(away), true),
    listedAlso(listed, idText(here), false),
  ]
  let waited = false
  for (const [at, id] of [booked, away, here].entries())
    if (typeof id === 'string' && shown[at]?.outcome === 'fail') waited = (await context.settle(id)) || waited
  return waited ? findListed(context, booked) : listed
}

/** What showed a booking shortly before its window closes, and all that showed it, or one like it, from its reservation on. */
interface Opened {
  readonly open: Seen
  readonly seen: readonly Seen[]
}

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
