import type { Variant } from '../change.js'
import { on, put } from '../changes/on.js'
import { variants } from '../changes/rows.js'
import { rule, rules, seen, together, wire } from '../changes/shown.js'
import { refusedFor, sendsHeaders } from '../changes/wires.js'
import { decides, forbids } from '../changes/writes.js'
import type { Context } from '../context.js'
import type { JsonObject } from '../json.js'
import { Refused, type Slot } from '../model.js'
import type { Rules } from '../rules.js'

const hour = 3_600_000

/** Each slot says when it departs. */
const saysItsDeparture = rule('showSlot', (usual, slot, ctx) => ({
  ...usual(slot, ctx),
  departsAt: new Date(slot.start).toISOString(),
}))

/** The standard thing, as what can soon be cancelled no more. */
const standardAsSoon = {
  productId: 'prod-transfer',
  optionId: 'opt-sedan',
  defaultCurrency: 'EUR',
  cutOffAt: '/departsAt',
  cutOffBefore: 24 * 60,
}

/** Bounds that the documents do not show, and do not exclude. */
export const boundVariants: readonly Variant[] = variants({
  'five-open-holds': ['an account has at most five holds at a time', rules(allowing(5))],
  'three-open-holds': ['an account has at most three holds at a time', rules(allowing(3))],
  'a-fourth-hold-is-put-off': [
    'an account has at most three holds at a time, and one more is answered with 429, to be sent again in two seconds, as if it were asked too often',
    together(
      seen(
        'reserve',
        '',
        rule('isFree', (usual, slot, except, ctx) => {
          if (ctx.operation === 'reserve' && openHolds(ctx) >= 3)
            throw new Refused('TOO_MANY_REQUESTS', 'three holds are open: confirm one, or let it end')
          return usual(slot, except, ctx)
        }),
      ),
      sendsHeaders(refusedFor('TOO_MANY_REQUESTS'), (headers) => ({ ...headers, 'retry-after': '2' })),
    ),
  ],
  'soon-has-one-place-on-a-fixed-day': [
    'what can soon be cancelled no more departs at a time that does not move on, and has room for one booking',
    rules((base) => ({
      capacity: (slot, ctx) => (slot.optionId === 'opt-soon' ? 1 : base.capacity(slot, ctx)),
      slots: (option, from, to, ctx) => {
        const slots = base.slots(option, from, to, ctx)
        return option.departs === 'soon' ? firstShown(slots, ctx) : slots
      },
      isFree: (slot, except, ctx) =>
        base.isFree(slot, except, ctx) || (slot.optionId === 'opt-soon' && ctx.operation === 'availability'),
      showSlot: (slot, ctx) => ({
        ...base.showSlot(slot, ctx),
        ...(slot.optionId === 'opt-soon' && { available: base.isFree(slot, null, { ...ctx, operation: 'reserve' }) }),
      }),
    })),
  ],
  'soon-on-a-timetable': [
    'what can soon be cancelled no more departs every other hour, and says of each until when it can be',
    rules(timetable(3)),
    { profile: { bookable: { closing: { cutOffAt: '/cancellableUntil' } } } },
  ],
  'soon-on-a-clock-a-month-ahead': [
    'the test clock is a month ahead from the beginning, the Date of answers is empty, and what can soon be cancelled no more departs every other hour, of which some can be no more',
    {
      ...rules(timetable(3, [-6, -4, -2, 0, 2, 4])),
      ...wire((base) => ({ headers: (headers, exchange) => ({ ...base.headers(headers, exchange), date: '' }) })),
    },
    { profile: { bookable: { closing: { cutOffAt: '/cancellableUntil' } } }, options: { clockAheadHours: 30 * 24 } },
  ],
  'soon-is-days-ahead': [
    'what can be cancelled no more in six days departs every other hour, and says of each until when it can be',
    rules(timetable(6 * 24)),
    { profile: { bookable: { closing: { cutOffAt: '/cancellableUntil' } } } },
  ],
  'soon-on-the-day-that-is-asked-for': [
    'what can be cancelled no more in two days departs every other hour of each day, and the profile asks for a day after today',
    rules((base) => {
      const { showSlot } = timetable(1)(base)
      return {
        ...(showSlot && { showSlot }),
        slots: (option, from, to, ctx) => {
          const [next, ...others] = base.slots(option, from, to, ctx)
          if (option.departs !== 'soon' || next === undefined) return next === undefined ? [] : [next, ...others]
          return Array.from({ length: 12 }, (_, at) => departing(next, from + (option.cutOffHours + 2 * at) * hour))
        },
      }
    }),
    {
      profile: {
        bookable: {
          closing: {
            cutOffAt: '/cancellableUntil',
            availability: {
              localDateStart: '{today+2}',
              localDateEnd: '{today+2}',
              window: { from: '{today+2}', to: '{today+2}' },
            },
          },
        },
      },
    },
  ],
  'what-starts-next-is-sold': [
    'the profile names the standard thing as what can soon be cancelled no more, which says of each start when it is, and is sold until then',
    saysItsDeparture,
    { profile: { bookable: { closing: { ...standardAsSoon, availability: days('{today}', '{today+3}') } } } },
  ],
  'what-starts-next-is-asked-day-by-day': [
    'the same, and the profile has an availability check for each day',
    saysItsDeparture,
    {
      profile: {
        bookable: {
          closing: {
            ...standardAsSoon,
            availability: ['{today}', '{today+1}', '{today+2}', '{today+3}'].map((day) => days(day, day)),
          },
        },
      },
    },
  ],
  'soon-closes-at-several-times': [
    'what can soon be cancelled no more departs every other hour, and the profile counts the minutes of the first alone',
    rules(timetable(0)),
    // At each minute the first departs the same time ahead.
    { profile: { bookable: { closing: { cutOffMinutes: 45 } } } },
  ],
  'twelve-open-holds': ['an account has at most twelve holds at a time', rules(allowing(12))],
  'holds-are-not-shortened': [
    'an update of a hold to fewer minutes is refused',
    decides('update', (allowed, booking, ctx) => {
      const minutes = ctx.call.input.expirationMinutes
      const shorter = typeof minutes === 'number' && minutes >= 20 && minutes < booking.expirationMinutes
      return !(booking.status === 'ON_HOLD' && shorter) && allowed
    }),
  ],
  'one-extend-only': [
    'a hold is extended once',
    forbids('extend', (booking, ctx) => ctx.state.history(booking.id).includes('extend')),
    { warns: ['3/extend-twice-accepted'] },
  ],
  'minutes-null-after-hold': [
    'expirationMinutes is null once a booking is no hold any more',
    on().answers(put('/expirationMinutes', null, ({ item }) => item['status'] !== 'ON_HOLD')),
    { warns: ['2.5/expiration-minutes-after-hold'] },
  ],
  'list-repeats-its-last-page': [
    'a page beyond the last is answered with the last',
    rule('page', (usual, sorted, page, size, ctx) =>
      usual(sorted, Math.min(page, Math.max(1, Math.ceil(sorted.length / size))), size, ctx),
    ),
    { warns: ['4.3/list-beyond-end-repeats-nothing', '4.3/list-beyond-end-empty'] },
  ],
})

/** An availability check of these days, in either dialect. */
function days(from: string, to: string): JsonObject {
  return { localDateStart: from, localDateEnd: to, window: { from, to } }
}

/** What the service had on offer when it was asked for the first time. */
function firstShown(slots: readonly Slot[], { state }: Context): readonly Slot[] {
  const { memory } = state
  if (!memory.has('fixed day')) memory.set('fixed day', slots)
  // Nothing else is kept under this name.
  return memory.get('fixed day') as readonly Slot[]
}

/** Departures at fixed times. The first can be cancelled for so many hours, or for 45 minutes. */
function timetable(hours: number, departures: readonly number[] = [0, 2, 4]): (base: Rules) => Partial<Rules> {
  return (base) => ({
    slots: (option, from, to, ctx) => {
      const slots = base.slots(option, from, to, ctx)
      const [next] = slots
      if (option.departs !== 'soon' || next === undefined) return slots
      const start =
        hours === 0 ? next.start : Math.ceil(ctx.now / hour) * hour + (hours - 1 + option.cutOffHours) * hour
      return departures.map((later) => departing(next, start + later * hour))
    },
    showSlot: (slot, ctx) => {
      const option = base.option(slot.productId, slot.optionId, ctx)
      const closes = slot.start - (option?.cutOffHours ?? 0) * hour
      return {
        ...base.showSlot(slot, ctx),
        ...(option?.departs === 'soon' && hours > 0 && { cancellableUntil: new Date(closes).toISOString() }),
      }
    },
  })
}

function departing(slot: Slot, start: number): Slot {
  return { ...slot, start, availabilityId: `${slot.optionId}_${new Date(start).toISOString().slice(0, 16)}Z` }
}

/** An account has at most so many holds at a time. */
function allowing(most: number): (base: Rules) => Partial<Rules> {
  return (base) => ({
    isFree: (slot, except, ctx) =>
      base.isFree(slot, except, ctx) && (ctx.operation !== 'reserve' || openHolds(ctx) < most),
  })
}

function openHolds(ctx: Context): number {
  return ctx.store
    .serials()
    .flatMap((serial) => ctx.store.versions(serial).slice(-1))
    .filter((booking) => booking.reseller === ctx.reseller && booking.status === 'ON_HOLD')
    .filter((booking) => !ctx.rules.isOver(booking, ctx)).length
}
