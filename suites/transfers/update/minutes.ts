import { isDeepStrictEqual } from 'node:util'
import {
  describeValue,
  expect,
  fail,
  fc,
  holdEndOf,
  openSuite,
  pass,
  untested,
  unjudged,
  unusable,
  whatever,
  type Answer,
  type Context,
  type Json,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { allowed } from './judges.js'
import { openUpdater, type Updater } from './updater.js'

const suite: Suite = openSuite()
const { property, check, observe } = suite

/** A held booking that values of a property are tried on. What a trial leaves behind is in the `before` of the next. */
interface Held {
  readonly held: Answer
  readonly control: Answer
  last: Answer
}

/** @param minutes of the reservation, and of the update that should be accepted */
async function openHeld(context: Context, minutes: { reserve: number; control: number }): Promise<Held> {
  const held = await context.hold({ expirationMinutes: minutes.reserve })
  const id = held.reserved.bookingId
  const updates = openUpdater(context, held.availabilityId)
  const { answer: control } = await updates.control(id, { expirationMinutes: minutes.control })
  updaters.set(held.reserved, updates)
  return { held: held.reserved, control, last: control.accepted ? control : held.reserved }
}

/** The updaters of bookings: a function is no plain data, which the data of a trial has to be. */
const updaters = new WeakMap<Answer, Updater>()

interface Acted {
  readonly held: Answer
  readonly control: Answer
  /** The booking as it was known before, in an answer or by a read. */
  readonly before: Answer
  readonly updated: Answer
  /** The booking as it is read afterwards; null: it was not, or the update was refused (that it then changes nothing is judged elsewhere). */
  readonly read: Answer | null
}

async function act({ target }: Context, value: Json, on: Held, reads = true): Promise<Acted> {
  const { held, control, last: before } = on
  const id = held.bookingId
  const send = updaters.get(held)?.send ?? target.update
  const updated = await send(id, { expirationMinutes: value })
  const read = updated.refused || !reads ? null : await target.get(id)
  on.last =
    [read, updated].find((shown) => shown?.accepted === true && shown.read('cancellable') !== undefined) ?? before
  return { held, control, before, updated, read }
}

/** The shortest hold: no value shortens it, which a target may refuse. */
const shortest = { reserve: 20, control: 20 }
/** Where the same minutes again are no update to a target. */
const longer = { reserve: 60, control: 90 }
/** Ascending, with one among them that is no round number: of these alone a careless target may think. After each the booking is read. */
const readAfter = [20, 37, 200]
/** Between them, since a gap in the range is as likely as a bound that is off by one. */
const between = [64, 91, 118, 155, 182]

const inside = property(
  'update.minutes',
  {
    edges: [...readAfter, ...between].toSorted((one, other) => one - other),
    arbitrary: fc.integer({ min: 20, max: 200 }),
    samples: { low: 0, normal: 0, high: 20 },
    prepare: async (context) => ({ latest: await openHeld(context, shortest) }),
    act: async (context, value: number, prepared) => {
      const former = prepared.latest.last.read('expirationMinutes')
      if (typeof former === 'number' && value < former) prepared.latest = await openHeld(context, shortest)
      const acted = await act(context, value, prepared.latest, !between.includes(value))
      if (!acted.updated.refused || value !== shortest.reserve) return acted
      prepared.latest = await openHeld(context, longer)
      return act(context, value, prepared.latest)
    },
  },
  { uses: ['update', 'get'], bookings: 3 },
)

check(inside, {
  id: 'update.accepts-20-minutes',
  clause: '8/expiration-min-update',
  title: 'update of a held booking accepts expirationMinutes 20',
  judge: (trial) => accepts(trial, trial.value === 20),
})

check(inside, {
  id: 'update.accepts-200-minutes',
  clause: '8/expiration-max-update',
  title: 'update of a held booking accepts expirationMinutes 200',
  judge: (trial) => accepts(trial, trial.value === 200),
})

check(inside, {
  id: 'update.accepts-20-to-200-minutes',
  clause: '8/expiration-accepted-update',
  title: 'update of a held booking accepts each number of minutes from 20 to 200',
  judge: (trial) => accepts(trial, true),
})

function accepts(
  { before, updated, value }: { before: Answer; updated: Answer; value: number },
  isMeant: boolean,
): Judgement {
  if (!isMeant) return untested('the value was not tried')
  return allowed(before, updated, ` and ${value} minutes are within 20 to 200`)
}

check(inside, {
  id: 'update.minutes-kept',
  clause: '4.3/update-expiration-minutes-kept',
  title: 'get shows the expirationMinutes that the update of a held booking was sent',
  judge: ({ updated, read, value }) =>
    updated.accepted ? expect(read).field('expirationMinutes').toBe(value) : untested('update was not accepted'),
})

check(inside, {
  id: 'update.more-minutes-end-no-sooner',
  clause: '3/update-more-minutes-not-sooner',
  title: 'an update to more minutes than the hold had does not make it end sooner',
  judge: ({ held, before, updated, read }) =>
    // Compared with the reservation as well: among themselves, all updates may be wrong alike.
    updated.accepted
      ? whatever(...[updated, read].flatMap((shown) => [noSooner(held, shown), noSooner(before, shown)]))
      : untested('update was not accepted'),
})

function noSooner(before: Answer, after: Answer | null): Judgement {
  const cannot = unusable(after)
  if (cannot !== null || after === null) return cannot ?? unjudged(after)
  const [was, is] = [before.read('expirationMinutes'), after.read('expirationMinutes')]
  if (typeof was !== 'number' || typeof is !== 'number' || is <= was)
    return untested('the minutes were not more than before')
  const [end, found] = [holdEndOf(before), holdEndOf(after)]
  if (end === null || found === null) return untested('the bookings do not show when the hold ends')
  if (found >= end - 1) return pass
  return fail({
    message: `an update from ${was} minutes to ${is} makes the hold end ${Math.ceil(end - found)} minutes sooner`,
    expected: 'the same end, or a later one',
    received: after.read('holdEnd') ?? null,
    exchange: after.n,
    pointer: after.profile.booking.holdEnd,
    restsOn: ['booking.holdEnd'],
  })
}

observe(inside, {
  id: 'update.moves-hold-end',
  clause: '3/update-moves-hold-end',
  observe: ({ before, updated, read, value }) => {
    const [was, found] = [time(before.read('holdEnd')), time(read?.read('holdEnd'))]
    if (!updated.accepted || was === null || found === null || before.read('expirationMinutes') === value) return null
    if (was === found) return 'the end of the hold stays where it was'
    const fromNow = Math.abs(found - updated.exchange.startedAt - value * 60_000) < 90_000
    return fromNow
      ? 'the hold ends so many minutes after the update, or after the reservation'
      : 'the end of the hold moves otherwise'
  },
})

function time(value: Json | undefined): number | null {
  const parsed = typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isNaN(parsed) ? null : parsed
}

/** What must not become a hold time: whole numbers outside of the range, and what is no whole number. */
const flawedValue: fc.Arbitrary<Json> = fc.oneof<fc.Arbitrary<Json>[]>(
  fc.integer({ min: 1, max: 100_000 }).map((by) => 200 + by),
  fc.integer({ min: 1, max: 100_000 }).map((by) => 20 - by),
  fc.integer({ min: 20, max: 199 }).map((whole) => whole + 0.5),
  fc.integer({ min: 20, max: 200 }).map(String),
  fc.integer({ min: 20, max: 200 }).map((whole) => [whole]),
  fc.constantFrom<Json>(null, false, {}),
)

const flawed = property(
  'update.minutes-flawed',
  {
    edges: [19, 201, 0, -5, 25.5, '25', true],
    arbitrary: flawedValue,
    samples: { low: 0, normal: 0, high: 16 },
    prepare: async (context) => ({ on: await openHeld(context, longer) }),
    act: (context, value: Json, { on }) => act(context, value, on),
  },
  { uses: ['update', 'get'], bookings: 1 },
)

check(flawed, {
  id: 'update.minutes-outside-never-booked',
  clause: '8/expiration-outside-never-booked-update',
  title: 'a whole number outside 20 to 200 in update never becomes the hold time',
  judge: (trial) => (Number.isInteger(trial.value) ? neverBooked(trial) : otherKind),
})

check(flawed, {
  id: 'update.minutes-outside-refused',
  clause: '8/expiration-outside-refused-not-clamped-update',
  title: 'update with a whole number of minutes outside 20 to 200 is refused',
  judge: ({ control, updated, value }) =>
    Number.isInteger(value)
      ? expect(updated).toBeRefused(control, `though ${describeValue(value)} minutes are outside 20 to 200`)
      : otherKind,
})

check(flawed, {
  id: 'update.minutes-no-integer-never-booked',
  clause: '8/expiration-not-integer-never-booked-update',
  title: 'a value that is no whole number never becomes the hold time by update',
  judge: (trial) => (Number.isInteger(trial.value) ? otherKind : neverBooked(trial)),
})

check(flawed, {
  id: 'update.minutes-no-integer-refused',
  clause: '8/expiration-not-integer-refused-update',
  title: 'update with minutes that are no whole number is refused',
  judge: ({ control, updated, value }) =>
    // null may stand for an input that is not given.
    value === null || Number.isInteger(value)
      ? otherKind
      : expect(updated).toBeRefused(control, `though ${describeValue(value)} is no whole number of minutes`),
})

const otherKind: Judgement = untested('no value of this kind was tried')

/** The hold time that stands there after the update, in its answer and by get, must be one that the documents allow. */
function neverBooked({
  control,
  before,
  updated,
  read,
  value,
}: {
  control: Answer
  before: Answer
  updated: Answer
  read: Answer | null
  value: Json
}): Judgement {
  if (!control.accepted) return untested('no update was accepted on this booking', 'see the checks of update on hold')
  return whatever(
    ...[updated, read].map((answer): Judgement => {
      if (answer === null) return updated.refused ? pass : untested('the booking was not read')
      const found = answer.accepted ? answer.read('expirationMinutes') : undefined
      // What stood there before this value was sent, another value has brought about.
      const isOld = answer !== updated && isDeepStrictEqual(found, before.read('expirationMinutes'))
      if (found === undefined)
        return updated.refused && answer === updated ? pass : untested('the answer shows no expirationMinutes')
      if (isOld || (typeof found === 'number' && Number.isInteger(found) && found >= 20 && found <= 200)) return pass
      return fail({
        message: `expirationMinutes is ${describeValue(found)} after an update with ${describeValue(value)}`,
        expected: 'a whole number from 20 to 200',
        received: found,
        exchange: answer.n,
        pointer: '/expirationMinutes',
      })
    }),
  )
}

export default suite
