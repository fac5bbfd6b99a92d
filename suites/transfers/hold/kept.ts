import {
  expect,
  inWords,
  holdEndOf,
  notApplicable,
  openSuite,
  untested,
  unusable,
  allJudged,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { outlived } from './extended.js'
import { heldAs, idIn, readHeld } from './held.js'
import { judgeTooLate } from './judgeHold.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

interface Kept {
  /** Extended at once, and once more after its first end; then confirmed, before its new end. */
  readonly again: Answer
  readonly againExtended: Answer
  readonly againTwice: Answer | null
  readonly againConfirmed: Answer | null
  /** Extended at once by less than it had. */
  readonly less: Answer
  readonly lessExtended: Answer
  readonly lessRead: Answer | null
}

/** Holds that are extended by more than they had, once and once more, and by less. */
const kept = timeline<Kept>(
  'hold.kept',
  (profile) => {
    const at = momentsOf(profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const { target } = context
          const again = await heldAs(context, 'again', at.short)
          const less = await heldAs(context, 'less', at.medium)
          const [againId, lessId] = [idIn(again, 'again'), idIn(less, 'less')]
          return {
            ...again,
            ...less,
            ...(againId !== null && {
              againExtended: await target.extend(againId, { expirationMinutes: at.extension }),
            }),
            ...(lessId !== null && { lessExtended: await target.extend(lessId, { expirationMinutes: at.short }) }),
          }
        },
      },
      {
        at: at.after,
        before: at.extendedBefore,
        act: async ({ target }, soFar) => {
          const id = idIn(soFar, 'again')
          if (id === null || at.secondExtension === null) return {}
          return { againTwice: await target.extend(id, { expirationMinutes: at.secondExtension }) }
        },
      },
      {
        at: at.extendedBefore,
        before: at.extendedBeforeLatest,
        act: async ({ confirm, offers }, soFar) => {
          const id = idIn(soFar, 'again')
          return id === null || !offers('confirm') ? {} : { againConfirmed: await confirm(id) }
        },
      },
      {
        at: at.mediumBefore,
        before: at.medium - 2,
        act: async (context, soFar) => ({ lessRead: await readHeld(context, soFar, 'less') }),
      },
    ]
  },
  { uses: ['extend', 'get'], bookings: 2 },
)

check(kept, {
  id: 'hold.extended-again-after-former-end',
  clause: '3/extend-twice-accepted',
  title: 'a booking that was extended can be extended once more after the end that it had before',
  judge: ({ again, againExtended, againTwice }, { profile }) =>
    inTime(again, againExtended, againTwice, momentsOf(profile).extension) ??
    expect(againTwice).toBeAccepted('though its hold was lengthened and has not run out'),
})

check(kept, {
  id: 'hold.extended-confirmed-after-former-end',
  clause: '3/confirm-until-end',
  title: 'a booking that was extended can be confirmed after the end that it had before',
  uses: ['confirm'],
  judge: ({ again, againExtended, againConfirmed }, { profile }) =>
    inTime(again, againExtended, againConfirmed, momentsOf(profile).extension) ??
    expect(againConfirmed).toBeAccepted('though its hold was lengthened and has not run out'),
})

/** Why what was done to an extended hold says nothing; null: it came before the end that the hold has at the least. */
function inTime(
  held: Answer | undefined,
  extension: Answer | undefined,
  done: Answer | null | undefined,
  least: number,
): Judgement | null {
  return unusable(held) ?? unusable(extension) ?? judgeTooLate(held, least, done)
}

check(kept, {
  id: 'hold.extend-never-shortens',
  clause: '3/extend-never-shortens',
  title: 'an accepted extend by fewer minutes than the hold had does not make it end sooner',
  judge: ({ less, lessExtended, lessRead }, { profile }) => {
    const { medium } = momentsOf(profile)
    if (lessExtended?.refused === true) return notApplicable('extend by what does not lengthen the hold is refused')
    const lived = outlived(less, lessExtended, lessRead ?? null, medium)
    return allJudged(lived, notSooner(less, lessExtended))
  },
})

function notSooner(held: Answer | undefined, extension: Answer | undefined): Judgement {
  const cannot = unusable(held) ?? unusable(extension)
  const [former, end] = [held && holdEndOf(held), extension && holdEndOf(extension)]
  if (cannot !== null || held === undefined || extension === undefined) return cannot ?? untested('there was no extend')
  if (former === null || former === undefined || end === null || end === undefined)
    return untested('the bookings show no end of the hold', 'declare booking.holdEnd in the profile, or settle the run')
  return expect(extension)
    .field('holdEnd')
    .toSatisfy(`no sooner than ${inWords(held.read('holdEnd'))}`, () => end >= former - 0.2)
}

export default suite
