import {
  allJudged,
  expect,
  holdEndOf,
  inStep,
  inWords,
  need,
  notApplicable,
  openSuite,
  unseen,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Suite } from '../vocabulary/index.js'
import { outlives } from './confirmed.js'
import { outlived } from './extended.js'
import { heldAs, idIn, readHeld, readTogether, type Holds } from './held.js'
import { endNotShown, judgeTooLate, onceLooked, type Seen } from './judgeHold.js'
import { momentsOf, type Moments } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

interface Kept extends Holds<'again' | 'less' | 'twice' | 'sealed'> {
  /** Extended at once, and once more after its first end; then confirmed, before its new end. */
  readonly againExtended: Answer
  readonly againTwice: Answer | null
  readonly againConfirmed: Answer | null
  /** Extended and confirmed at once, before any of its ends, and read after them; not there: confirm is not offered. */
  readonly sealedExtended?: Answer
  readonly sealedConfirmed?: Answer
  readonly sealedRead?: Answer | null
  /** Extended at once by less than it had. */
  readonly lessExtended: Answer
  readonly lessRead: Answer | null
  /** Extended twice at once; read after the ends that the first extend can have given it. */
  readonly twiceFirst: Answer
  readonly twiceSecond: Answer
  readonly twiceRead: Answer | null
  readonly twiceLater: Answer | null
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
          // First, since it is no hold any more then: some let an account have three at once.
          const sealed = context.offers('confirm') ? await extendedAndConfirmed(context, at) : {}
          const again = await heldAs(context, 'again', at.short)
          const less = await heldAs(context, 'less', at.medium)
          const twice = at.secondExtension === null ? {} : await heldAs(context, 'twice', at.short)
          const [againId, lessId, twiceId] = [idIn(again, 'again'), idIn(less, 'less'), idIn(twice, 'twice')]
          const extend = ({ target }: Context, id: string, minutes: number): Promise<Answer> =>
            target.extend(id, { expirationMinutes: minutes })
          const [ofTwice, ofAgain, ofLess] = await inStep(
            context,
            async (own): Promise<Partial<Kept>> =>
              twiceId === null
                ? {}
                : {
                    twiceFirst: await extend(own, twiceId, at.firstExtension),
                    twiceSecond: await extend(own, twiceId, at.medium),
                  },
            async (own): Promise<Partial<Kept>> =>
              againId === null ? {} : { againExtended: await extend(own, againId, at.extension) },
            async (own): Promise<Partial<Kept>> =>
              lessId === null ? {} : { lessExtended: await extend(own, lessId, at.short) },
          )
          return { ...again, ...less, ...twice, ...sealed, ...ofTwice, ...ofAgain, ...ofLess }
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
        before: at.medium - 1,
        act: (context, soFar) => readTogether(context, soFar, { lessRead: 'less', twiceRead: 'twice' }),
      },
      { at: at.mediumAfter, act: async (context, soFar) => ({ twiceLater: await readHeld(context, soFar, 'twice') }) },
      {
        at: at.extendedAfter,
        orLater: true,
        act: async (context, soFar) => ({ sealedRead: await readHeld(context, soFar, 'sealed') }),
      },
    ]
  },
  {
    uses: ['extend', 'get'],
    needs: ['operations.reserve.expirationMinutes', 'operations.extend.expirationMinutes'],
    bookings: 4,
  },
)

async function extendedAndConfirmed(context: Context, { short, extension }: Moments): Promise<Partial<Kept>> {
  const sealed = await heldAs(context, 'sealed', short)
  const id = idIn(sealed, 'sealed')
  if (id === null) return sealed
  const sealedExtended = await context.target.extend(id, { expirationMinutes: extension })
  return { ...sealed, sealedExtended, sealedConfirmed: await context.confirm(id) }
}

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

check(kept, {
  id: 'hold.extended-and-confirmed-outlives-it',
  clause: '3/confirmed-outlives-hold',
  title: 'a booking that was extended and confirmed keeps its status when the time runs out that its hold had then',
  uses: ['confirm'],
  judge: ({ sealed, sealedExtended, sealedConfirmed, sealedRead }, { profile }) => {
    const { short, extension } = momentsOf(profile)
    return unusable(sealedExtended) ?? outlives(sealed, sealedConfirmed, sealedRead, short + extension)
  },
})

/** Why what was done to an extended hold says nothing; null: it came before the end that the hold has at the least. */
function inTime(held: Seen, extension: Seen, done: Seen, least: number): Judgement | null {
  return unusable(held) ?? unusable(extension) ?? judgeTooLate(held, least, done)
}

check(kept, {
  id: 'hold.extended-twice-outlives-former-end',
  clause: '3/extend-outlives-former-end',
  title: 'a booking that was extended twice is still ON_HOLD after the end that the first extend gave it',
  judge: ({ twice, twiceFirst, twiceSecond, twiceRead, twiceLater }, { profile }) => {
    need(twiceFirst)
    const { short, medium } = momentsOf(profile)
    // Counted from now, the first extend is over by then; added to the hold, it is over later, which only the end shows that the answer has.
    const [former, end] = [twice && holdEndOf(twice), twiceSecond && holdEndOf(twiceSecond)]
    const shown = former && end ? end - former : 0
    const read = outlived(twice, twiceSecond, twiceRead, medium)
    const later = outlived(twice, twiceSecond, twiceLater, short + shown)
    return onceLooked(twiceLater, later.outcome === 'untested' ? read : allJudged(read, later))
  },
})

check(kept, {
  id: 'hold.extend-never-shortens',
  clause: '3/extend-never-shortens',
  title: 'an accepted extend by fewer minutes than the hold had does not make it end sooner',
  judge: ({ less, lessExtended, lessRead, twiceLater }, { profile }) => {
    const { medium } = momentsOf(profile)
    if (lessExtended?.refused === true) return notApplicable('extend by what does not lengthen the hold is refused')
    const lived = outlived(less, lessExtended, lessRead, medium)
    // The read may have been missed, which the stage after it shows.
    return onceLooked(lessRead ?? twiceLater, allJudged(lived, notSooner(less, lessExtended)))
  },
})

function notSooner(held: Seen, extension: Seen): Judgement {
  const cannot = unusable(held) ?? unusable(extension)
  if (cannot !== null || !held || !extension) return cannot ?? unseen('there was no extend')
  const [former, end] = [holdEndOf(held), holdEndOf(extension)]
  if (former === null || end === null) return endNotShown
  return expect(extension)
    .field('holdEnd')
    .toSatisfy(
      wants.atLeast(held.read('holdEnd'), `no sooner than ${inWords(held.read('holdEnd'))}`),
      () => end >= former - 0.2,
    )
}

export default suite
