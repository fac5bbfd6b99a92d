import { endsHolds } from '../changes/holds.js'
import { faults } from '../changes/rows.js'
import { exclusively, rule, seen, together } from '../changes/shown.js'
import { allows, changesThoughRefused } from '../changes/writes.js'
import type { Break } from '../change.js'
import type { Context } from '../context.js'
import type { Fault } from '../fault.js'
import type { Booking } from '../model.js'

const minute = 60_000

/** Sections 1.3 and 3: when holds end, and what is then. */
export const holdFaults: readonly Fault[] = faults({
  '1.3/on-hold-before-end': {
    'holds-end-early': ['a hold ends five minutes early', over((usual, booking, ctx) => usual(booking, later(5, ctx)))],
    'medium-holds-end-early': ['a hold of more than 45 minutes ends after 45', endsAfter(45)],
    'longest-hold-ends-after-three-hours': ['a hold of more than 180 minutes ends after 180', endsAfter(180)],
  },
  '1.3/not-on-hold-after-end-get': {
    'refused-update-revives-a-hold-that-is-over': [
      'an update of a hold that is over is refused, and yet puts it on hold again',
      changesThoughRefused(
        'update',
        'NOT_CANCELLABLE',
        ({ status, holdEnd }, { now }) =>
          status === 'ON_HOLD' && (holdEnd ?? now) < now && { holdEnd: now + 30 * minute },
      ),
      'get /status',
    ],
    'holds-never-end': ['a hold never ends', over(() => false)],
    'holds-end-late': ['a hold ends ten minutes late', over((usual, booking, ctx) => usual(booking, later(-10, ctx)))],
    'longest-hold-never-ends': over((usual, booking, ctx) => booking.expirationMinutes !== 200 && usual(booking, ctx)),
    'get-shows-hold-after-its-end': over((usual, booking, ctx) => ctx.operation !== 'get' && usual(booking, ctx)),
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
    'list-shows-hold-after-its-end': [
      'the list shows a hold that has run out as ON_HOLD',
      over((usual, booking, ctx) => ctx.operation !== 'list' && usual(booking, ctx), 'list'),
    ],
    'list-shows-holds-until-they-are-read': [
      'the list shows a hold that has run out as ON_HOLD until get has noticed',
      over((usual, booking, ctx) => {
        const noticed = `list-shows-holds-until-they-are-read ${booking.id}`
        if (!usual(booking, ctx)) return false
        if (ctx.operation === 'get') ctx.state.memory.set(noticed, true)
        return ctx.operation !== 'list' || ctx.state.memory.has(noticed)
      }, 'list'),
    ],
  },
  '3/confirmed-outlives-hold': {
    'confirmed-bookings-run-out': over((usual, booking, ctx) => usual(booking, ctx) || outlived(booking, ctx)),
    'extended-and-confirmed-bookings-run-out': [
      'a booking that was extended before it was confirmed expires when its hold would have',
      over(
        (usual, booking, ctx) =>
          usual(booking, ctx) ||
          (booking.status === 'CONFIRMED' &&
            ctx.state.history(booking.id).includes('extend') &&
            ctx.now >=
              (ctx.store.versions(booking.serial).findLast(({ holdEnd }) => holdEnd !== null)?.holdEnd ?? Infinity)),
      ),
    ],
    'confirmed-bookings-vanish': [
      'a confirmed booking is gone once its hold would have run out',
      rule('sees', (usual, booking, ctx) => usual(booking, ctx) && !outlived(booking, ctx)),
      'get',
    ],
  },
  '3/availability-free-after-end': {
    'availability-held-once-is-gone': [
      'an availability that was held once is never free again',
      exclusively(
        rule(
          'isFree',
          (usual, slot, except, ctx) =>
            usual(slot, except, ctx) &&
            ctx.store.ofAvailability(slot.availabilityId).every(({ status }) => status === 'CANCELLED'),
        ),
      ),
    ],
  },
  '3/availability-held-until-end': {
    'holds-keep-nothing-after-a-quarter-of-an-hour': [
      'an availability is held for the first 15 minutes of a hold alone',
      occupied(
        (usual, booking, ctx) =>
          usual(booking, ctx) && !(booking.status === 'ON_HOLD' && ctx.now > booking.createdAt + 15 * minute),
      ),
    ],
    'places-free-in-the-last-minute': [
      'a reserve does not count the holds that end within a minute',
      occupied((usual, booking, ctx) => usual(booking, ctx.operation === 'reserve' ? later(1, ctx) : ctx)),
    ],
  },
  '3/confirm-expired-refused': {
    'confirm-looks-at-no-clock': [
      'a hold that has run out can be confirmed as long as nobody has asked for anything since',
      over((usual, booking, ctx) => {
        if (!usual(booking, ctx)) return false
        if (ctx.operation !== 'confirm')
          for (const serial of ctx.store.serials()) ctx.state.memory.set(`swept ${serial}`, ctx.now)
        const swept = ctx.state.memory.get(`swept ${booking.serial}`)
        return ctx.operation !== 'confirm' || (typeof swept === 'number' && swept >= (booking.holdEnd ?? 0))
      }),
      'confirm',
    ],
    'hold-lapses-only-when-read': [
      'a hold that has run out can be confirmed until a read notices that it has',
      over((usual, booking, ctx) => {
        if (!usual(booking, ctx)) return false
        const noticed = `hold-lapses-only-when-read ${booking.serial}`
        if (ctx.operation === 'get' || ctx.operation === 'list') ctx.state.memory.set(noticed, true)
        return ctx.operation !== 'confirm' || ctx.state.memory.has(noticed)
      }),
      'confirm',
    ],
  },
})

type Rule = (booking: Booking, ctx: Context) => boolean

function over(isOver: (usual: Rule, booking: Booking, ctx: Context) => boolean, read: 'get' | 'list' = 'get'): Break {
  return seen(read, '/status', rule('isOver', isOver))
}

function endsAfter(minutes: number): Break {
  return endsHolds((booking, ctx) => ctx.now >= booking.createdAt + minutes * minute)
}

function occupied(occupies: (usual: Rule, booking: Booking, ctx: Context) => boolean): Break {
  return exclusively(rule('occupies', occupies))
}

function later(minutes: number, ctx: Context): Context {
  return { ...ctx, now: ctx.now + minutes * minute }
}

/** Is this a confirmed booking whose hold would have run out by now? */
function outlived({ status, createdAt, expirationMinutes }: Booking, { now }: Context): boolean {
  return status === 'CONFIRMED' && now >= createdAt + expirationMinutes * minute
}
