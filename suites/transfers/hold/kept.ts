import { expect, openSuite, unusable } from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Suite } from '../vocabulary/index.js'
import { heldAs, idIn, lookAt, type Holds } from './held.js'
import { judgeTooLate, type Seen } from './judgeHold.js'
import { momentsOf, type Moments } from './moments.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

/** `less` is extended by less than it had, and `twice` twice at once; `sealed` is extended and confirmed at once. */
interface Kept extends Holds<'again' | 'less' | 'twice' | 'sealed'> {
  /** Extended at once, and once more after its first end; then confirmed, before its new end. */
  readonly againExtended: Answer
  readonly againTwice: Answer | null
  readonly againConfirmed: Answer | null
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
          const extend = (id: string, minutes: number): Promise<Answer> =>
            context.target.extend(id, { expirationMinutes: minutes })
          if (twiceId !== null) await extend(twiceId, at.firstExtension)
          if (twiceId !== null) await extend(twiceId, at.medium)
          const ofAgain = againId === null ? {} : { againExtended: await extend(againId, at.extension) }
          if (lessId !== null) await extend(lessId, at.short)
          return { ...again, ...less, ...twice, ...sealed, ...ofAgain }
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
      { at: at.mediumBefore, before: at.medium - 1, act: (context, soFar) => lookAt(context, soFar, 'less', 'twice') },
      { at: at.mediumAfter, act: (context, soFar) => lookAt(context, soFar, 'twice') },
      { at: at.extendedAfter, orLater: true, act: (context, soFar) => lookAt(context, soFar, 'sealed') },
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
  await context.target.extend(id, { expirationMinutes: extension })
  await context.confirm(id)
  return sealed
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

/** Why what was done to an extended hold says nothing; null: it came before the end that the hold has at the least. */
function inTime(held: Seen, extension: Seen, done: Seen, least: number): Judgement | null {
  return unusable(held) ?? unusable(extension) ?? judgeTooLate(held, least, done)
}

export default suite
