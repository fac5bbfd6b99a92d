import { expect, inWords, momentOf, openSuite, soonOf, unseen, untested } from '../vocabulary/index.js'
import type {
  Answer,
  Bookable,
  BookableName,
  Context,
  Judgement,
  Profile,
  Stage,
  Suite,
  Trials,
} from '../vocabulary/index.js'
import { judgeStillHeld } from '../hold/judgeHold.js'
import { checkEach, soonestOpenOf, soonestCloses } from '../acts/soonestFirst.js'
import { asOf, beyondReach, closesIn, edgeFor, inTime, judgeClosed, minutesOf, soonKey, updatedAtEdge } from './edge.js'
import type { Seen, Taken } from './edge.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

export interface WindowOnHold {
  /** The availability check that told how far the window is, where that is too far for one hold. */
  readonly afar: Answer
  readonly held: Answer
  readonly checked: Answer | null
  readonly ahead: number | null
  readonly openUpdate: Answer | null
  /** With nothing but time between it and `closed`: what is kept of a read must not outlive the window. */
  readonly open: Answer
  readonly closed: Answer
  readonly closedUpdate: Answer | null
  readonly confirmed: Answer | null
}

/** How long, in minutes, a hold is that outlives the window by a while. */
const outlives = 10
const longest = 200
/** So many minutes before its end it is looked at the last time. */
const margin = 2
/** Minutes before a window closes that a test clock is moved to, where no hold of now lasts until then. */
const near = 150

/** For how long it is held: where each availability has its own window, as long as may be. */
function minutesFor(profile: Profile): number {
  return soonOf(profile)?.cutOffAt === undefined ? edgeFor({}, profile).after + outlives : longest
}

/** What took the availability of it, by which it is known when its window closes. */
export function ownOf({ checked = null, held, ahead }: Partial<WindowOnHold>): Taken {
  return { checked, taken: held, reserved: held, ahead }
}

/** A hold of bookable.closing that outlasts its window. It is updated and read before and after, and then confirmed. */
export const windowOnHold: Trials<Partial<WindowOnHold>> = timeline<WindowOnHold>(
  'cancel.window-on-hold',
  (profile, soFar) => {
    const { afar, checked, ahead = null } = soFar
    const minutes = minutesFor(profile)
    const first: Stage<WindowOnHold> = {
      at: 0,
      act: async (context) => {
        if (minutes > longest) return {}
        const found = await checkedAfar(context)
        return found === null ? hold(context, 'closing') : { afar: found, ahead: context.ahead() }
      },
    }
    const [soon, closes] = [soonOf(profile), afar ? closesAfar(afar, ahead, profile) : null]
    const before: readonly Stage<WindowOnHold>[] =
      closes === null || !afar || soon === null
        ? [first]
        : [first, { at: closes - near, act: (context) => hold(context, asOf(soon, afar, ahead, profile)) }]
    // It counts from the first stage on, and the window from when what is held was checked.
    const from = afar && checked ? momentOf(checked).earliest - momentOf(afar).earliest : 0
    const at = edgeFor(ownOf(soFar), profile)
    return at.after > minutes - margin
      ? before
      : [
          ...before,
          { at: from + at.before, before: from + at.beforeLatest, act: lookBefore },
          { at: from + at.after, before: from + minutes - margin, act: lookAfter },
        ]
  },
  { uses: ['get'], needs: ['closing'], bookings: 1 },
)

/**
 * The availability check of a window that closes later than any hold made now can last, if a test clock can be moved to
 * shortly before. null: it is held now.
 */
async function checkedAfar({ profile, target, ahead }: Context): Promise<Answer | null> {
  const soon = soonOf(profile)
  if (soon?.cutOffAt === undefined || profile.clock === null || ahead() === null) return null
  const answers = await checkEach(soon, (bookable) => target.availability({}, { bookable }))
  const checked = soonestOpenOf(answers, soon, ahead()) ?? null
  const closes = checked && closesAfar(checked, ahead(), profile)
  return closes !== null && closes > longest - margin && beyondReach(closes, profile, soonKey(0)) === null
    ? checked
    : null
}

function closesAfar(checked: Answer, ahead: number | null, profile: Profile): number | null {
  const soon = soonOf(profile)
  return soon === null ? null : soonestCloses(checked, soon, ahead)
}

async function hold(context: Context, soon: BookableName | Bookable): Promise<Partial<WindowOnHold>> {
  const { reserved } = await context.hold({ expirationMinutes: minutesFor(context.profile) }, soon)
  return { held: reserved, checked: context.checked(soon), ahead: context.ahead() }
}

async function lookBefore(context: Context, { held }: Partial<WindowOnHold>): Promise<Partial<WindowOnHold>> {
  if (held?.accepted !== true) return {}
  const openUpdate = await updatedAtEdge(context, held, 'open')
  return { openUpdate, open: await context.target.get(held.bookingId) }
}

async function lookAfter(context: Context, { held }: Partial<WindowOnHold>): Promise<Partial<WindowOnHold>> {
  if (held?.accepted !== true) return {}
  const id = held.bookingId
  const closed = await context.target.get(id)
  const closedUpdate = await updatedAtEdge(context, held, 'closed')
  return { closed, closedUpdate, confirmed: context.offers('confirm') ? await context.confirm(id) : null }
}

/** Judges a booking by what was seen of it once its window had closed, where it could be held for so long. */
export function onceClosed(
  trial: Partial<WindowOnHold>,
  profile: Profile,
  seen: Seen,
  judge: (held: Answer, own: Taken) => Judgement,
): Judgement {
  const { held } = trial
  if (!held) return notHeld(profile)
  const own = ownOf(trial)
  const closes = closesIn(own, profile)
  if (closes !== null && closes > minutesOf(held) - margin)
    return untested(
      `the cancellation window of bookable.closing closes later than a hold can last (${longest} minutes): in ${inTime(closes)}`,
      nearer(profile),
    )
  return judgeClosed(own, seen, profile) ?? judge(held, own)
}

/** A test clock is moved near to the window, where it is known what time it shows. */
function nearer({ clock }: Profile): string {
  const days =
    'name in bookable.closing.availability days on which something is offered whose window closes within three hours'
  // It is known, and the window was too far all the same.
  if (clock === null || typeof clock.now === 'string') return days
  return `give clock.now, by which the test clock can be moved near to it; or ${days}`
}

function notHeld(profile: Profile): Judgement {
  return minutesFor(profile) > longest
    ? unseen(
        'no hold lasts until the cancellation window of bookable.closing closes',
        'make bookable.closing something whose window closes within three hours',
      )
    : untested('bookable.closing could not be held')
}

check(windowOnHold, {
  id: 'hold.outlives-the-window',
  clause: '3/hold-outlives-window',
  title: 'a booking that was not confirmed is still ON_HOLD when its cancellation window has closed',
  judge: (trial, { profile }) =>
    onceClosed(
      trial,
      profile,
      trial.closed,
      (held) => wasNoHold(held, trial.open) ?? judgeStillHeld(held, minutesOf(held), trial.closed),
    ),
})

/** Untested where it was not ON_HOLD before the window closed either, which is not for the window. */
function wasNoHold(held: Answer, open: Answer | undefined): Judgement | null {
  for (const seen of [held, open]) {
    const status = seen?.accepted === true ? seen.read('status') : 'ON_HOLD'
    if (status !== 'ON_HOLD')
      return untested(`the booking was ${inWords(status)} before the window closed (request ${seen?.n ?? ''})`)
  }
  return null
}

check(windowOnHold, {
  id: 'confirm.window-over-accepted',
  clause: '3/confirm-window-over-accepted',
  title: 'a booking ON_HOLD can be confirmed when its cancellation window has closed',
  uses: ['confirm'],
  judge: (trial, { profile }) =>
    onceClosed(trial, profile, trial.confirmed, () => {
      if (trial.closed?.read('status') !== 'ON_HOLD') return untested('the booking was not ON_HOLD')
      // What was updated though it should not have been may be in another state.
      return trial.closedUpdate?.accepted === true
        ? untested('an update of the booking before was not refused')
        : expect(trial.confirmed).toBeAccepted('though the booking was ON_HOLD')
    }),
})

export default suite
