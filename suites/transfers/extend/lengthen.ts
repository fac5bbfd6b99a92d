import {
  expect,
  failAt,
  openSuite,
  orNone,
  pass,
  unknownId,
  untested,
  unusable,
  wants,
  say,
  Stop,
  currencyAside,
} from '../vocabulary/index.js'
import type { Answer, Context, Suite, Fields } from '../vocabulary/index.js'
import { countingOf } from './heldOutside.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface Lengthened {
  readonly reserved: Answer
  readonly first: Answer
  readonly second: Answer
  readonly unknown: Answer
  readonly longest: Answer
  readonly filling: Answer | null
  readonly further: Answer | null
  readonly shortest: Answer
  readonly shorter: Answer | null
  /** A hold of 20 minutes, extended by 20 when ten minutes old. At once, it was refused for not lengthening it. */
  readonly later: Answer | null
}

/** A 20-minute hold that is extended again and again, and one extended by 20. They are then confirmed and cancelled. */
const lengthened = scenario(
  'extend',
  async (context): Promise<Lengthened> => {
    const { target, hold, offers, random } = context
    const reserved = await holdTelling(context, { expirationMinutes: 20 })
    const id = reserved.bookingId
    const first = await target.extend(id, { expirationMinutes: 60 })
    if (offers('get')) await target.get(id)
    const farthest = await target.extend(id, { expirationMinutes: 200 })
    // It may be too much in all, or for a target that adds the minutes up.
    const second = farthest.accepted ? farthest : await target.extend(id, { expirationMinutes: 90 })
    if (offers('get')) await target.get(id)
    const unknown = await target.extend(unknownId(id, random), { expirationMinutes: 60 })
    const third = farthest.accepted ? farthest : await target.extend(id, { expirationMinutes: 200 })
    const fresh = (await hold({ expirationMinutes: 20 })).reserved
    const shortest = await target.extend(fresh.bookingId, { expirationMinutes: 20 })
    // How often a hold can be extended is not shown: where it was too often, another one serves.
    const other = third.refused ? (await hold({ expirationMinutes: 20 })).reserved.bookingId : id
    const longest = third.refused ? await target.extend(other, { expirationMinutes: 200 }) : third
    // A target that adds the minutes up, and to no more than 200, can take the rest of them at the most.
    const filling = longest.refused ? await target.extend(other, { expirationMinutes: 180 }) : null
    // Is more than 200 in all why the 200 were refused?
    const further = filling?.accepted === true ? await target.extend(other, { expirationMinutes: 60 }) : null
    // Was it for want of lengthening the hold? Then what is as long as many others does not do either.
    const shorter = shortest.refused && longest.accepted ? await target.extend(other, { expirationMinutes: 60 }) : null
    if (offers('confirm') && offers('get')) {
      const extended = await settle(context, { reserved, longest: farthest.accepted ? 200 : 90 }, fresh)
      // An extend by as many minutes as it was reserved for may be refused for want of lengthening it.
      if (shortest.refused && extended?.refused === true) await extendConfirmed(context)
    }
    const later = shorter?.refused === true ? await extendLater(context) : null
    const others = { unknown, filling, further, shorter, later }
    return { reserved, first, second, longest, shortest, ...others }
  },
  { uses: ['extend'], bookings: 4 },
)

async function extendConfirmed({ hold, target, confirm }: Context): Promise<void> {
  try {
    const id = (await hold({ expirationMinutes: 20 })).reserved.bookingId
    if ((await confirm(id)).accepted) await target.extend(id, { expirationMinutes: 60 })
  } catch (error) {
    orNone(error)
  }
}

/** @returns null where there is no further hold to be had, or no time can be let pass */
async function extendLater({ hold, target, age }: Context): Promise<Answer | null> {
  try {
    const id = (await hold({ expirationMinutes: 20 })).reserved.bookingId
    await age(10)
    return await target.extend(id, { expirationMinutes: 20 })
  } catch (error) {
    return orNone(error)
  }
}

check(lengthened, {
  id: 'extend.accepted',
  clause: '4.3/extend-accepted',
  title: 'extend of a booking ON_HOLD is accepted and returns the booking',
  needs: ['operations.extend.expirationMinutes'],
  judge: ({ first }) => expect(first).toReturn(),
})

check(lengthened, {
  id: 'extend.twice',
  clause: '3/extend-twice-accepted',
  title: 'a booking that was extended can be extended once more',
  judge: ({ first, second }) => unusable(first) ?? expect(second).toBeAccepted('the second time'),
})

check(lengthened, {
  id: 'extend.accepts-200-minutes',
  clause: '8/expiration-max-extend',
  title: 'extend accepts 200 minutes',
  needs: ['operations.extend.expirationMinutes'],
  judge: ({ reserved, first, longest, filling, further }) => {
    if (!longest.refused || !first.accepted) return unusable(first) ?? expect(longest).toBeAccepted('with 200 minutes')
    const counting = countingOf(reserved, first, 60)
    if (counting === 'anew') return expect(longest).toBeAccepted('with 200 minutes')
    // More than 200 in all is not what it refuses.
    if (counting === 'added' && filling?.accepted === true && further?.accepted === true)
      return failAt(longest, '', {
        ...say`extend by 200 minutes was refused, and by 180 and 60 more it was not (requests ${filling} and ${further})`,
        ...wants.accepted(),
      })
    // Added to the hold that there was, they make the 200 that there may be.
    if (filling?.accepted === true)
      return counting === 'added'
        ? pass
        : untested(
            '200 was refused and fewer were not, and the bookings do not show whether extend adds the minutes up',
          )
    return expect(filling).toBeAccepted('with as many minutes as are left of 200')
  },
})

check(lengthened, {
  id: 'extend.accepts-20-minutes',
  clause: '8/expiration-min-extend',
  title: 'extend accepts 20 minutes',
  needs: ['operations.extend.expirationMinutes'],
  judge: ({ shortest, shorter, later }) => {
    if (shorter?.refused !== true) return expect(shortest).toBeAccepted('with 20 minutes')
    if (later?.accepted === true) return pass
    return untested(
      `a hold of 20 minutes was not extended by 20 (request ${shortest.n}), nor one of 200 by 60: it may refuse what does not lengthen a hold`,
      'allow 8/expiration-min-extend to stay untested, if that is so',
    )
  },
})

check(lengthened, {
  id: 'extend.unknown-id-refused',
  clause: '4.3/extend-unknown-id-refused',
  title: 'extend of a booking id that does not exist is refused',
  judge: ({ first, unknown }) => expect(unknown).toBeRefused(first, 'for an id that no booking has'),
})

/**
 * Confirms a hold and extends it; then cancels another one, and extends and confirms that.
 * @param longest minutes to extend by: a target may refuse what lengthens no hold, whatever state it is in
 * @returns the extend of the confirmed one; null: it could not be confirmed
 */
async function settle(
  context: Context,
  { reserved, longest }: { readonly reserved: Answer; readonly longest: number },
  other: Answer,
): Promise<Answer | null> {
  const { target } = context
  const minutes = { expirationMinutes: longest }
  const id = reserved.bookingId
  if (!(await context.confirm(id)).accepted) return null
  await target.get(id)
  const extended = await target.extend(id, minutes)
  await target.get(id)
  const cancelledId = await cancelOne(context, other, id)
  if (cancelledId === null) return extended
  await target.extend(cancelledId, minutes)
  // Before the confirm: what is different then is due to the extend.
  await target.get(cancelledId)
  if (cancelledId !== id) await context.confirm(cancelledId)
  return extended
}

/** Cancels a hold, which nobody ever confirmed; or else the booking that was. @returns which; null: neither could be */
async function cancelOne({ target, offers }: Context, held: Answer, confirmedId: string): Promise<string | null> {
  if (!offers('cancel')) return null
  try {
    const cancelledId = held.bookingId
    const cancelled = await target.cancel(cancelledId)
    if (!cancelled.refused) return cancelled.accepted ? cancelledId : null
  } catch (error) {
    // Where no second hold is to be had, the confirmed booking does.
    if (!(error instanceof Stop)) throw error
  }
  return (await target.cancel(confirmedId)).accepted ? confirmedId : null
}

/**
 * A hold with values that a later operation could lose: notes, and a currency other than the default. It is an ordinary
 * hold if the server does not take these.
 */
async function holdTelling({ hold, marker, profile }: Context, minutes: Fields): Promise<Answer> {
  const currency = currencyAside(profile.bookable.standard, ['USD', 'GBP'])
  const notes = marker('notes')
  const { reserved } = await hold({ ...minutes, notes, currency })
  if (!reserved.refused) return reserved
  // It may be sold in its default currency alone.
  const { reserved: inDefault } = await hold({ ...minutes, notes })
  return inDefault.refused ? (await hold(minutes)).reserved : inDefault
}

export default suite
