import { expect, isOnHold, openSuite, sideBySide, unusable } from '../vocabulary/index.js'
import type { Answer, Context, Suite, Trials } from '../vocabulary/index.js'
import { heldAs, idIn, lookAt, readOver, type Holds } from './held.js'
import { judgeTooLate, whatCameOf } from './judgeHold.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check, observe } = suite

interface Confirmed extends Holds<'kept' | 'over' | 'last' | 'brief'> {
  /** Confirmed in time. */
  readonly keptConfirmed: Answer
  /** Read and cancelled after its end. */
  readonly overRead: Answer | null
  readonly overCancelled: Answer | null
  /** Confirmed in the last minute. */
  readonly lastConfirmed: Answer | null
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
        // The last minute of one and the first after the end of the other: a clock moved by whole minutes gets there.
        at: at.after,
        before: at.last,
        act: async (context, soFar) => {
          const id = idIn(soFar, 'last')
          const [lastConfirmed, , over] = await sideBySide(
            id === null ? null : context.confirm(id),
            confirmJustOver(context, soFar),
            confirmOver(context, soFar),
          )
          return { lastConfirmed, ...over }
        },
      },
      {
        // Whoever comes too late for that.
        at: at.after,
        act: async (context, soFar) => ('overRead' in soFar ? {} : confirmOver(context, soFar)),
      },
    ]
  },
  { uses: ['confirm', 'get'], needs: ['operations.reserve.expirationMinutes'], bookings: 4 },
)

/** Reads a hold in the first minute after its end, and confirms it where that shows that it is over. */
async function confirmJustOver(context: Context, soFar: Partial<Confirmed>): Promise<void> {
  const id = idIn(soFar, 'brief')
  if (id !== null && showsOver(await context.target.get(id))) await context.confirm(id)
}

/** Confirms a hold that is over before it is read: a server may notice only in a read that it is. */
async function confirmOver(
  context: Context,
  soFar: Partial<Confirmed>,
): Promise<Pick<Confirmed, 'overRead'> & Partial<Pick<Confirmed, 'overCancelled'>>> {
  const id = idIn(soFar, 'over')
  await sideBySide(id === null ? null : context.confirm(id), lookAt(context, soFar, 'kept'))
  if (id === null) return { overRead: null }
  const overRead = await readOver(context, soFar, 'over')
  // The checks of cancel judge a refusal only where the booking has just shown cancellable false, so it comes now.
  const overCancelled = context.offers('cancel') ? await context.target.cancel(id) : null
  return { overRead, overCancelled }
}

/** It says so itself: any grace that there may be has passed. */
function showsOver(read: Answer): boolean {
  const status = read.accepted ? read.read('status') : undefined
  return typeof status === 'string' && status !== 'ON_HOLD'
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

observe(confirmedHolds, {
  id: 'hold.over-cancelled',
  clause: '3/cancel-expired',
  observe: ({ overRead, overCancelled }) =>
    !overRead || !overCancelled || isOnHold(overRead) ? null : whatCameOf(overCancelled, overRead),
})

export default suite
