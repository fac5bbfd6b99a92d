import { editBookings } from '../edit.js'
import type { Fault } from '../fault.js'
import type { Rules } from '../rules.js'
import { textOf } from '../textOf.js'

/** Sections 4.2 and 8: expirationMinutes of reserve. */
export const reserveMinutesFaults: readonly Fault[] = [
  ...[19, 0, -5, 201, 580].map((minutes) => accepting(minutes)),
  {
    name: 'refused-minutes-hold-the-availability',
    clause: '7/refused-reserve-leaves-no-booking',
    title: 'a reserve that is refused for its minutes has already taken the availability',
    on: ['exclusive-availability'],
    rules: (base) => ({
      acceptsMinutes: (value, ctx) => {
        const accepted = base.acceptsMinutes(value, ctx)
        const { availabilityId } = ctx.call.input
        if (!accepted && ctx.operation === 'reserve')
          ctx.state.memory.set(`taken by the refused ${textOf(availabilityId)}`, true)
        return accepted
      },
      isFree: (slot, except, ctx) =>
        !ctx.state.memory.has(`taken by the refused ${slot.availabilityId}`) && base.isFree(slot, except, ctx),
    }),
  },
  {
    name: 'reserve-accepts-minutes-up-to-a-day',
    clause: '8/expiration-outside-never-booked-reserve',
    title: 'reserve accepts up to 1440 minutes',
    rules: acceptsAlso((value) => Number.isInteger(value) && Number(value) > 200 && Number(value) <= 1440),
  },
  {
    name: 'reserve-accepts-huge-minutes',
    clause: '8/expiration-outside-never-booked-reserve',
    title: 'reserve accepts minutes that no longer fit into 32 bits',
    rules: (base) => ({
      ...acceptsAlso((value) => Number.isInteger(value) && Number(value) >= 2 ** 31)(base),
      // What is that late has no date.
      holdEnd: (booking, minutes, ctx) => base.holdEnd(booking, Math.min(minutes, 1e6), ctx),
    }),
  },
  {
    name: 'reserve-wraps-negative-minutes',
    clause: '8/expiration-outside-never-booked-reserve',
    title: 'reserve accepts minutes below zero and holds for as many above it',
    rules: (base) => ({
      ...acceptsAlso((value) => Number.isInteger(value) && Number(value) < 0)(base),
      minutes: (value, ctx) => Math.min(1e6, Math.abs(base.minutes(value, ctx))),
    }),
  },
  {
    name: 'reserve-answers-200-but-holds-longer',
    clause: '8/expiration-outside-never-booked-reserve',
    title: 'reserve of 580 minutes answers 200 minutes, and keeps 580',
    rules: (base) => ({
      ...acceptsAlso((value) => value === 580)(base),
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'reserve' && booking['expirationMinutes'] === 580) booking['expirationMinutes'] = 200
        }),
    }),
  },
  {
    name: 'reserve-shows-200-minutes-for-more',
    clause: '8/expiration-outside-never-booked-reserve',
    title: 'reserve accepts up to a day and shows 200 minutes, but the hold ends when it was asked to',
    rules: (base) => ({
      ...acceptsAlso((value) => Number.isInteger(value) && Number(value) > 200 && Number(value) <= 1440)(base),
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          booking['expirationMinutes'] = Math.min(200, Number(booking['expirationMinutes']))
        }),
    }),
  },
  {
    name: 'reserve-clamps-minutes',
    clause: '8/expiration-outside-refused-not-clamped-reserve',
    title: 'reserve moves minutes outside the range to its bound',
    rules: clamped,
  },
  ...[20, 200].map((minutes) =>
    refusing(minutes, minutes === 20 ? '8/expiration-min-reserve' : '8/expiration-max-reserve'),
  ),
  ...[21, 199].map((minutes) => refusing(minutes, '8/expiration-accepted-reserve')),
  {
    name: 'reserve-takes-minutes-in-fives',
    clause: '8/expiration-accepted-reserve',
    title: 'reserve accepts multiples of 5 minutes only',
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) && (ctx.operation !== 'reserve' || Number(value) % 5 === 0),
    }),
  },
  {
    name: 'reserve-keeps-minutes-as-text',
    clause: '8/expiration-not-integer-never-booked-reserve',
    title: 'minutes that are sent as text stay text',
    rules: (base) => ({
      ...acceptsAlso((value) => value === '25')(base),
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          if (ctx.operation === 'reserve' && ctx.call.input.expirationMinutes === '25')
            booking['expirationMinutes'] = '25'
        }),
    }),
  },
  {
    name: 'reserve-accepts-fractions-of-minutes',
    clause: '8/expiration-not-integer-never-booked-reserve',
    title: 'reserve holds for 20.5 minutes',
    rules: acceptsAlso((value) => typeof value === 'number' && value > 20 && value < 200),
  },
  {
    name: 'reserve-takes-true-for-a-minute',
    clause: '8/expiration-not-integer-never-booked-reserve',
    title: 'reserve takes true for 1 minute',
    rules: acceptsAlso((value) => value === true),
  },
  {
    name: 'reserve-takes-null-for-no-minutes',
    clause: '8/expiration-not-integer-never-booked-reserve',
    title: 'reserve with null minutes holds for 0 minutes',
    rules: acceptsAlso((value) => value === null),
  },
  {
    name: 'reserve-takes-minutes-in-a-list',
    clause: '8/expiration-not-integer-refused-reserve',
    title: 'reserve takes [30] for 30 minutes',
    rules: acceptsAlso((value) => Array.isArray(value)),
  },
  {
    name: 'reserve-rounds-fractions-of-minutes',
    clause: '8/expiration-not-integer-refused-reserve',
    title: 'reserve takes 20.5 for 20 minutes',
    rules: (base) => ({
      ...acceptsAlso((value) => typeof value === 'number' && value >= 20 && value <= 200)(base),
      minutes: (value, ctx) => Math.floor(base.minutes(value, ctx)),
    }),
  },
  {
    name: 'reserve-ignores-minutes',
    clause: '4.2/expiration-minutes-echoed',
    title: 'reserve holds for 30 minutes whatever is asked for',
    rules: (base) => ({ minutes: (value, ctx) => (ctx.operation === 'reserve' ? 30 : base.minutes(value, ctx)) }),
  },
  {
    name: 'reserve-rounds-minutes-to-tens',
    clause: '4.2/expiration-minutes-echoed',
    title: 'reserve rounds the minutes to tens',
    rules: (base) => ({
      minutes: (value, ctx) =>
        ctx.operation === 'reserve' ? Math.round(base.minutes(value, ctx) / 10) * 10 : base.minutes(value, ctx),
    }),
  },
  {
    name: 'reserve-shortens-the-longest-hold',
    clause: '4.2/expiration-minutes-echoed',
    title: 'reserve of 200 minutes holds for 199',
    rules: (base) => ({
      minutes: (value, ctx) =>
        ctx.operation === 'reserve' ? Math.min(199, base.minutes(value, ctx)) : base.minutes(value, ctx),
    }),
  },
  {
    name: 'get-counts-minutes-down',
    clause: '4.2/expiration-minutes-kept',
    title: 'get shows a minute less than was asked for',
    rules: (base) => ({
      afterReply: (reply, ctx) =>
        editBookings(base.afterReply(reply, ctx), (booking) => {
          const minutes = booking['expirationMinutes']
          if (ctx.operation === 'get' && typeof minutes === 'number' && minutes > 20)
            booking['expirationMinutes'] = minutes - 1
        }),
    }),
  },
]

function accepting(minutes: number): Fault {
  return {
    name: `reserve-accepts-${String(minutes).replace('-', 'minus-')}-minutes`,
    clause: '8/expiration-outside-never-booked-reserve',
    title: `reserve accepts ${minutes} minutes`,
    rules: acceptsAlso((value) => value === minutes),
  }
}

function refusing(minutes: number, clause: string): Fault {
  return {
    name: `reserve-refuses-${minutes}-minutes`,
    clause,
    title: `reserve refuses ${minutes} minutes`,
    rules: (base) => ({
      acceptsMinutes: (value, ctx) =>
        base.acceptsMinutes(value, ctx) && !(ctx.operation === 'reserve' && value === minutes),
    }),
  }
}

function acceptsAlso(also: (value: unknown) => boolean): (base: Rules) => Partial<Rules> {
  return (base) => ({
    acceptsMinutes: (value, ctx) => base.acceptsMinutes(value, ctx) || (ctx.operation === 'reserve' && also(value)),
  })
}

function clamped(base: Rules): Partial<Rules> {
  return {
    ...acceptsAlso((value) => Number.isInteger(value))(base),
    minutes: (value, ctx) =>
      ctx.operation === 'reserve' ? Math.min(200, Math.max(20, base.minutes(value, ctx))) : base.minutes(value, ctx),
  }
}
