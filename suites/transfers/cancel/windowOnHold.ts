import {
  expect,
  openSuite,
  untested,
  unusable,
  type Answer,
  type Judgement,
  type Profile,
  type Stage,
  type Suite,
} from '../vocabulary/index.js'
import { heldAs, idIn, textIn } from '../hold/held.js'
import { judgeStillHeld } from '../hold/judgeHold.js'
import { refusedWrite } from '../update/judges.js'
import { closesIn, edgeFor, ifOneWindow, inTime, judgeClosed, updatedAtEdge, type Taken } from './edge.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

interface WindowOnHold {
  readonly held: Answer
  readonly checked: Answer | null
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

/** For how long it is held: where each availability has its own window, as long as may be. */
function minutesFor(profile: Profile): number {
  return profile.bookable.soon?.cutOffAt === undefined ? edgeFor(profile, null, null).after + outlives : longest
}

/** A hold of bookable.soon that is still a hold when its window closes: updated before, and read, updated and confirmed after. */
const windowOnHold = timeline<WindowOnHold>(
  'cancel.window-on-hold',
  (profile, { checked, held }) => {
    const at = edgeFor(profile, checked, held)
    const minutes = minutesFor(profile)
    const first: Stage = {
      at: 0,
      act: async (context) =>
        minutes > longest
          ? {}
          : { ...(await heldAs(context, 'held', minutes, 'soon')), checked: context.checked('soon') },
    }
    if (at.after > minutes - margin) return [first]
    return [
      first,
      {
        at: at.before,
        before: at.beforeLatest,
        act: async (context, soFar) => {
          const [id, slot] = [idIn(soFar, 'held'), textIn(soFar, 'heldSlot')]
          if (id === null || slot === null) return {}
          const openUpdate = await updatedAtEdge(context, 'open', { id, slot, minutes })
          return { ...openUpdate, open: await context.target.get(id) }
        },
      },
      {
        at: at.after,
        before: minutes - margin,
        act: async (context, soFar) => {
          const [id, slot] = [idIn(soFar, 'held'), textIn(soFar, 'heldSlot')]
          if (id === null || slot === null) return {}
          const closed = await context.target.get(id)
          const closedUpdate = await updatedAtEdge(context, 'closed', { id, slot, minutes, form: soFar['form'] })
          return { closed, ...closedUpdate, confirmed: context.offers('confirm') ? await context.confirm(id) : null }
        },
      },
    ]
  },
  { uses: ['get'], needs: ['soon'], bookings: 1 },
)

/** Untested where the window of what is held closes when it cannot be held any more; null: it does not. */
function overBefore(held: Answer, checked: Answer | null | undefined, profile: Profile): Judgement | null {
  const ahead = closesIn(ownOf(held, checked), profile)
  return ahead !== null && ahead > minutesOf(held) - margin
    ? untested(
        `the cancellation window of bookable.soon closes later than a hold can last (${longest} minutes): in ${inTime(ahead)}`,
        'name in bookable.soon.availability days on which something is offered whose window closes within three hours',
      )
    : null
}

function notHeld(profile: Profile): Judgement {
  return minutesFor(profile) > longest
    ? untested(
        'no hold lasts until the cancellation window of bookable.soon closes',
        'make bookable.soon something whose window closes within three hours',
      )
    : untested('bookable.soon could not be held')
}

check(windowOnHold, {
  id: 'hold.outlives-the-window',
  clause: '3/hold-outlives-window',
  title: 'a booking that was not confirmed is still ON_HOLD when its cancellation window has closed',
  judge: ({ held, checked, closed }, { profile }) =>
    held
      ? (overBefore(held, checked, profile) ??
        judgeClosed(ownOf(held, checked), closed, profile) ??
        judgeStillHeld(held, minutesOf(held), closed))
      : notHeld(profile),
})

check(windowOnHold, {
  id: 'cancel.window-over-hold-not-cancellable',
  clause: '3/window-over-not-cancellable',
  title: 'cancellable of a booking ON_HOLD is false three minutes after the cancellation window has closed',
  judge: ({ held, checked, closed }, { profile }) =>
    held
      ? (unusable(held) ??
        overBefore(held, checked, profile) ??
        judgeClosed(ownOf(held, checked), closed, profile) ??
        ifOneWindow(ownOf(held, checked), profile, expect(closed).field('cancellable').toBe(false)))
      : notHeld(profile),
})

check(windowOnHold, {
  id: 'update.window-over-refused-on-hold',
  clause: '7/update-window-over-refused',
  title: 'update of a booking ON_HOLD is refused three minutes after the cancellation window has closed',
  uses: ['update'],
  judge: ({ held, checked, openUpdate, closed, closedUpdate }, { profile }) =>
    held
      ? (overBefore(held, checked, profile) ??
        judgeClosed(ownOf(held, checked), closedUpdate, profile) ??
        ifOneWindow(
          ownOf(held, checked),
          profile,
          refusedWrite(
            closedUpdate,
            openUpdate ?? null,
            'though the cancellation window of bookable.soon has passed',
            closed,
          ),
        ))
      : notHeld(profile),
})

check(windowOnHold, {
  id: 'confirm.window-over-accepted',
  clause: '3/confirm-window-over-accepted',
  title: 'a booking ON_HOLD can be confirmed when its cancellation window has closed',
  uses: ['confirm'],
  judge: ({ held, checked, closed, closedUpdate, confirmed }, { profile }) => {
    if (!held) return notHeld(profile)
    const unclear = overBefore(held, checked, profile) ?? judgeClosed(ownOf(held, checked), confirmed, profile)
    if (unclear !== null) return unclear
    if (closed?.read('status') !== 'ON_HOLD') return untested('the booking was not ON_HOLD')
    // What was updated though it should not have been may be in another state.
    if (closedUpdate?.accepted === true) return untested('an update of the booking before was not refused')
    return expect(confirmed).toBeAccepted('though the booking was ON_HOLD')
  },
})

function ownOf(held: Answer, checked: Answer | null | undefined): Taken {
  return { checked, taken: held, reserved: held }
}

function minutesOf(held: Answer): number {
  const { expirationMinutes } = held.exchange.input
  return typeof expirationMinutes === 'number' ? expirationMinutes : 0
}

export default suite
