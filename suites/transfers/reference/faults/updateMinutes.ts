import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'

const accepting = (
  name: string,
  clause: string,
  title: string,
  isTaken: (value: unknown) => boolean,
  minutes?: (value: unknown) => number,
): Fault => ({
  name,
  clause,
  title,
  rules: (base) => ({
    acceptsMinutes: (value, ctx) => (ctx.operation === 'update' && isTaken(value)) || base.acceptsMinutes(value, ctx),
    ...(minutes !== undefined && {
      minutes: (value, ctx) =>
        ctx.operation === 'update' && isTaken(value) ? minutes(value) : base.minutes(value, ctx),
    }),
  }),
})
const refusing = (name: string, clause: string, title: string, isRefused: (value: unknown) => boolean): Fault => ({
  name,
  clause,
  title,
  rules: (base) => ({
    acceptsMinutes: (value, ctx) =>
      !(ctx.operation === 'update' && isRefused(value)) && base.acceptsMinutes(value, ctx),
  }),
})

const outside = '8/expiration-outside-never-booked-update'
const noInteger = '8/expiration-not-integer-never-booked-update'
const isWhole = (value: unknown): boolean => Number.isInteger(value)
/** expirationMinutes in update: section 8, and how lenient it is. */
export const updateMinuteFaults: readonly Fault[] = [
  refusing(
    'update-refuses-20-minutes',
    '8/expiration-min-update',
    'update refuses 20 minutes',
    (value) => value === 20,
  ),
  refusing(
    'update-refuses-200-minutes',
    '8/expiration-max-update',
    'update refuses 200 minutes',
    (value) => value === 200,
  ),
  refusing(
    'update-takes-only-quarter-hours',
    '8/expiration-accepted-update',
    'between the bounds, update takes only multiples of 15 minutes',
    (value) => isWhole(value) && value !== 20 && value !== 200 && Number(value) % 15 !== 0,
  ),
  accepting('update-takes-19-minutes', outside, 'update takes 19 minutes', (value) => value === 19),
  accepting('update-takes-201-minutes', outside, 'update takes 201 minutes', (value) => value === 201),
  accepting('update-takes-0-minutes', outside, 'update takes 0 minutes', (value) => value === 0),
  accepting(
    'update-takes-negative-minutes',
    outside,
    'update takes negative minutes',
    (value) => isWhole(value) && Number(value) < 0,
  ),
  {
    name: 'update-answers-200-and-keeps-201',
    clause: outside,
    title: 'update of more than 200 minutes answers 200 and keeps what was sent',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        (ctx.operation === 'update' && isWhole(value) && Number(value) > 200) || base.acceptsMinutes(value, ctx),
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'update')
            booking['expirationMinutes'] = Math.min(200, Number(booking['expirationMinutes']))
        }),
    }),
  },
  accepting(
    'update-clamps-minutes',
    '8/expiration-outside-refused-not-clamped-update',
    'update moves minutes outside of the range into it',
    isWhole,
    (value) => Math.min(200, Math.max(20, Number(value))),
  ),
  accepting('update-takes-half-minutes', noInteger, 'update takes a fraction of a minute', (value) => value === 25.5),
  accepting('update-takes-true-for-minutes', noInteger, 'update takes true for one minute', (value) => value === true),
  accepting(
    'update-reads-minutes-from-text',
    '8/expiration-not-integer-refused-update',
    'update reads minutes that are sent as text',
    (value) => typeof value === 'string',
  ),
  {
    name: 'update-takes-minutes-for-seconds',
    clause: '3/update-more-minutes-not-sooner',
    title: 'after an update the hold ends so many seconds later as it should minutes',
    rules: (base) => ({
      holdEnd: (booking, minutes, ctx) =>
        base.holdEnd(booking, ctx.operation === 'update' ? minutes / 60 : minutes, ctx),
    }),
  },
]
