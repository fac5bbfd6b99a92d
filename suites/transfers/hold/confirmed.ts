import {
  describeValue,
  expect,
  failAt,
  isOnHold,
  judgeGone,
  need,
  notApplicable,
  openSuite,
  pass,
  sideBySide,
  unjudged,
  unseen,
  untested,
  unusable,
  wants,
  say,
} from '../vocabulary/index.js'
import type { Answer, Context, Json, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { heldAs, idIn, readHeld, readOver, type Holds } from './held.js'
import { judgeAge, judgeRefusedOnceOver, judgeTooLate, shownAfter, type Seen } from './judgeHold.js'
import { momentsOf } from './moments.js'
import { whatCameOf } from './whatCameOf.js'

const suite: Suite = openSuite()
const { timeline, check, observe } = suite

export interface Confirmed extends Holds<'kept' | 'over' | 'last' | 'brief'> {
  /** Confirmed in time. */
  readonly keptConfirmed: Answer
  readonly keptRead: Answer | null
  /** Confirmed after its end. */
  readonly overConfirmed: Answer | null
  readonly overRead: Answer | null
  /** Cancelled then. */
  readonly overCancelled: Answer | null
  /** Confirmed in the last minute. */
  readonly lastConfirmed: Answer | null
  /** Read in the first minute after its end, and confirmed where that shows that it is over; null: there is no test clock. */
  readonly briefRead: Answer | null
  readonly briefConfirmed: Answer | null
}

/** Leaves bookings of the standard bookable confirmed. */
export const confirmedHolds: Trials<Partial<Confirmed>> = timeline<Confirmed>(
  'hold.confirmed',
  (profile) => {
    const at = momentsOf(profile)
    const quick = profile.clock !== null
    return [
      {
        at: 0,
        act: async (context) => {
          // First of all, as it must be over when so many minutes have passed since the beginning.
          const brief = quick ? await heldAs(context, 'brief', at.after) : {}
          const kept = await heldAs(context, 'kept', at.short)
          const id = idIn(kept, 'kept')
          return {
            ...brief,
            ...kept,
            ...(id !== null && { keptConfirmed: await context.confirm(id) }),
            ...(await heldAs(context, 'over', at.short)),
            ...(await heldAs(context, 'last', at.last)),
          }
        },
      },
      {
        // The last minute of the one, and the first one after the end of the other: a clock that is moved by whole minutes arrives there.
        at: at.after,
        before: at.last,
        act: async (context, soFar) => {
          const id = idIn(soFar, 'last')
          const [lastConfirmed, brief, over] = await sideBySide(
            id === null ? null : context.confirm(id),
            justOver(context, soFar),
            onceOver(context, soFar),
          )
          return { lastConfirmed, ...brief, ...over }
        },
      },
      {
        // Whoever comes too late for that.
        at: at.after,
        act: async (context, soFar) => ('keptRead' in soFar ? {} : onceOver(context, soFar)),
      },
    ]
  },
  { uses: ['confirm', 'get'], needs: ['operations.reserve.expirationMinutes'], bookings: 4 },
)

/** Reads a hold in the first minute after its end, and confirms it where that shows that it is over. */
async function justOver(
  context: Context,
  soFar: Partial<Confirmed>,
): Promise<Partial<Pick<Confirmed, 'briefRead' | 'briefConfirmed'>>> {
  const id = idIn(soFar, 'brief')
  const briefRead = await readHeld(context, soFar, 'brief')
  return id === null || !showsOver(briefRead)
    ? { briefRead }
    : { briefRead, briefConfirmed: await context.target.confirm(id) }
}

/** Confirms a hold that is over before it is read: a server may notice only in a read that it is. */
async function onceOver(
  context: Context,
  soFar: Partial<Confirmed>,
): Promise<Pick<Confirmed, 'keptRead'> & Partial<Pick<Confirmed, 'overConfirmed' | 'overRead' | 'overCancelled'>>> {
  const id = idIn(soFar, 'over')
  const [overConfirmed, keptRead] = await sideBySide(
    id === null ? null : context.confirm(id),
    readHeld(context, soFar, 'kept'),
  )
  if (id === null) return { keptRead }
  const overRead = await readOver(context, soFar, 'over')
  // The checks of cancel see whether it was refused, where the booking has just shown cancellable false: not at a later moment.
  const overCancelled = context.offers('cancel') ? await context.target.cancel(id) : null
  return { keptRead, overConfirmed, overRead, overCancelled }
}

/** It says so itself: any grace that there may be has passed. */
function showsOver(read: Answer | null): boolean {
  const status = read?.accepted === true ? read.read('status') : undefined
  return typeof status === 'string' && status !== 'ON_HOLD'
}

check(confirmedHolds, {
  id: 'hold.confirmed-outlives-it',
  clause: '3/confirmed-outlives-hold',
  title: 'a confirmed booking keeps its status when the former hold time runs out',
  judge: ({ kept, keptConfirmed, keptRead }, { profile }) =>
    outlives(kept, keptConfirmed, keptRead, momentsOf(profile).short),
})

/** Judges that a confirmed booking is what it was when its hold of so many minutes would be over. */
export function outlives(held: Seen, confirm: Seen, read: Seen, minutes: number): Judgement {
  const cannot = unusable(confirm) ?? judgeAge(held, minutes, read)
  if (cannot !== null || !read || !confirm) return cannot ?? untested('the booking was not read again')
  const status = confirm.read('status') ?? null
  const now = read.read('status') ?? null
  const { expired, cancelled } = read.profile.booking.statuses
  // The documents name no status but ON_HOLD: a confirmed booking may well be processed further by itself.
  if (read.accepted && (now === status || ![null, 'ON_HOLD', expired, cancelled].includes(text(now)))) return pass
  return failAt(read, '/status', {
    message: 'a confirmed booking changed when the hold time ran out that it had before',
    ...wants.value(status, `status ${JSON.stringify(status)}`),
    restsOn: ['operations.get.request'],
  })
}

check(confirmedHolds, {
  id: 'hold.confirmed-in-the-last-minute',
  clause: '3/confirm-until-end',
  title: 'confirm of a booking ON_HOLD is accepted in the last minute of its hold time, too',
  judge: ({ last, keptConfirmed, lastConfirmed }, { profile }) =>
    unusable(last) ??
    unusable(keptConfirmed) ??
    judgeTooLate(last, momentsOf(profile).last, lastConfirmed) ??
    expect(lastConfirmed).toBeAccepted('in the last minute of the hold'),
})

check(confirmedHolds, {
  id: 'hold.over-not-confirmed',
  clause: '3/confirm-expired-refused',
  title: 'confirm is refused once the hold time has run out',
  judge: ({ over, keptConfirmed, overConfirmed }, { profile }) =>
    judgeRefusedOnceOver(over, keptConfirmed, overConfirmed, momentsOf(profile).short),
})

check(confirmedHolds, {
  id: 'hold.shown-over-not-confirmed',
  clause: '3/confirm-expired-refused',
  title: 'confirm is refused in the first minute after the hold time has run out, where get shows that it has',
  uses: ['confirm'],
  judge: ({ briefRead, briefConfirmed, keptConfirmed }) => {
    if (!briefConfirmed)
      return notApplicable('in the first minute after its end, get did not show that the hold is over')
    if (briefConfirmed.accepted)
      return failAt(briefConfirmed, '', {
        ...say`confirm was accepted, though get had shown status ${describeValue(briefRead?.read('status'))} (exchange ${briefRead ?? undefined})`,
        ...wants.refused(),
      })
    need(keptConfirmed)
    return briefConfirmed.refused ? pass : unjudged(briefConfirmed)
  },
})

check(confirmedHolds, {
  id: 'hold.over-stays-over',
  clause: '7/refused-confirm-changes-nothing',
  title: 'a refused confirm of a hold that is over neither confirms it nor brings it back',
  judge: ({ keptConfirmed, keptRead, overConfirmed, overRead }) => {
    need(keptConfirmed)
    if (overConfirmed?.refused !== true || !overRead || overRead.outcome === 'none')
      return unseen('no confirm of a hold that is over was refused and the booking read again')
    if (!overRead.accepted) return judgeGone(overRead, [keptRead])
    const status = overRead.read('status')
    if (status === 'ON_HOLD') return shownAfter(overRead, 'a confirm that was refused')
    if (status !== keptConfirmed.read('status')) return pass
    return failAt(overRead, '/status', {
      message: 'confirm of a hold that was over was refused, and yet it took effect',
      expected: 'neither ON_HOLD nor the status of a confirmed booking',
    })
  },
})

observe(confirmedHolds, {
  id: 'hold.over-cancelled',
  clause: '3/cancel-expired',
  observe: ({ overRead, overCancelled }) =>
    !overRead || !overCancelled || isOnHold(overRead) ? null : whatCameOf(overCancelled, overRead),
})

function text(value: Json): string | null {
  return typeof value === 'string' ? value : null
}

export default suite
