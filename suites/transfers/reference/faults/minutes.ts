import { between, counts, is, ofType, refuses, takes, whole, type Test } from '../changes/inputs.js'
import { on, put } from '../changes/on.js'
import { findsNothingFree, saysRefused } from '../changes/refusals.js'
import { faults, type FaultRow } from '../changes/rows.js'
import { exclusively, given, rule, rules, seen, together } from '../changes/shown.js'
import { keeps, makes } from '../changes/writes.js'
import type { Break } from '../change.js'
import type { Fault } from '../fault.js'
import { isObject } from '../json.js'
import { textOf } from '../textOf.js'

type Holding = 'reserve' | 'extend' | 'update'

const field = 'expirationMinutes'
const minute = 60_000
const nearest = (minutes: number): number => Math.min(200, Math.max(20, minutes))
const atMost200 = put(`/${field}`, (was) => Math.min(200, Number(was)))
const moreThan200 = whole(201, 1440)
const isHalf: Test = (value) => Number(value) % 1 === 0.5

/** Section 8: expirationMinutes of reserve, extend and update. */
export const minutesFaults: readonly Fault[] = faults({
  '8/expiration-max-update': { 'update-refuses-200-minutes': refused('update', 200) },
  '8/expiration-min-update': { 'update-refuses-20-minutes': refused('update', 20) },
  '8/expiration-max-extend': {
    'extend-refuses-200': refused('extend', 200),
    'extend-by-200-refused-where-more-in-all-is-not': [
      'extend adds the minutes up, to any number of them, and refuses 200 at once',
      given('extend-adds-and-shows-what-was-asked', refuses('extend', field, is(200))),
    ],
  },
  '8/expiration-min-extend': { 'extend-refuses-20': refused('extend', 20) },
  '8/expiration-max-reserve': { 'reserve-refuses-200-minutes': refused('reserve', 200) },
  '8/expiration-min-reserve': { 'reserve-refuses-20-minutes': refused('reserve', 20) },
  '8/expiration-accepted-reserve': {
    'reserve-of-long-holds-finds-nothing-free': [
      'reserve of more than 120 minutes, but for 200, finds nothing free',
      findsNothingFree(({ expirationMinutes: minutes }) => Number(minutes) > 120 && Number(minutes) < 200),
    ],
    'reserve-refuses-21-minutes': refused('reserve', 21),
    'reserve-refuses-199-minutes': refused('reserve', 199),
  },
  '8/expiration-accepted-extend': {
    'extend-refuses-21': refused('extend', 21),
    'extend-refuses-199': refused('extend', 199),
  },
  '8/expiration-accepted-update': {
    'update-takes-only-quarter-hours': [
      'between the bounds, update takes only multiples of 15 minutes',
      refuses('update', field, (value) => !is(20, 200)(value) && Number(value) % 15 !== 0),
    ],
  },
  '8/expiration-outside-never-booked-reserve': {
    ...Object.fromEntries(
      [19, 0, 201].map((minutes) => [
        `reserve-accepts-${minutes}-minutes`,
        [`reserve accepts ${minutes} minutes`, holds('reserve', is(minutes))],
      ]),
    ),
    'reserve-accepts-minutes-up-to-a-day': ['reserve accepts up to 1440 minutes', holds('reserve', moreThan200)],
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
    'extend-accepts-19': shortened(19, 'extend accepts 19 minutes'),
    'extend-accepts-201': shortened(201, 'extend accepts 201 minutes'),
    'extend-accepts-0': shortened(0, 'extend by 0 minutes ends a hold'),
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
    'update-takes-19-minutes': ['update takes 19 minutes', holds('update', is(19))],
    'update-takes-201-minutes': ['update takes 201 minutes', holds('update', is(201))],
    'update-takes-0-minutes': ['update takes 0 minutes', holds('update', is(0))],
    'update-answers-200-and-keeps-201': [
      'update of more than 200 minutes answers 200 and keeps what was sent',
      together(takes('update', field, whole(201)), on('update').answers(atMost200)),
      'get /expirationMinutes',
    ],
  },
  '8/expiration-outside-refused-not-clamped-reserve': {
    'reserve-clamps-minutes': ['reserve moves minutes outside the range to its bound', clamps('reserve')],
  },
  '8/expiration-outside-refused-not-clamped-extend': {
    'extend-clamps-minutes': ['extend moves minutes outside 20 to 200 to the nearest bound', clamps('extend')],
  },
  '8/expiration-outside-refused-not-clamped-update': {
    'update-clamps-minutes': ['update moves minutes outside of the range into it', clamps('update')],
  },
  '8/expiration-not-integer-never-booked-reserve': {
    'reserve-keeps-minutes-as-text': [
      'minutes that are sent as text stay text',
      together(
        on('reserve').answers(put(`/${field}`, '25', ({ ctx }) => ctx.call.input.expirationMinutes === '25')),
        takes('reserve', field, is('25')),
      ),
    ],
    'reserve-accepts-fractions-of-minutes': holds('reserve', between(20, 200)),
    'reserve-takes-true-for-a-minute': ['reserve takes true for 1 minute', holds('reserve', is(true))],
    'reserve-takes-null-for-no-minutes': ['reserve with null minutes holds for 0 minutes', holds('reserve', is(null))],
    'reserve-takes-an-object-for-no-minutes': [
      'reserve with an object for its minutes holds for 0 minutes',
      seen(
        'reserve',
        `/${field}`,
        together(
          takes('reserve', field, isObject),
          counts('reserve', (usual, sent) => (isObject(sent) ? 0 : usual)),
        ),
      ),
    ],
  },
  '8/expiration-not-integer-never-booked-extend': {
    'extend-accepts-fractions': holds('extend', between(20, 200)),
    'extend-takes-null-for-0': [
      'extend takes null minutes for 0 and ends the hold',
      together(
        seen(['extend', 'get'], ['/expirationMinutes', '/status'], takes('extend', field, is(null))),
        rule('required', (usual, ctx) => (ctx.operation === 'extend' ? [] : usual(ctx))),
        makes('extend', ({ expirationMinutes }, _before, { now }) => (expirationMinutes === 0 ? { holdEnd: now } : {})),
      ),
    ],
  },
  '8/expiration-not-integer-never-booked-update': {
    'update-takes-half-minutes': ['update takes a fraction of a minute', holds('update', isHalf)],
    'update-answers-whole-minutes-and-keeps-half-of-one': [
      'update takes a fraction of a minute, answers whole minutes and keeps the fraction',
      together(
        seen('get', '/expirationMinutes', takes('update', field, isHalf)),
        counts('update', Math.floor),
        keeps('update', (_booking, _before, { call: { input } }) =>
          isHalf(input.expirationMinutes) ? { expirationMinutes: Number(input.expirationMinutes) } : {},
        ),
      ),
    ],
    'update-takes-true-for-minutes': ['update takes true for one minute', holds('update', is(true))],
  },
  '8/expiration-not-integer-refused-reserve': {
    'reserve-takes-minutes-in-a-list': ['reserve takes [30] for 30 minutes', takes('reserve', field, Array.isArray)],
  },
  '8/expiration-not-integer-refused-extend': {
    'extend-reads-text-as-minutes': [
      'extend accepts minutes written as a text',
      takes('extend', field, (value) => typeof value === 'string' && whole(20, 200)(Number(value))),
    ],
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
    'get-counts-minutes-down': on('get').answers(put(`/${field}`, (was) => (Number(was) > 20 ? Number(was) - 1 : was))),
  },
  '3/update-more-minutes-not-sooner': {
    'update-answers-an-earlier-end': [
      'the answer to update has the end of the hold an hour too early',
      on('update').answers(
        put('/holdEnd', (was) =>
          typeof was === 'string' ? new Date(Date.parse(was) - 60 * minute).toISOString() : was,
        ),
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
      exclusively(
        together(
          takes('reserve', field, moreThan200),
          saysRefused('reserve', ({ call }) => moreThan200(call.input.expirationMinutes)),
        ),
      ),
    ],
    'refused-minutes-hold-the-availability': [
      'a reserve that is refused for its minutes has already taken the availability',
      exclusively(
        rules((base) => ({
          acceptsMinutes: (value, ctx) => {
            const accepted = base.acceptsMinutes(value, ctx)
            const { availabilityId } = ctx.call.input
            if (!accepted && ctx.operation === 'reserve')
              ctx.state.memory.set(`taken by the refused ${textOf(availabilityId)}`, true)
            return accepted
          },
          isFree: (slot, except, ctx) =>
            !ctx.state.memory.has(`taken by the refused ${slot.availabilityId}`) && base.isFree(slot, except, ctx),
        })),
      ),
    ],
  },
})

/** An operation holds for minutes that it should refuse, and shows them. */
function holds(operation: Holding, test: Test): Break {
  return seen(operation, '/expirationMinutes', takes(operation, field, test))
}

function refused(operation: Holding, minutes: number): FaultRow {
  return [`${operation} refuses ${minutes} minutes`, refuses(operation, field, is(minutes))]
}

function clamps(operation: Holding): Break {
  return together(takes(operation, field, whole()), counts(operation, nearest))
}

/** Extend by minutes that are out of bounds. Fewer than the hold has left shorten it. */
function shortened(minutes: number, title: string): FaultRow {
  const ends = rule('holdEnd', (usual, booking, asked, ctx) =>
    ctx.operation === 'extend' && asked === minutes ? ctx.now + asked * minute : usual(booking, asked, ctx),
  )
  const shows = minutes <= 0 ? (['extend', 'get'] as const) : (['extend'] as const)
  return [title, seen(shows, ['/expirationMinutes', '/status'], together(takes('extend', field, is(minutes)), ends))]
}
