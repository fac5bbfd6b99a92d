import type { Break, Fault } from '../change.js'
import { endsAt } from '../changes/holds.js'
import { between, counts, is, ofType, refuses, takes, whole, type Test } from '../changes/inputs.js'
import { on, put } from '../changes/on.js'
import { findsNothingFree, saysRefused } from '../changes/refusals.js'
import { faults } from '../changes/rows.js'
import { rule, rules, seen, together } from '../changes/shown.js'
import { keeps, makes } from '../changes/writes.js'
import { textOf } from '../json.js'

type Holding = 'reserve' | 'extend' | 'update'

const field = 'expirationMinutes'
const minute = 60_000
const nearest = (minutes: number): number => Math.min(200, Math.max(20, minutes))
const atMost200 = put(`/${field}`, (was) => Math.min(200, Number(was)))
const moreThan200 = whole(201, 1440)
const isHalf: Test = (value) => Number(value) % 1 === 0.5

/** Section 8: expirationMinutes of reserve, extend and update. */
export const minutesFaults: readonly Fault[] = faults({
  '8/expiration-max-update': { 'update-refuses-200-minutes': refuses('update', field, is(200)) },
  '8/expiration-min-update': { 'update-refuses-20-minutes': refuses('update', field, is(20)) },
  '8/expiration-max-extend': {
    'extend-refuses-200': refuses('extend', field, is(200)),
    'extend-by-200-refused-where-more-in-all-is-not': [
      'extend adds the minutes up, to any number of them, and refuses 200 at once',
      refuses('extend', field, is(200)),
      { on: 'extend-adds-and-shows-what-was-asked' },
    ],
  },
  '8/expiration-min-extend': { 'extend-refuses-20': refuses('extend', field, is(20)) },
  '8/expiration-max-reserve': { 'reserve-refuses-200-minutes': refuses('reserve', field, is(200)) },
  '8/expiration-min-reserve': { 'reserve-refuses-20-minutes': refuses('reserve', field, is(20)) },
  '8/expiration-accepted-reserve': {
    'reserve-of-long-holds-finds-nothing-free': [
      'reserve of more than 120 minutes, but for 200, finds nothing free',
      findsNothingFree(({ expirationMinutes: minutes }) => Number(minutes) > 120 && Number(minutes) < 200),
    ],
    'reserve-refuses-21-minutes': refuses('reserve', field, is(21)),
    'reserve-refuses-199-minutes': refuses('reserve', field, is(199)),
  },
  '8/expiration-accepted-extend': {
    'extend-refuses-21': refuses('extend', field, is(21)),
    'extend-refuses-199': refuses('extend', field, is(199)),
    'extend-refuses-150-to-160-minutes': refuses('extend', field, between(150, 160)),
    'extend-adds-unseen-and-refuses-more-than-190': [
      'extend adds its minutes to the hold, to any length, shows those alone, and refuses more than 190',
      together(
        refuses('extend', field, between(191, 200)),
        endsAt('extend', (_usual, { holdEnd }, minutes, { now }) => (holdEnd ?? now) + minutes * minute),
      ),
    ],
  },
  '8/expiration-accepted-update': {
    'update-takes-only-quarter-hours': [
      'between the bounds, update takes only multiples of 15 minutes',
      refuses('update', field, (value) => !is(20, 200)(value) && Number(value) % 15 !== 0),
    ],
  },
  '8/expiration-outside-never-booked-reserve': {
    ...Object.fromEntries(
      [19, 0, 201].map((minutes) => [`reserve-accepts-${minutes}-minutes`, holds('reserve', is(minutes))]),
    ),
    'reserve-accepts-minutes-up-to-a-day': holds('reserve', moreThan200),
    'reserve-answers-200-but-holds-longer': [
      'reserve of 580 minutes answers 200 minutes, and keeps 580',
      together(takes('reserve', field, is(580)), on('reserve').answers(atMost200)),
      ['reserve /expirationMinutes', 'reserve /holdEnd', 'get /expirationMinutes', 'get /holdEnd'],
    ],
    'reserve-shows-200-minutes-for-more': [
      'reserve accepts up to a day and shows 200 minutes, but the hold ends when it was asked to',
      together(takes('reserve', field, moreThan200), on().answers(atMost200)),
      'reserve /holdEnd',
    ],
  },
  '8/expiration-outside-never-booked-extend': {
    'extend-accepts-19': shortened(19),
    'extend-accepts-201': shortened(201),
    'extend-accepts-0': shortened(0),
    'extend-accepts-201-and-shows-200': [
      'extend accepts 201 minutes and holds that long, but shows 200',
      together(
        takes('extend', field, is(201)),
        makes('extend', ({ expirationMinutes }) => ({ expirationMinutes: Math.min(expirationMinutes, 200) })),
      ),
      'extend /holdEnd',
    ],
  },
  '8/expiration-outside-never-booked-update': {
    'update-takes-19-minutes': holds('update', is(19)),
    'update-takes-201-minutes': holds('update', is(201)),
    'update-takes-0-minutes': holds('update', is(0)),
    'update-answers-200-and-keeps-201': [
      together(takes('update', field, whole(201)), on('update').answers(atMost200)),
      'get /expirationMinutes',
    ],
  },
  '8/expiration-outside-refused-not-clamped-reserve': { 'reserve-clamps-minutes': clamps('reserve') },
  '8/expiration-outside-refused-not-clamped-extend': { 'extend-clamps-minutes': clamps('extend') },
  '8/expiration-outside-refused-not-clamped-update': { 'update-clamps-minutes': clamps('update') },
  '8/expiration-not-integer-never-booked-reserve': {
    'reserve-keeps-minutes-as-text': together(
      on('reserve').answers(put(`/${field}`, '25', ({ ctx }) => ctx.call.input.expirationMinutes === '25')),
      takes('reserve', field, is('25')),
    ),
    'reserve-accepts-fractions-of-minutes': holds('reserve', between(20, 200)),
    'reserve-takes-true-for-a-minute': holds('reserve', is(true)),
    'reserve-takes-null-for-no-minutes': holds('reserve', is(null)),
  },
  '8/expiration-not-integer-never-booked-extend': {
    'extend-accepts-fractions': holds('extend', between(20, 200)),
    'extend-takes-null-for-0': together(
      seen(['extend', 'get'], ['/expirationMinutes', '/status'], takes('extend', field, is(null))),
      rule('required', (usual, ctx) => (ctx.operation === 'extend' ? [] : usual(ctx))),
      makes('extend', ({ expirationMinutes }, _before, { now }) => (expirationMinutes === 0 ? { holdEnd: now } : {})),
    ),
  },
  '8/expiration-not-integer-never-booked-update': {
    'update-takes-half-minutes': holds('update', isHalf),
    'update-answers-whole-minutes-and-keeps-half-of-one': together(
      seen('get', '/expirationMinutes', takes('update', field, isHalf)),
      counts('update', Math.floor),
      keeps('update', (_booking, _before, { call: { input } }) =>
        isHalf(input.expirationMinutes) ? { expirationMinutes: Number(input.expirationMinutes) } : {},
      ),
    ),
    'update-takes-true-for-minutes': holds('update', is(true)),
  },
  '8/expiration-not-integer-refused-reserve': {
    'reserve-takes-minutes-in-a-list': ['reserve takes [30] for 30 minutes', takes('reserve', field, Array.isArray)],
  },
  '8/expiration-not-integer-refused-extend': {
    'extend-reads-text-as-minutes': takes(
      'extend',
      field,
      (value) => typeof value === 'string' && whole(20, 200)(Number(value)),
    ),
  },
  '8/expiration-not-integer-refused-update': {
    'update-reads-minutes-from-text': takes('update', field, ofType('string')),
  },
  '4.2/expiration-minutes-echoed': {
    'reserve-answers-a-minute-more': on('reserve').answers(put(`/${field}`, (was) => Number(was) + 1)),
    'reserve-ignores-minutes': ['reserve holds for 30 minutes whatever is asked for', counts('reserve', () => 30)],
    'reserve-rounds-minutes-to-tens': counts('reserve', (usual) => Math.round(usual / 10) * 10),
    'reserve-shortens-the-longest-hold': counts('reserve', (usual) => Math.min(199, usual)),
  },
  '4.2/expiration-minutes-kept': {
    'reserve-keeps-half-an-hour': [keeps('reserve', () => ({ expirationMinutes: 30 })), 'get /expirationMinutes'],
  },
  '3/update-more-minutes-not-sooner': {
    'update-answers-an-earlier-end': [
      'the answer to update has the end of the hold an hour too early',
      on('update').answers(
        put('/holdEnd', (was) => (was === null ? was : new Date(Date.parse(textOf(was)) - 60 * minute).toISOString())),
      ),
    ],
    'update-takes-minutes-for-seconds': [
      'after an update the hold ends so many seconds later as it should minutes',
      rule('holdEnd', (usual, booking, minutes, ctx) =>
        usual(booking, ctx.operation === 'update' ? minutes / 60 : minutes, ctx),
      ),
      'update /holdEnd',
    ],
  },
  '7/refused-reserve-leaves-no-booking': {
    'too-many-minutes-refused-and-booked': [
      'a reserve of more than 200 minutes is refused, and makes a booking all the same',
      together(
        takes('reserve', field, moreThan200),
        saysRefused('reserve', ({ call }) => moreThan200(call.input.expirationMinutes)),
      ),
      'reserve',
      { on: 'exclusive-availability' },
    ],
    'refused-minutes-hold-the-availability': [
      rules((base) => ({
        acceptsMinutes: (value, ctx) => {
          const accepted = base.acceptsMinutes(value, ctx)
          if (!accepted && ctx.operation === 'reserve') ctx.state.memory.set(taken(ctx.call.input.availabilityId), true)
          return accepted
        },
        isFree: (slot, except, ctx) =>
          !ctx.state.memory.has(taken(slot.availabilityId)) && base.isFree(slot, except, ctx),
      })),
      'reserve',
      { on: 'exclusive-availability' },
    ],
  },
})

function taken(availabilityId: unknown): string {
  return `taken by the refused ${textOf(availabilityId)}`
}

/** An operation holds for minutes that it should refuse, and shows them. */
function holds(operation: Holding, test: Test): Break {
  return seen(operation, '/expirationMinutes', takes(operation, field, test))
}

function clamps(operation: Holding): Break {
  return together(takes(operation, field, whole()), counts(operation, nearest))
}

/** Extend by minutes that are out of bounds. Fewer than the hold has left shorten it. */
function shortened(minutes: number): Break {
  const ends = endsAt('extend', (usual, _booking, asked, { now }) => (asked === minutes ? now + asked * minute : usual))
  const shows = minutes === 0 ? (['extend', 'get'] as const) : 'extend'
  return seen(shows, ['/expirationMinutes', '/status'], together(takes('extend', field, is(minutes)), ends))
}
