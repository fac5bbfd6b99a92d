import {
  boundsOf,
  contract,
  expect,
  failAt,
  fc,
  holdEndOf,
  momentOf,
  timeOf,
  openSuite,
  pass,
  untested,
  unjudged,
  unusable,
  allJudged,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { aheadByHold } from '../vocabulary/targetAhead.js'
import { allowed } from './judges.js'
import { longer, openHeld, updateMinutes } from './heldForMinutes.js'

const suite: Suite = openSuite()
const { property, check, observe } = suite

const { minimum, maximum } = boundsOf(contract.input('update', 'expirationMinutes'))

/** The shortest hold: no value shortens it, which a target may refuse. */
const shortest = { reserve: minimum, control: minimum }
/** Ascending, with one among them that is no round number: of these alone a careless target may think. After each the booking is read. */
const readAfter = [minimum, 37, maximum]
/** Between them, since a gap in the range is as likely as a bound that is off by one. */
const between = [64, 91, 118, 155, 182]

const inside = property(
  'update.minutes',
  {
    edges: [...readAfter, ...between].toSorted((one, other) => one - other),
    arbitrary: fc.integer({ min: minimum, max: maximum }),
    samples: { low: 0, normal: 0, high: 20 },
    prepare: async (context) => ({ latest: await openHeld(context, shortest) }),
    act: async (context, value: number, prepared) => {
      const former = prepared.latest.last.read('expirationMinutes')
      if (typeof former === 'number' && value < former) prepared.latest = await openHeld(context, shortest)
      const acted = await updateMinutes(context, value, prepared.latest, !between.includes(value))
      if (!acted.updated.refused || value !== shortest.reserve) return acted
      prepared.latest = await openHeld(context, longer)
      return updateMinutes(context, value, prepared.latest)
    },
  },
  { uses: ['update', 'get'], bookings: 3 },
)

check(inside, {
  id: 'update.accepts-20-minutes',
  clause: '8/expiration-min-update',
  title: 'update of a held booking accepts expirationMinutes 20',
  judge: (trial) => accepts(trial, trial.value === minimum),
})

check(inside, {
  id: 'update.accepts-200-minutes',
  clause: '8/expiration-max-update',
  title: 'update of a held booking accepts expirationMinutes 200',
  judge: (trial) => accepts(trial, trial.value === maximum),
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
      ? allJudged(...[updated, read].flatMap((shown) => [noSooner(held, shown), noSooner(before, shown)]))
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
  return failAt(after, after.profile.booking.holdEnd, {
    message: `an update from ${was} minutes to ${is} makes the hold end ${Math.ceil(end - found)} minutes sooner`,
    expected: 'the same end, or a later one',
    restsOn: ['booking.holdEnd'],
  })
}

observe(inside, {
  id: 'update.moves-hold-end',
  clause: '3/update-moves-hold-end',
  observe: ({ held, before, updated, read, value }) => {
    const [was, found] = [timeOf(before.read('holdEnd')), timeOf(read?.read('holdEnd'))]
    if (!updated.accepted || was === undefined || found === undefined || before.read('expirationMinutes') === value)
      return null
    if (was === found) return 'the end of the hold stays where it was'
    // By the clock that the hold was made by, which may be a test clock of another day.
    const ahead = aheadByHold(held)
    if (ahead === null) return null
    return Math.abs(found - momentOf(updated).earliest - ahead - value) < 1.5
      ? 'the hold ends so many minutes after the update, or after the reservation'
      : 'the end of the hold moves otherwise'
  },
})

export default suite
