import {
  allJudged,
  failAt,
  holdEndOf,
  inStep,
  need,
  notApplicable,
  openSuite,
  pass,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Suite } from '../vocabulary/index.js'
import { change, openUpdater, updateAsTaken } from '../update/updater.js'
import { heldAs, idIn, readOver, readTogether, textIn, type Holds } from './held.js'
import { judgeOver, judgeStillHeld, keepsTime, onceLooked } from './judgeHold.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

type Name = 'plain' | 'more' | 'fewer'

/** `plain` is updated at once without any minutes, `more` from a short to a medium hold, and `fewer` from a medium to a short one. */
interface Updated
  extends
    Holds<Name>,
    Readonly<Record<`${Name}Update`, Answer>>,
    Readonly<Record<`${Name}Over` | 'plainRead' | 'moreRead', Answer | null>> {
  /** `plain` once more without any minutes, shortly before its end; null: that takes minutes on this target. */
  readonly plainAgain: Answer | null
}

/** Holds that are updated when they are made, and looked at when the time that they then have is nearly over, and over. */
const updated = timeline<Updated>(
  'hold.updated',
  (profile) => {
    const at = momentsOf(profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const plain = await heldAs(context, 'plain', at.medium)
          const more = await heldAs(context, 'more', at.short)
          const fewer = await heldAs(context, 'fewer', at.medium)
          const [ofPlain, ofMore, ofFewer] = await inStep(
            context,
            (own) => updatedAs(own, plain, 'plain', change(context, context.marker('kept'))),
            (own) => updatedAs(own, more, 'more', { expirationMinutes: at.medium }),
            (own) => updatedAs(own, fewer, 'fewer', { expirationMinutes: at.short }),
          )
          return { ...plain, ...more, ...fewer, ...ofPlain, ...ofMore, ...ofFewer }
        },
      },
      {
        at: at.mediumBefore,
        before: at.medium - 1,
        act: async (context, soFar) => {
          const [reads, fewerOver] = await Promise.all([
            readTogether(context, soFar, { plainRead: 'plain', moreRead: 'more' }),
            // Well before the end that it had.
            readOver(context, soFar, 'fewer'),
          ])
          return { ...reads, fewerOver, plainAgain: await updateAgain(context, soFar) }
        },
      },
      {
        at: at.mediumAfter,
        act: (context, soFar) => readTogether(context, soFar, { moreOver: 'more', plainOver: 'plain' }, readOver),
      },
    ]
  },
  { uses: ['update', 'get'], needs: ['operations.reserve.expirationMinutes'], bookings: 3 },
)

/** Another text, in the form that the first update of this hold was taken in. */
async function updateAgain(context: Context, soFar: Partial<Updated>): Promise<Answer | null> {
  const [id, slot] = [idIn(soFar, 'plain'), textIn(soFar, 'plainSlot')]
  if (id === null || slot === null) return null
  return updateAsTaken(context, slot, id, change(context, context.marker('kept on')))
}

/** The update of a hold in whatever form the target takes, as `nameUpdate`. */
async function updatedAs<Own extends Name>(
  context: Context,
  held: Awaited<ReturnType<typeof heldAs<Own>>>,
  name: Own,
  fields: ReturnType<typeof change>,
): Promise<Partial<Updated>> {
  const [id, slot] = [idIn(held, name), textIn(held, `${name}Slot`)]
  if (id === null || slot === null) return {}
  const { answer } = await openUpdater(context, slot).control(id, fields)
  return { [`${name}Update`]: answer }
}

const noneWithout = untested('this target takes no update without minutes')

/** Some targets want all inputs of an update, minutes among them. */
function hasMinutes({ exchange }: Answer): boolean {
  return exchange.input['expirationMinutes'] !== undefined
}

check(updated, {
  id: 'hold.update-keeps-it',
  clause: '3/update-keeps-hold',
  title: 'an update without minutes leaves the booking ON_HOLD for the time that it had',
  judge: ({ plain, plainUpdate, plainRead }, { profile }) => {
    const { medium } = momentsOf(profile)
    need(plain)
    need(plainUpdate)
    if (hasMinutes(plainUpdate)) return noneWithout
    // Other minutes that the answer shows are another hold time (4.3/update-leaves-the-rest).
    if (plainUpdate.read('expirationMinutes') !== plain.read('expirationMinutes'))
      return untested('the answer to update shows other minutes than before')
    return judgeStillHeld(plain, medium, plainRead)
  },
})

check(updated, {
  id: 'hold.update-to-more-holds-longer',
  clause: '3/update-holds-for-its-minutes',
  title: 'a booking ON_HOLD that was updated to more minutes, and shows them, is held for as long',
  // Whatever the new minutes are counted from, it is not before the reservation.
  judge: ({ more, moreUpdate, moreRead }, { profile }) => {
    const { medium } = momentsOf(profile)
    return unusable(more) ?? shows(moreUpdate, medium) ?? judgeStillHeld(more, medium, moreRead)
  },
})

check(updated, {
  id: 'hold.updated-ends',
  clause: '3/update-still-ends',
  title: 'the hold of a booking that was updated to other minutes, and shows them, ends when they are over',
  // Nor is it after the update.
  judge: ({ moreUpdate, moreOver, fewerUpdate, fewerOver, moreRead, plainRead }, { profile }) => {
    const { short, medium } = momentsOf(profile)
    const others = [moreRead, plainRead]
    const judged = allJudged(
      shows(moreUpdate, medium) ?? judgeOver(moreUpdate, medium, moreOver, others),
      fewerUpdate?.refused === true
        ? notApplicable('this target does not shorten a hold')
        : (shows(fewerUpdate, short) ?? judgeOver(fewerUpdate, short, fewerOver, others)),
    )
    return onceLooked(moreOver, judged)
  },
})

check(updated, {
  id: 'hold.update-without-minutes-ends',
  clause: '3/update-without-minutes-still-ends',
  title: 'an update without minutes, shortly before the end of a hold, does not let it go on',
  judge: ({ plain, plainUpdate, plainRead, plainAgain, plainOver }, { profile }) => {
    const cannot = unusable(plain) ?? unusable(plainUpdate) ?? unusable(plainAgain)
    if (cannot !== null || !plain || !plainUpdate || !plainAgain) return cannot ?? unseen('no such update was tried')
    if (hasMinutes(plainAgain)) return noneWithout
    const { medium } = momentsOf(profile)
    if (plainRead?.read('status') !== 'ON_HOLD') return untested('the hold was over before the update')
    // What it shows as another hold time, by minutes or by an end, is another hold time; the first update may have given it one already.
    if (![plainUpdate, plainRead].every((shown) => keepsTime(plain, shown)) || !showsSameTime(plainRead, plainAgain))
      return notApplicable('this target shows another hold time after any update')
    return judgeOver(plain, medium, plainOver, [plainRead])
  },
})

check(updated, {
  id: 'hold.update-leaves-its-end',
  clause: '4.3/update-leaves-the-rest',
  title: 'an update without minutes leaves the end of the hold where it was',
  judge: ({ plain, plainRead, plainAgain }) => {
    const cannot = unusable(plain) ?? unusable(plainRead) ?? unusable(plainAgain)
    if (cannot !== null || !plainRead || !plainAgain) return cannot ?? unseen('no such update was tried')
    if (hasMinutes(plainAgain)) return noneWithout
    const [was, is] = [holdEndOf(plainRead), holdEndOf(plainAgain)]
    if (was === null || is === null) return notApplicable('the bookings show no end of the hold')
    if (Math.abs(is - was) < 1) return pass
    return failAt(plainAgain, plainAgain.profile.booking.holdEnd, {
      message: 'the hold was updated without any minutes, and its end is another',
      expected: `as in exchange ${plainRead.n}`,
      restsOn: ['booking.holdEnd'],
    })
  },
})

function showsSameTime(one: Answer, other: Answer): boolean {
  return (
    one.read('expirationMinutes') === other.read('expirationMinutes') &&
    Math.abs((holdEndOf(one) ?? 0) - (holdEndOf(other) ?? 0)) < 1
  )
}

/** Why an update gives the booking no other hold time; null: it shows the minutes that it was sent. */
function shows(update: Answer | undefined, minutes: number): Judgement | null {
  const cannot = unusable(update)
  if (cannot !== null) return cannot
  return update?.read('expirationMinutes') === minutes
    ? null
    : untested('the answer to update does not show the minutes that it was sent', 'see update.minutes-kept')
}

export default suite
