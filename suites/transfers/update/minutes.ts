import { openUpdater } from './updater.js'
import {
  allJudged,
  boundsOf,
  contract,
  describeValue,
  failAt,
  holdEndOf,
  holdTime,
  inWords,
  isHoldTime,
  momentOf,
  openFlawedMinutes,
  openSuite,
  pass,
  timeOf,
  unjudged,
  unseen,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Context, Json, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { isDeepStrictEqual } from 'node:util'
import { aheadByHold } from '../vocabulary/times.js'
import { allowed } from './judges.js'

const suite: Suite = openSuite()
const { check, observe } = suite

/** A held booking that a property tries values on, as plain data. A trial's `before` shows what the last one left. */
interface HeldForMinutes {
  readonly held: Answer
  readonly control: Answer
  readonly updates: { readonly availabilityId: string; readonly form: number }
  last: Answer
}

/** @param minutes of the reservation, and of the update that should be accepted */
async function openHeld(
  context: Context,
  minutes: { readonly reserve: number; readonly control: number },
): Promise<HeldForMinutes> {
  const { availabilityId, reserved } = await context.hold({ expirationMinutes: minutes.reserve })
  const updates = openUpdater(context, availabilityId)
  const { answer: control } = await updates.control(reserved.bookingId, { expirationMinutes: minutes.control })
  const { form } = updates
  return { held: reserved, control, updates: { availabilityId, form }, last: control.accepted ? control : reserved }
}

interface UpdatedMinutes {
  readonly held: Answer
  readonly control: Answer
  /** The booking as it was known before, in an answer or by a read. */
  readonly before: Answer
  readonly updated: Answer
  /** The booking as read afterwards; null: not read, or refused. Other checks judge that a refusal changes nothing. */
  readonly read: Answer | null
}

async function updateMinutes(context: Context, value: Json, on: HeldForMinutes, reads = true): Promise<UpdatedMinutes> {
  const { held, control, last: before, updates } = on
  const id = held.bookingId
  const { send } = openUpdater(context, updates.availabilityId, updates.form)
  const updated = await send(id, { expirationMinutes: value })
  const read = updated.refused || !reads ? null : await context.target.get(id)
  on.last =
    [read, updated].find((shown) => shown?.accepted === true && shown.read('cancellable') !== undefined) ?? before
  return { held, control, before, updated, read }
}

/** Minutes of a hold where the same minutes again are no update to a target. */
export const longer = { reserve: 60, control: 90 } as const

const { minimum, maximum } = boundsOf(contract.input('update', 'expirationMinutes'))

/** The shortest hold: no value shortens it, which a target may refuse. */
const shortest = { reserve: minimum, control: minimum }
/** Ascending, with one that is no round number: a careless server may think only of round ones. Each is read after. */
const readAfter = [minimum, 37, maximum]
/** Between them, since a gap in the range is as likely as a bound that is off by one. */
const between = [64, 91, 118, 155, 182]

const inside: Trials<UpdatedMinutes & { readonly value: Json }> = openFlawedMinutes<
  { latest: HeldForMinutes },
  UpdatedMinutes
>(
  suite,
  'update',
  {
    right: [...readAfter, ...between].toSorted((one, other) => one - other),
    tries: { outside: 4, mistyped: 3 },
    // It may stand for an input that is not given.
    tolerates: [null],
    samples: { low: 0, normal: 0, high: 36 },
    shrinks: 12,
    prepare: async (context) => ({ latest: await openHeld(context, shortest) }),
    act: async (context, value, prepared) => {
      const { latest } = prepared
      if (!isHoldTime(value)) {
        // Only beside one that was taken does a refusal tell something.
        if (!latest.control.accepted) prepared.latest = await openHeld(context, longer)
        const acted = await updateMinutes(context, value, prepared.latest)
        // Nobody knows what an accepted one has done: nothing rests on that booking any more.
        if (!acted.updated.refused) prepared.latest = await openHeld(context, longer)
        return acted
      }
      // The control was such an update itself.
      if (value === shortest.control && latest.last === latest.control && latest.control.accepted) {
        // It is the hold time that it had: a read is for what that answer does not show.
        const isTold = latest.control.read('cancellable') !== undefined
        const read = isTold ? null : await context.target.get(latest.held.bookingId)
        if (read?.accepted === true && read.read('cancellable') !== undefined) latest.last = read
        return { held: latest.held, control: latest.control, before: latest.held, updated: latest.control, read }
      }
      const former = latest.last.read('expirationMinutes')
      if (typeof former === 'number' && value < former) prepared.latest = await openHeld(context, shortest)
      const acted = await updateMinutes(context, value, prepared.latest, !between.includes(value))
      if (!acted.updated.refused || value !== shortest.reserve) return acted
      prepared.latest = await openHeld(context, longer)
      return updateMinutes(context, value, prepared.latest)
    },
    uses: ['update', 'get'],
    bookings: 4,
  },
  { see: ({ control, updated }) => ({ control, answer: updated }), neverHeld },
)

for (const [name, clause, said, isMeant] of [
  ['20-minutes', '8/expiration-min-update', 'expirationMinutes 20', (value: Json) => value === minimum],
  ['200-minutes', '8/expiration-max-update', 'expirationMinutes 200', (value: Json) => value === maximum],
  ['20-to-200-minutes', '8/expiration-accepted-update', 'each number of minutes from 20 to 200', isHoldTime],
] as const)
  check(inside, {
    id: `update.accepts-${name}`,
    clause,
    title: `update of a held booking accepts ${said}`,
    judge: ({ before, updated, value }) =>
      isMeant(value)
        ? allowed(before, updated, ` and ${inWords(value)} minutes are within 20 to 200`)
        : untested('the value was not tried'),
  })

check(inside, {
  id: 'update.more-minutes-end-no-sooner',
  clause: '3/update-more-minutes-not-sooner',
  title: 'an update to more minutes than the hold had does not make it end sooner',
  judge: ({ held, before, updated, read, value }) =>
    // Compared with the reservation as well: among themselves, all updates may be wrong alike.
    updated.accepted && isHoldTime(value)
      ? allJudged(...[updated, read].flatMap((shown) => [noSooner(held, shown), noSooner(before, shown)]))
      : unseen('no update to minutes that a hold may have was accepted'),
})

function noSooner(before: Answer, after: Answer | null): Judgement {
  const cannot = unusable(after)
  if (cannot !== null || after === null) return cannot ?? unjudged(after)
  const [was, is] = [before.read('expirationMinutes'), after.read('expirationMinutes')]
  // What is no hold time has a clause of its own, and nothing follows from it.
  if (typeof was !== 'number' || typeof is !== 'number' || is <= was || !isHoldTime(was))
    return untested('the minutes were not more than before')
  const [end, found] = [holdEndOf(before), holdEndOf(after)]
  if (end === null || found === null) return untested('the bookings do not show when the hold ends')
  if (found >= end - 1) return pass
  return failAt(after, after.profile.booking.holdEnd, {
    message: `an update from ${was} minutes to ${is} makes the hold end ${Math.ceil(end - found)} minutes sooner`,
    ...wants.atLeast(before.read('holdEnd'), 'the same end, or a later one'),
    restsOn: ['booking.holdEnd'],
  })
}

observe(inside, {
  id: 'update.moves-hold-end',
  clause: '3/update-moves-hold-end',
  observe: ({ held, before, updated, read, value }) => {
    const [was, found] = [timeOf(before.read('holdEnd')), timeOf(read?.read('holdEnd'))]
    if (!updated.accepted || !isHoldTime(value) || before.read('expirationMinutes') === value) return null
    if (was === undefined || found === undefined) return null
    if (was === found) return 'the end of the hold stays where it was'
    // By the clock that the hold was made by, which may be a test clock of another day.
    const ahead = aheadByHold(held)
    if (ahead === null) return null
    return Math.abs(found - momentOf(updated).earliest - ahead - value) < 1.5
      ? 'the hold ends so many minutes after the update, or after the reservation'
      : 'the end of the hold moves otherwise'
  },
})

/** The hold time that stands there after the update, in its answer and by get, must be one that the documents allow. */
function neverHeld({ control, before, updated, read, value }: UpdatedMinutes & { readonly value: Json }): Judgement {
  if (!control.accepted) return unseen('no update was accepted on this booking', 'see the checks of update on hold')
  return allJudged(
    ...[updated, read].map((answer): Judgement => {
      if (answer === null) return updated.refused ? pass : untested('the booking was not read')
      const found = answer.accepted ? answer.read('expirationMinutes') : undefined
      // What stood there before this value was sent, another value has brought about.
      const isOld = answer !== updated && isDeepStrictEqual(found, before.read('expirationMinutes'))
      if (found === undefined)
        return updated.refused && answer === updated ? pass : untested('the answer shows no expirationMinutes')
      if (isOld || (typeof found === 'number' && Number.isInteger(found) && found >= 20 && found <= 200)) return pass
      return failAt(answer, '/expirationMinutes', {
        message: `expirationMinutes is ${describeValue(found)} after an update with ${describeValue(value)}`,
        ...wants.refused('a whole number from 20 to 200', holdTime),
      })
    }),
  )
}

export default suite
