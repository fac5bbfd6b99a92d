import {
  all,
  exclusiveOf,
  expect,
  idText,
  momentOf,
  openSuite,
  orNone,
  pass,
  readSettled,
  untested,
  unusable,
  allJudged,
  type Answer,
  type Context,
  type Judgement,
  type Listed,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { refusedWrite } from '../update/judges.js'
import { change, openUpdater } from '../update/updater.js'
import { edgeFor, ifOneWindow, judgeClosed, judgeOpen, updatedAtEdge, type Taken } from './edge.js'
import { listedAlso, listedAs, listedSettled, shows } from './shownCancellable.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

/** In minutes. */
const aDay = 24 * 60

interface Window {
  /** bookable.soon, confirmed: read and updated before its window closes; read, listed, updated, cancelled and read after. */
  readonly booked: Answer
  /** The availability check that the window of a booking counts from. */
  readonly bookedChecked: Answer | null
  readonly bookedReserved: Answer
  readonly open: Answer
  readonly openUpdate: Answer | null
  /** After the update, with nothing but time between it and `closed`: what is kept of a read must not outlive the window. */
  readonly openRead: Answer | null
  readonly closed: Answer
  readonly listed: Listed | null
  readonly closedUpdate: Answer | null
  readonly closedCancel: Answer | null
  readonly reread: Answer
  /** bookable.soon, confirmed; cancelled before its window closes. */
  readonly early: Answer | null
  readonly earlyChecked: Answer | null
  readonly earlyReserved: Answer | null
  readonly earlyCancel: Answer | null
  /** bookable.soon, confirmed and moved to bookable.standard; read and cancelled after. */
  readonly away: Answer
  readonly awayChecked: Answer | null
  readonly awayRead: Answer
  readonly awayCancel: Answer | null
  /** bookable.standard, confirmed and moved to bookable.soon; read and cancelled after. */
  readonly here: Answer
  readonly hereChecked: Answer | null
  readonly hereRead: Answer
  readonly hereUpdate: Answer | null
  readonly hereCancel: Answer | null
}

const window = timeline<Window>(
  'cancel.window',
  (profile, { bookedChecked, bookedReserved }) => {
    const at = edgeFor(profile, bookedChecked, bookedReserved)
    return [
      {
        at: 0,
        act: async (context) => {
          // Where others hold all that an account may, it begins anew when they have ended.
          const booked = await context.confirmed({ notes: context.marker('soon') }, 'soon').catch(orNone)
          if (booked === null) return {}
          const bookedChecked = context.checked('soon')
          // One after the other: a scenario has one place among those that act, in which one hold may wait for the others.
          const others = {
            ...(context.offers('cancel') && (await earlyOne(context))),
            ...(context.offers('update') && {
              ...(await moved(context, 'away', 'soon', 'standard')),
              ...(await moved(context, 'here', 'standard', 'soon', booked.availabilityId)),
            }),
          }
          if (!('early' in others) && (await isSoldOut(context))) context.makeDo()
          return {
            booked: booked.confirmed,
            bookedChecked,
            bookedReserved: booked.reserved,
            bookedId: booked.reserved.bookingId,
            bookedSlot: booked.availabilityId,
            ...others,
          }
        },
      },
      {
        at: at.before,
        before: at.beforeLatest,
        act: async (context, { bookedId, bookedSlot, earlyId }) => {
          if (typeof bookedId !== 'string' || typeof bookedSlot !== 'string') return {}
          const [open, earlyCancel] = await Promise.all([
            context.target.get(bookedId),
            typeof earlyId === 'string' ? context.target.cancel(earlyId) : null,
          ])
          const openUpdate = await updatedAtEdge(context, 'open', { id: bookedId, slot: bookedSlot })
          const openRead = 'openUpdate' in openUpdate ? await context.target.get(bookedId) : open
          return { open, ...openUpdate, openRead, earlyCancel }
        },
      },
      {
        at: at.after,
        act: async (context, { bookedId, bookedSlot, awayId, hereId, form }) => {
          const { target, offers } = context
          if (typeof bookedId !== 'string' || typeof bookedSlot !== 'string') return {}
          const readOne = async (id: unknown, cancellable: boolean): Promise<Answer | null> =>
            typeof id === 'string'
              ? readSettled(context, id, (shown) => shown.read('cancellable') === cancellable)
              : null
          const [closed, awayRead, hereRead, listed] = await Promise.all([
            target.get(bookedId),
            readOne(awayId, true),
            readOne(hereId, false),
            offers('list') ? listedSettled(context, bookedId, awayId, hereId) : null,
          ])
          const cancelOne = async (id: unknown): Promise<Answer | null> =>
            typeof id === 'string' && offers('cancel') ? target.cancel(id) : null
          const ownOne = async (): Promise<object> => {
            const update = await updatedAtEdge(context, 'closed', { id: bookedId, slot: bookedSlot, form })
            const closedCancel = await cancelOne(bookedId)
            return { ...update, closedCancel, reread: await target.get(bookedId) }
          }
          const here = async (): Promise<object> => {
            if (typeof hereId !== 'string') return {}
            // All inputs at once name bookable.soon, and would move the other one back.
            const update = await updatedAtEdge(context, 'here', { id: hereId, slot: bookedSlot, form })
            return { ...update, hereCancel: await cancelOne(hereId) }
          }
          const [own, hereEnd, awayCancel] = await Promise.all([ownOne(), here(), cancelOne(awayId)])
          return {
            closed,
            listed,
            ...own,
            ...(awayRead !== null && { awayRead, awayCancel }),
            ...(hereRead !== null && { hereRead, ...hereEnd }),
          }
        },
      },
    ]
  },
  { uses: ['confirm', 'get'], needs: ['soon'], bookings: 4 },
)

/** There may have been room for one only, and there will not be more of it later. */
async function isSoldOut({ target, profile }: Context): Promise<boolean> {
  const { soon } = profile.bookable
  const offered = soon && (await target.availability({}, { bookable: soon }))
  return offered?.accepted === true && offered.freeAvailabilityIds.length === 0
}

/** A second booking of bookable.soon; without room for it, it is left out. */
async function earlyOne(context: Context): Promise<Record<string, Answer | string | null>> {
  const booked = await context.confirmed({ notes: context.marker('early') }, 'soon').catch(orNone)
  if (booked === null) return {}
  return {
    early: booked.confirmed,
    earlyChecked: context.checked('soon'),
    earlyReserved: booked.reserved,
    earlyId: booked.reserved.bookingId,
  }
}

/** A confirmed booking of one thing that is moved to another, as `name`; without room for it, it is left out. */
async function moved(
  context: Context,
  name: string,
  from: 'standard' | 'soon',
  to: 'standard' | 'soon',
  beside?: string,
): Promise<Record<string, Answer | string | null>> {
  const booked = await context.confirmed({ notes: context.marker(name) }, from).catch(orNone)
  const { profile } = context
  const bookable = profile.bookable[to]
  // Where each has a window of its own, that of one start closes for both at the same time.
  const both = bookable?.cutOffAt !== undefined && exclusiveOf(profile) !== bookable ? beside : undefined
  const slot = booked && (both ?? (await context.slot(to).catch(orNone)))
  if (booked === null || slot === null || bookable === null) return {}
  const id = booked.reserved.bookingId
  const { productId, optionId } = bookable
  const fields = { ...change(context, context.marker(`${name} moved`)), availabilityId: slot, productId, optionId }
  const { answer } = await openUpdater(context, booked.availabilityId).control(id, fields)
  return { [name]: answer, [`${name}Checked`]: context.checked(to), [`${name}Id`]: id }
}

check(window, {
  id: 'cancel.window-open-cancellable',
  clause: '3/cancellable-inside-window',
  title: 'cancellable is still true two minutes before the cancellation window closes',
  judge: (trial, { profile }) => {
    const { booked, open } = trial
    const own = ownOf(trial)
    return (
      unusable(booked) ??
      judgeOpen(own, open, profile) ??
      ifOneWindow(own, profile, whatWasLate(booked, shows(open, true)))
    )
  },
})

check(window, {
  id: 'update.window-open-accepted',
  clause: '3/update-inside-window-allowed',
  title:
    'a confirmed booking whose cancellable is true can be updated two minutes before the cancellation window closes',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { open, openUpdate } = trial
    return open?.read('cancellable') === true
      ? (judgeOpen(ownOf(trial), openUpdate, profile) ??
          expect(openUpdate).toBeAccepted('though cancellable of the booking is true'))
      : untested('cancellable of the booking was not true then')
  },
})

check(window, {
  id: 'cancel.window-open-accepted',
  clause: '3/cancel-inside-window-allowed',
  title: 'a confirmed booking can be cancelled two minutes before the cancellation window closes',
  uses: ['cancel'],
  judge: (trial, { profile }) => {
    const { early, open, earlyCancel } = trial
    const own = earlyOf(trial)
    return (
      unusable(early) ??
      judgeOpen(own, earlyCancel, profile) ??
      (open?.read('cancellable') === true
        ? ifOneWindow(own, profile, expect(earlyCancel).toBeAccepted('though cancellable of a booking like it is true'))
        : untested('cancellable of the booking was not true then'))
    )
  },
})

check(window, {
  id: 'cancel.window-over-not-cancellable',
  clause: '3/window-over-not-cancellable',
  title: 'cancellable is false, by get and in the list, three minutes after the cancellation window has closed',
  judge: (trial, { profile }) => {
    const { booked, closed, listed, reread } = trial
    const own = ownOf(trial)
    return (
      unusable(booked) ??
      judgeClosed(own, closed, profile) ??
      ifOneWindow(own, profile, allJudged(shows(closed, false), shows(reread, false), listedAs(listed, false)))
    )
  },
})

check(window, {
  id: 'update.window-over-refused',
  clause: '7/update-window-over-refused',
  title: 'update is refused three minutes after the cancellation window has closed',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { closed, openUpdate, closedUpdate } = trial
    const own = ownOf(trial)
    const because = 'though the cancellation window of bookable.soon has passed'
    return (
      judgeClosed(own, closedUpdate, profile) ??
      ifOneWindow(own, profile, refusedWrite(closedUpdate, openUpdate ?? null, because, closed))
    )
  },
})

check(window, {
  id: 'cancel.window-over-refused',
  clause: '7/cancel-window-over-refused',
  title: 'cancel is refused three minutes after the cancellation window has closed',
  uses: ['cancel'],
  judge: (trial, { profile }) => {
    const { booked, earlyCancel, closedCancel, awayCancel } = trial
    const own = ownOf(trial)
    const cannot = unusable(booked) ?? judgeClosed(own, closedCancel, profile)
    if (cannot !== null) return cannot
    const because = 'though the cancellation window of bookable.soon has passed'
    // That it was accepted needs no proof; that it was refused is proven by the ones before, and by the one that was moved.
    const control = earlyCancel?.accepted === true ? earlyCancel : (awayCancel ?? null)
    return ifOneWindow(
      own,
      profile,
      expect(closedCancel).toBeRefused(closedCancel?.refused === true ? control : null, because),
    )
  },
})

check(window, {
  id: 'update.moves-the-window',
  clause: '3/window-follows-start',
  title: 'after an update to another availability, the cancellation window is that of the new start',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { away, awayRead, awayCancel, here, hereRead, hereUpdate, hereCancel, listed } = trial
    const because = 'though the window of the start that the booking was moved to'
    const gone =
      unusable(away) ??
      startIsNear(here) ??
      standardIsOpen(trial, profile) ??
      first(
        shows(awayRead, true),
        listedAlso(listed, idText(awayRead?.read('id')), true),
        awayCancel && accepted(awayCancel, `${because} is open`),
      )
    const come =
      unusable(here) ??
      judgeClosed(hereOf(trial), hereRead, profile) ??
      first(
        shows(hereRead, false),
        listedAlso(listed, idText(hereRead?.read('id')), false),
        hereCancel && refused(hereCancel, `${because} has passed`),
        hereUpdate && !hereUpdate.refused ? refusedWrite(hereUpdate, null, `${because} has passed`, hereRead) : null,
      )
    return allJudged(gone, ifOneWindow(hereOf(trial), profile, come))
  },
})

/** A booking of bookable.standard that can be changed no more shows that its own window is over: then, nothing is known by moving to it. */
function startIsNear(here: Answer | undefined): Judgement | null {
  return here?.refused === true
    ? untested(
        `a booking of bookable.standard could not be updated (${here.describe()}), so its own window may be over, as where a test clock was moved on by earlier runs`,
        'begin with a fresh test clock, or ask for later days in operations.availability.body',
      )
    : null
}

/** The windows of the bookings of a trial. */
function ownOf({ bookedChecked: checked, bookedReserved: reserved }: Partial<Window>): Taken {
  return { checked, taken: reserved, reserved }
}

function earlyOf({ earlyChecked: checked, earlyReserved: taken, bookedReserved: reserved }: Partial<Window>): Taken {
  return { checked, taken, reserved }
}

function hereOf({ hereChecked: checked, here: taken, bookedReserved: reserved }: Partial<Window>): Taken {
  return { checked, taken, reserved }
}

function awayOf({ awayChecked: checked, away: taken, bookedReserved: reserved }: Partial<Window>): Taken {
  return { checked, taken, reserved }
}

/** Untested where so much time has passed that the window of what it was moved to may have closed as well; null: it is open. */
function standardIsOpen(trial: Partial<Window>, profile: Profile): Judgement | null {
  const { away, awayRead } = trial
  const passed = away && awayRead ? momentOf(awayRead).latest - momentOf(away).earliest : 0
  return passed < aDay ? null : judgeOpen(awayOf(trial), awayRead, profile)
}

/** What departs on a fixed day is nearer its window when the clock has moved: then, that it has closed tells nothing. */
function whatWasLate(booked: Answer | undefined, judged: Judgement): Judgement {
  const clockMinutes = booked?.exchange.clockMinutes ?? 0
  return clockMinutes === 0 || judged.outcome !== 'fail' || booked?.profile.bookable.soon?.cutOffAt !== undefined
    ? judged
    : untested(
        `bookable.soon could be booked only when the test clock had moved on by ${clockMinutes} min, and it may depart on a fixed day`,
        "offer more in operations.availability.body, so that holds are not in each other's way",
      )
}

function accepted(answer: Answer, because: string): Judgement {
  return expect(answer).toBeAccepted(because)
}

/** What shows cancellable false beside it tells why it was refused. */
function refused(answer: Answer, because: string): Judgement {
  return answer.refused ? pass : expect(answer).toBeRefused(null, because)
}

/** The first of several judgements that is no pass: what comes after it may follow from it. */
function first(...judged: readonly (Judgement | null | undefined)[]): Judgement {
  const said = judged.filter((each) => each !== null && each !== undefined)
  return said.find(({ outcome }) => outcome !== 'pass') ?? all(...said)
}

export default suite
