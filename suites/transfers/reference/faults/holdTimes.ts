import type { Change } from '../change.js'
import type { Context } from '../context.js'
import { faults } from '../changes/rows.js'
import { endsHolds } from '../changes/holds.js'
import { rule } from '../changes/shown.js'
import { forbids } from '../changes/writes.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

const minute = 60_000

/** Section 3: holds that end at another time than what was done to them says. */
export const holdTimeFaults: readonly Fault[] = faults({
  '3/extend-holds-until-new-end': {
    'extended-holds-end-early': [
      'a hold that was extended ends four minutes early',
      rule('isOver', (usual, booking, ctx) => usual(booking, later(ctx, extended(booking, ctx) ? 4 : 0))),
      'get /status',
    ],
  },
  '3/extend-never-shortens': {
    'extend-counts-from-now-and-shortens': [
      'the minutes of extend count from now, also where the hold ends sooner by that',
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        ctx.operation === 'extend' ? ctx.now + minutes * minute : usual(booking, minutes, ctx),
      ),
      'get /status',
    ],
  },
  '3/confirm-until-end': {
    'extended-holds-confirmed-by-their-first-end-alone': [
      'confirm is refused after the end that a hold had before it was extended',
      forbids('confirm', (booking, ctx) => extended(booking, ctx) && ctx.now > booking.createdAt + 20 * minute),
    ],
  },
  '3/extend-twice-accepted': {
    'extended-holds-not-extended-after-their-first-end': [
      'a second extend is refused after the end that the hold had before the first',
      forbids('extend', (booking, ctx) => extended(booking, ctx) && ctx.now > booking.createdAt + 20 * minute),
    ],
  },
  '3/update-keeps-hold': {
    'update-without-minutes-ends-the-hold': [
      'an update without minutes ends the hold within a minute',
      endsHolds((booking, ctx) => updatedOnly(booking, ctx) && ctx.now >= booking.updatedAt + minute),
    ],
    'update-without-minutes-halves-the-hold': [
      'an update without minutes halves the hold without a word',
      endsHolds(
        (booking, ctx) =>
          updatedOnly(booking, ctx) && ctx.now >= booking.createdAt + (booking.expirationMinutes / 2) * minute,
      ),
    ],
  },
  '3/update-holds-for-its-minutes': {
    'update-shows-more-minutes-and-leaves-the-end': [
      'an update to more minutes shows them, and the hold ends as before',
      rule('applyUpdate', (usual, booking, input, ctx) => ({
        ...usual(booking, input, ctx),
        holdEnd: booking.holdEnd,
      })),
      'get /status',
    ],
    'update-to-more-minutes-shows-their-end-and-lapses': [
      'an update to more minutes shows their end, and the hold is over after the minutes that it was reserved for',
      endsHolds((booking, ctx) => {
        const [reserved = booking] = ctx.store.versions(booking.serial)
        return updatedOnly(booking, ctx) && ctx.now >= booking.createdAt + reserved.expirationMinutes * minute
      }),
    ],
  },
  '3/update-without-minutes-still-ends': {
    'hold-updated-at-the-last-is-forgotten': [
      'what was updated in the last minutes of its hold is not looked at again when that ends',
      rule(
        'isOver',
        (usual, booking, ctx) =>
          usual(booking, ctx) &&
          !ctx.store
            .versions(booking.serial)
            .some(
              ({ updatedAt, createdAt, holdEnd }) => updatedAt > createdAt && updatedAt > (holdEnd ?? 0) - 5 * minute,
            ),
      ),
      'get /status',
    ],
  },
  '4.3/update-leaves-the-rest': {
    'update-shows-a-new-end': [
      'each update of a hold begins its minutes anew, and shows that',
      endsOtherwise(({ expirationMinutes }, _end, now) => now + expirationMinutes * minute),
      'update /holdEnd',
    ],
    'update-without-minutes-adds-ten': [endsOtherwise((_booking, end) => end + 10 * minute), 'update /holdEnd'],
    'update-undoes-an-extend': [
      'an update that names no minutes brings back the end that a hold had before it was extended',
      rule('applyUpdate', (usual, booking, changed, ctx) => {
        const made = usual(booking, changed, ctx)
        const before = ctx.store.versions(booking.serial).findLast(({ holdEnd }) => holdEnd !== booking.holdEnd)
        const undoes = changed.expirationMinutes === undefined && made.holdEnd !== null && extended(booking, ctx)
        return undoes ? { ...made, holdEnd: before?.holdEnd ?? made.holdEnd } : made
      }),
      'update /holdEnd',
    ],
    'update-ends-an-extended-hold': [
      'a hold that was extended is over once its reference is updated',
      rule('applyUpdate', (usual, booking, changed, ctx) => {
        const made = usual(booking, changed, ctx)
        const ends = changed.reference !== undefined && made.status === 'ON_HOLD' && extended(booking, ctx)
        return ends ? { ...made, status: 'EXPIRED' } : made
      }),
      'update /cancellable',
    ],
  },
  '3/update-still-ends': {
    'update-never-shortens-a-hold': [
      'an update to fewer minutes shows them, and the hold ends as before',
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        Math.max(usual(booking, minutes, ctx), (ctx.operation === 'update' && booking?.holdEnd) || 0),
      ),
      'get /status',
    ],
    'holds-of-other-minutes-never-end': [
      'a hold that was updated to other minutes never ends',
      rule('isOver', (usual, booking, ctx) => {
        const [reserved] = ctx.store.versions(booking.serial)
        return usual(booking, ctx) && reserved?.expirationMinutes === booking.expirationMinutes
      }),
      'get /status',
    ],
  },
  '4.2/hold-as-long-as-asked': {
    'hold-end-shown-after-thirty-minutes': [
      'a booking to which nothing was done shows that its hold ends after thirty minutes, whatever was asked for',
      rule('showBooking', (usual, booking, ctx) => ({
        ...usual(booking, ctx),
        ...(isNew(booking) && { holdEnd: ctx.rules.showTime(booking.createdAt + 30 * minute, ctx) }),
      })),
      'reserve /holdEnd',
    ],
  },
})

function isNew({ status, createdAt, updatedAt }: Booking): boolean {
  return status === 'ON_HOLD' && createdAt === updatedAt
}

function later(ctx: Context, minutes: number): Context {
  return { ...ctx, now: ctx.now + minutes * minute }
}

function extended(booking: Booking, { state }: Context): boolean {
  return state.history(booking.id).includes('extend')
}

function updatedOnly(booking: Booking, { state }: Context): boolean {
  const done = state.history(booking.id)
  return booking.status === 'ON_HOLD' && done.includes('update') && !done.includes('extend')
}

/** An update that names no minutes gives a hold another end. */
function endsOtherwise(end: (booking: Booking, end: number, now: number) => number): Change {
  return rule('applyUpdate', (usual, booking, changed, ctx) => {
    const made = usual(booking, changed, ctx)
    return changed.expirationMinutes === undefined && made.holdEnd !== null
      ? { ...made, holdEnd: end(booking, made.holdEnd, ctx.now) }
      : made
  })
}
