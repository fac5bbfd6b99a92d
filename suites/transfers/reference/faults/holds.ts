import type { Break, Fault } from '../change.js'
import { endsAt, endsHolds, lapsesOnceNoticed, later, neverEnds } from '../changes/holds.js'
import { faults } from '../changes/rows.js'
import { rule, seen, together } from '../changes/shown.js'
import { after, allows, forbids, holdsThoughRefused, type When } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { Booking } from '../model.js'

const minute = 60_000
const extended = after('extend')

/** Sections 1.3 and 3: when holds end, and what is then. */
export const holdFaults: readonly Fault[] = faults({
  '1.3/on-hold-before-end': {
    'holds-end-early': isOverBy(5),
    'medium-holds-end-early': ['a hold of more than 45 minutes ends after 45', endsAfter(45)],
    'longest-hold-ends-after-three-hours': ['a hold of more than 180 minutes ends after 180', endsAfter(180)],
  },
  '1.3/not-on-hold-after-end-get': {
    'refused-update-revives-a-hold-that-is-over': [
      holdsThoughRefused('update', 'NOT_CANCELLABLE', 'ON_HOLD'),
      'get /status',
    ],
    'holds-never-end': neverEnds(() => true),
    'holds-end-late': isOverBy(-10),
    'longest-hold-never-ends': neverEnds(({ expirationMinutes }) => expirationMinutes === 200),
    'get-shows-hold-after-its-end': neverEnds((_booking, { operation }) => operation === 'get'),
    'update-revives-a-hold-that-is-over': [
      'an update of the minutes puts a hold on hold again that has run out',
      together(
        allows('update', ({ status }, { call }) => status === 'EXPIRED' && call.input.expirationMinutes !== undefined),
        rule('applyUpdate', (usual, booking, input, ctx) =>
          usual(booking.status === 'EXPIRED' ? { ...booking, status: 'ON_HOLD' } : booking, input, ctx),
        ),
      ),
      'get /status',
    ],
  },
  '1.3/not-on-hold-after-end-list': {
    'list-shows-hold-after-its-end': [neverEnds((_booking, { operation }) => operation === 'list'), 'list /status'],
    'list-shows-holds-until-they-are-read': [lapsesOnceNoticed('list', 'get'), 'list /status'],
  },
  '3/confirmed-outlives-hold': {
    'confirmed-bookings-run-out': [
      rule('isOver', (usual, booking, ctx) => usual(booking, ctx) || outlived(booking, ctx)),
      'get /status',
    ],
    'confirmed-bookings-vanish': [
      'a confirmed booking is gone once its hold would have run out',
      rule('sees', (usual, booking, ctx) => usual(booking, ctx) && !outlived(booking, ctx)),
      'get',
    ],
  },
  '3/confirm-expired-refused': {
    'confirm-looks-at-no-clock': [
      'a hold that has run out can be confirmed as long as nobody has asked for anything since',
      rule('isOver', (usual, booking, ctx) => {
        if (!usual(booking, ctx)) return false
        if (ctx.operation === 'confirm') return Number(ctx.state.memory.get('swept') ?? 0) >= (booking.holdEnd ?? 0)
        ctx.state.memory.set('swept', ctx.now)
        return true
      }),
      'confirm',
    ],
  },
  '3/sequence-follows-table': {
    'extend-revives-what-nobody-read': [lapsesOnceNoticed('extend', 'get', 'list'), 'extend'],
  },
  '3/extend-holds-until-new-end': { 'extended-holds-end-early': isOverBy(4, extended) },
  '3/extend-never-shortens': {
    'extend-counts-from-now-and-shortens': [
      'the minutes of extend count from now, also where the hold ends sooner by that',
      endsAt('extend', (_usual, _booking, minutes, { now }) => now + minutes * minute),
      'get /status',
    ],
  },
  '3/confirm-until-end': { 'extended-holds-confirmed-by-their-first-end-alone': forbids('confirm', pastItsFirstEnd) },
  '3/extend-twice-accepted': {
    'extended-holds-not-extended-after-their-first-end': forbids('extend', pastItsFirstEnd),
  },
  '3/update-keeps-hold': {
    'update-without-minutes-ends-the-hold': endsHolds(
      (booking, ctx) => updatedOnly(booking, ctx) && ctx.now >= booking.updatedAt + minute,
    ),
  },
  '3/update-holds-for-its-minutes': {
    'update-shows-more-minutes-and-leaves-the-end': [
      rule('applyUpdate', (usual, booking, ...rest) => ({ ...usual(booking, ...rest), holdEnd: booking.holdEnd })),
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
      neverEnds(({ serial }, { store }) =>
        store.versions(serial).some(({ updatedAt, createdAt, holdEnd }) => {
          return updatedAt > createdAt && updatedAt > (holdEnd ?? 0) - 5 * minute
        }),
      ),
    ],
  },
  '4.3/update-leaves-the-rest': {
    'update-shows-a-new-end': [
      'each update of a hold begins its minutes anew, and shows that',
      rule('applyUpdate', (usual, booking, changed, ctx) => {
        const made = usual(booking, changed, ctx)
        const isAnew = changed.expirationMinutes === undefined && made.holdEnd !== null
        return isAnew ? { ...made, holdEnd: ctx.now + booking.expirationMinutes * minute } : made
      }),
      'update /holdEnd',
    ],
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
  },
  '3/update-still-ends': {
    'update-never-shortens-a-hold': [
      'an update to fewer minutes shows them, and the hold ends as before',
      endsAt('update', (usual, { holdEnd }) => Math.max(usual, holdEnd ?? 0)),
      'get /status',
    ],
    'holds-of-other-minutes-never-end': [
      'a hold that was updated to other minutes never ends',
      neverEnds(({ serial, expirationMinutes }, { store }) => {
        return store.versions(serial)[0]?.expirationMinutes !== expirationMinutes
      }),
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

/** Such holds are over so many minutes too early, or too late. */
function isOverBy(minutes: number, when: When = () => true): Break {
  const isOver = rule('isOver', (usual, booking, ctx) => usual(booking, when(booking, ctx) ? later(minutes, ctx) : ctx))
  return seen('get', '/status', isOver)
}

function endsAfter(minutes: number): Break {
  return endsHolds((booking, ctx) => ctx.now >= booking.createdAt + minutes * minute)
}

function isNew({ status, createdAt, updatedAt }: Booking): boolean {
  return status === 'ON_HOLD' && createdAt === updatedAt
}

function pastItsFirstEnd(booking: Booking, ctx: Context): boolean {
  return extended(booking, ctx) && ctx.now > booking.createdAt + 20 * minute
}

function updatedOnly(booking: Booking, ctx: Context): boolean {
  return booking.status === 'ON_HOLD' && after('update')(booking, ctx) && !extended(booking, ctx)
}

/** Is this a confirmed booking whose hold would have run out by now? */
function outlived({ status, createdAt, expirationMinutes }: Booking, { now }: Context): boolean {
  return status === 'CONFIRMED' && now >= createdAt + expirationMinutes * minute
}
