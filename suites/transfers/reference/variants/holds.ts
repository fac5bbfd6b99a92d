import type { Change, Variant } from '../change.js'
import { on, without } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, together } from '../changes/shown.js'
import { forbids, makes } from '../changes/writes.js'
import type { Booking, BookingStatus } from '../model.js'

const minute = 60_000

/** Other legal ways to hold, extend and confirm. */
export const holdVariants: readonly Variant[] = variants({
  'extend-adds-up-to-200': [
    'extend adds the minutes to the hold, to no more than 200, and shows the sum',
    together(
      forbids(
        'extend',
        ({ expirationMinutes }, { call }) => expirationMinutes + Number(call.input.expirationMinutes) > 200,
      ),
      extendsTo(added),
      makes('extend', (made, before) => ({ expirationMinutes: before.expirationMinutes + made.expirationMinutes })),
    ),
  ],
  'extend-adds-and-shows-what-was-asked': [
    'extend adds the minutes to the hold, without end, and shows those that were asked for',
    extendsTo(added),
  ],
  'extend-counts-from-the-reserve': [
    'the minutes of extend count from the reservation on',
    extendsTo(({ holdEnd, createdAt }, minutes) => Math.max(holdEnd ?? 0, createdAt + minutes * minute)),
  ],
  'extend-refuses-what-ends-no-later': [
    'the minutes of extend count from now on, and those that do not let the hold end later are refused',
    together(
      forbids(
        'extend',
        ({ holdEnd }, { call, now }) => now + Number(call.input.expirationMinutes) * minute <= (holdEnd ?? 0),
      ),
      extendsTo((_booking, minutes, now) => now + minutes * minute),
    ),
  ],
  'extend-keeps-the-first-minutes': [
    'expirationMinutes stays what was reserved for, only the end of the hold moves',
    makes('extend', (_made, { expirationMinutes }) => ({ expirationMinutes })),
  ],
  'no-hold-end': [
    'bookings do not show when their hold ends',
    on().answers(without('/holdEnd')),
    { profile: { booking: { holdEnd: null } } },
  ],
  'no-references': [
    'bookings do not show the reference of the reseller',
    on().answers(without('/reference')),
    { profile: { booking: { reference: null } } },
  ],
  'no-texts-where-the-profile-has-them': [
    'bookings show neither notes nor reference, though the profile names a place for both',
    on().answers(without('/reference'), without('/notes')),
    { profile: { booking: { reference: '/resellerReference', notes: '/notes' } } },
  ],
  'holds-end-within-the-grace': ['a hold that has run out is noticed 50 seconds later', noticedAfter(50_000)],
  'grace-of-seconds': [
    'a hold that has run out is noticed a second later, and the profile says so',
    noticedAfter(1000),
    { profile: { hold: { graceSeconds: 2 } } },
  ],
  'long-grace': [
    'a hold that has run out is noticed 9 minutes later, and the profile says so',
    noticedAfter(9 * minute),
    { profile: { hold: { graceSeconds: 600 } } },
  ],
  'hold-end-not-shown-by-writes': [
    'the answers to extend and update do not say when the hold ends',
    on('extend', 'update').answers(without('/holdEnd')),
  ],
  'holds-cannot-be-cancelled': ['a booking is cancellable only once it is confirmed', notCancellable('ON_HOLD')],
  'confirmed-cannot-be-cancelled': [
    'a booking is cancellable only while it is on hold',
    notCancellable('CONFIRMED'),
    { profile: { bookable: { closing: null } } },
  ],
  'confirm-twice-is-a-conflict': [
    'a second confirm is answered with a conflict',
    rule('afterReply', (usual, reply, ctx) => {
      const answer = usual(reply, ctx)
      return ctx.operation === 'confirm' && answer.kind === 'refused' && answer.code === 'NOT_ON_HOLD'
        ? { ...answer, code: 'CONFLICT' }
        : answer
    }),
  ],
  'confirmed-keeps-its-hold-end': [
    'a confirmed booking still shows when its hold would have ended',
    makes('confirm', (_made, { holdEnd }) => ({ holdEnd })),
  ],
})

function extendsTo(end: (booking: Booking, minutes: number, now: number) => number): Change {
  return rule('holdEnd', (usual, booking, minutes, ctx) =>
    ctx.operation === 'extend' && booking !== null ? end(booking, minutes, ctx.now) : usual(booking, minutes, ctx),
  )
}

function added({ holdEnd }: Booking, minutes: number, now: number): number {
  return (holdEnd ?? now) + minutes * minute
}

function noticedAfter(milliseconds: number): Change {
  return rule('isOver', (usual, booking, ctx) => usual(booking, { ...ctx, now: ctx.now - milliseconds }))
}

function notCancellable(status: BookingStatus): Change {
  return rule('cancellable', (usual, booking, ctx) => booking.status !== status && usual(booking, ctx))
}
