import { expect, inWords, momentOf, openSuite, soonOf, unseen, untested, unusable } from '../vocabulary/index.js'
import type { Answer, Bookable, BookableName, Context, Judgement, Profile, Stage, Suite } from '../vocabulary/index.js'
import { holdAs, idIn, textIn, type Holds } from '../hold/held.js'
import { judgeStillHeld } from '../hold/judgeHold.js'
import { refusedWrite } from '../update/judges.js'
import { checkEach, soonestOpenOf, soonestCloses } from '../acts/soonestFirst.js'
import { TransferAnswer } from '../answer.js'
import {
  asOf,
  beyondReach,
  closesIn,
  edgeFor,
  ifOneWindow,
  inTime,
  judgeClosed,
  soonKey,
  updatedAtEdge,
} from './edge.js'
import type { Seen, Taken } from './edge.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

interface WindowOnHold extends Holds<'held'> {
  /** The availability check that told how far the window is, where that is too far for one hold. */
  readonly afar: Answer
  readonly form: 'plain' | 'whole'
  readonly held: Answer
  readonly checked: Answer | null
  readonly ahead: number | null
  readonly openUpdate: Answer
  /** With nothing but time between it and `closed`: what is kept of a read must not outlive the window. */
  readonly open: Answer
  readonly closed: Answer
  readonly closedUpdate: Answer
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
  return soonOf(profile)?.cutOffAt === undefined ? edgeFor(profile, null, null).after + outlives : longest
}

/**
 * The availability check by which the window closes later than any hold can last that is made now, where a test clock can be moved to
 * shortly before; null: it is held now.
 */
async function checkedAfar({ profile, target, ahead }: Context): Promise<Answer | null> {
  const soon = soonOf(profile)
  if (soon?.cutOffAt === undefined || profile.clock === null || ahead() === null) return null
  const answers = await checkEach(soon, (bookable) => target.availability({}, { bookable }))
  const checked = soonestOpenOf(answers, soon, ahead())
  const closes = checked === undefined ? null : closesAfar(checked, ahead(), profile)
  return checked !== undefined &&
    closes !== null &&
    closes > longest - margin &&
    beyondReach(closes, profile, soonKey(0)) === null
    ? checked
    : null
}

function closesAfar(checked: Answer, ahead: number | null, profile: Profile): number | null {
  const soon = soonOf(profile)
  return soon === null ? null : soonestCloses(checked, soon, ahead)
}

/** bookable.closing, asked for as on the day of an earlier check. */
function soonAsOf(afar: Answer, ahead: number | null, profile: Profile): BookableName | Bookable {
  const soon = soonOf(profile)
  return soon === null ? 'closing' : asOf(soon, afar, ahead, profile)
}

/** A hold of bookable.closing that is still a hold when its window closes: updated before, and read, updated and confirmed after. */
const windowOnHold = timeline<WindowOnHold>(
  'cancel.window-on-hold',
  (profile, { afar, checked, held, ahead }) => {
    const minutes = minutesFor(profile)
    const hold = async (
      context: Context,
      soon: BookableName | Bookable = 'closing',
    ): Promise<Partial<WindowOnHold>> => ({
      ...(await holdAs(context, 'held', minutes, soon)),
      checked: context.checked(soon),
      ahead: context.ahead(),
    })
    const first: Stage<WindowOnHold> = {
      at: 0,
      act: async (context) => {
        const afar = minutes > longest ? null : await checkedAfar(context)
        if (afar !== null) return { afar, ahead: context.ahead() }
        return minutes > longest ? {} : hold(context)
      },
    }
    const known = typeof ahead === 'number' ? ahead : null
    const closes = afar instanceof TransferAnswer ? closesAfar(afar, known, profile) : null
    const before: readonly Stage<WindowOnHold>[] =
      closes === null || !(afar instanceof TransferAnswer)
        ? [first]
        : [first, { at: closes - near, act: (context) => hold(context, soonAsOf(afar, known, profile)) }]
    // It counts from the first stage on, and the window from when what is held was checked.
    const from =
      afar instanceof TransferAnswer && checked instanceof TransferAnswer
        ? momentOf(checked).earliest - momentOf(afar).earliest
        : 0
    const at = edgeFor(profile, checked, held, ahead)
    if (at.after > minutes - margin) return before
    return [
      ...before,
      {
        at: from + at.before,
        before: from + at.beforeLatest,
        act: async (context, soFar) => {
          const [id, slot] = [idIn(soFar, 'held'), textIn(soFar, 'heldSlot')]
          if (id === null || slot === null) return {}
          const openUpdate = await updatedAtEdge(context, 'open', { id, slot, minutes })
          return { ...openUpdate, open: await context.target.get(id) }
        },
      },
      {
        at: from + at.after,
        before: from + minutes - margin,
        act: async (context, soFar) => {
          const [id, slot] = [idIn(soFar, 'held'), textIn(soFar, 'heldSlot')]
          if (id === null || slot === null) return {}
          const closed = await context.target.get(id)
          const closedUpdate = await updatedAtEdge(context, 'closed', { id, slot, minutes, form: soFar.form })
          return { closed, ...closedUpdate, confirmed: context.offers('confirm') ? await context.confirm(id) : null }
        },
      },
    ]
  },
  { uses: ['get'], needs: ['closing'], bookings: 1 },
)

/** Judges a booking by what was seen of it once its window had closed, where it could be held for so long. */
function onceClosed(
  { held, checked, ahead }: Partial<WindowOnHold>,
  profile: Profile,
  seen: Seen,
  judge: (held: Answer, own: Taken) => Judgement,
): Judgement {
  if (!held) return notHeld(profile)
  const own = { checked, taken: held, reserved: held, ahead }
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

/** Untested where it was not ON_HOLD before the window closed either, which is not for the window. */
function wasNoHold(held: Answer, open: Answer | undefined): Judgement | null {
  for (const seen of [held, open]) {
    const status = seen?.accepted === true ? seen.read('status') : 'ON_HOLD'
    if (status !== 'ON_HOLD')
      return untested(`the booking was ${inWords(status)} before the window closed (request ${seen?.n ?? ''})`)
  }
  return null
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

check(windowOnHold, {
  id: 'cancel.window-over-hold-not-cancellable',
  clause: '3/window-over-not-cancellable',
  title: 'cancellable of a booking ON_HOLD is false three minutes after the cancellation window has closed',
  judge: (trial, { profile }) =>
    (trial.held && unusable(trial.held)) ??
    onceClosed(trial, profile, trial.closed, (_, own) =>
      ifOneWindow(own, profile, expect(trial.closed).field('cancellable').toBe(false)),
    ),
})

check(windowOnHold, {
  id: 'update.window-over-refused-on-hold',
  clause: '7/update-window-over-refused',
  title: 'update of a booking ON_HOLD is refused three minutes after the cancellation window has closed',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { openUpdate, closed, closedUpdate } = trial
    const because = 'though the cancellation window of bookable.closing has passed'
    return onceClosed(trial, profile, closedUpdate, (_, own) =>
      ifOneWindow(own, profile, refusedWrite(closedUpdate, openUpdate ?? null, because, closed)),
    )
  },
})

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

function minutesOf(held: Answer): number {
  const { expirationMinutes } = held.exchange.input
  return typeof expirationMinutes === 'number' ? expirationMinutes : 0
}

export default suite
