import {
  checksOf,
  checkFilled,
  describeValue,
  exclusiveOf,
  expect,
  failAt,
  found,
  listWide,
  need,
  fillersOf,
  openSuite,
  orLost,
  orNone,
  pass,
  reserveUnused,
  untested,
  withFillers,
  say,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Fields, Suite } from '../vocabulary/index.js'
import { change, openUpdater } from '../update/updater.js'
import { offeredAgain } from './offeredAgain.js'
import { unavailable } from './reserveFlawed.js'
import { apartBy, reserveAtOnce, wantAtOnce, wantOfOther } from './wantAtOnce.js'

const suite: Suite = openSuite()
const { scenario } = suite
const check = checkFilled(suite)

/** One availability wanted twice, in turn and at once. Only where the profile says that it can be held once. */
const exclusive = scenario(
  'reserve.exclusive',
  async (context) => {
    const { target, slot, marker, offers } = context
    const bookable = exclusiveOf(context.profile) ?? context.profile.bookable.standard
    const reserve = (fields: Fields, as: 'reseller' | 'other' = 'reseller'): Promise<Answer> =>
      target.reserve(fields, { bookable, as })
    const { availabilityId, reserved: first } = await context.hold({}, bookable)
    const checked = context.checked(bookable)
    const second = await reserve({ availabilityId, expirationMinutes: 60, notes: marker('second') })
    if (second.refused && offers('list')) await readList(context)
    const rechecked = second.refused ? await recheck(context, first, availabilityId, bookable) : []
    const hasOther = context.profile.otherReseller !== null
    const byOther = hasOther ? await reserve({ availabilityId, expirationMinutes: 60 }, 'other') : null
    // After a refusal of that: something free, which shows whether that account can have any.
    const free = byOther?.refused === true ? await slot(bookable, { control: true }) : null
    const freeByFirst = free === null ? null : await reserve({ availabilityId: free, expirationMinutes: 60 }, 'other')
    // An availabilityId may be that of the account which asked for it: such an account asks for itself.
    const own = freeByFirst?.refused === true ? await wantOfOther(context, availabilityId, bookable) : null
    const freeToOther = own?.free ?? freeByFirst
    const move = first.accepted && offers('update') ? await moveToTaken(context, first, availabilityId, bookable) : null
    const hasPlaces = fillersOf(bookable) > 0
    const tried = await wantAtOnce(context, bookable)
    // The place that was left may have been that of somebody else.
    const isTaken = hasPlaces && tried.atOnce.length > 0 && tried.atOnce.every(({ refused }) => refused)
    const { wanted, atOnce, lacking } = isTaken ? await wantAtOnce(context, bookable) : tried
    const met = [move?.atOnce ?? [], atOnce]
    // Where no hold is cancelled, another of which one place is left: nobody else may have had that by then.
    const given = hasPlaces ? await givenBack(context, wanted, atOnce) : null
    const third = given ?? (await slot(bookable).catch(orLost))
    const afterFlawed =
      typeof third === 'string'
        ? await wantAfterFlawed(context, third, bookable, met.some(isTakenTwice))
        : { untaken: third, flawed: [], afterwardsAtOnce: [], afterwards: null, room: null }
    // The first booking, which was seen to have a place, can also show that a cancel gives back what is wanted there.
    const isToShow = given !== null && afterFlawed.afterwards?.refused === true && second.refused
    const control =
      isToShow && (await cancel(context, first)) ? await reserve({ availabilityId, expirationMinutes: 60 }) : null
    const byOthers = { byOther: own?.held ?? byOther, isOwnId: own !== null, freeToOther }
    const seen = { first, second, checked, rechecked, ...byOthers, move, wanted, atOnce, lacking }
    return { ...seen, ...afterFlawed, control, filled: context.filled() }
  },
  { needs: ['exclusive'], bookings: withFillers(14, 5) },
)

function isTakenTwice(atOnce: readonly Answer[]): boolean {
  return atOnce.filter(({ accepted }) => accepted).length > 1
}

/**
 * An availability that surely has one place left. Places that octospec has not filled may be somebody else's, so this
 * is one of which one reservation alone was accepted, and is cancelled. null: there is none such.
 */
async function givenBack(
  context: Context,
  availabilityId: string | null,
  atOnce: readonly Answer[],
): Promise<string | null> {
  const [winner, other] = atOnce.filter(({ accepted }) => accepted)
  return winner !== undefined && other === undefined && (await cancel(context, winner)) ? availabilityId : null
}

async function cancel({ target, offers }: Context, reserved: Answer): Promise<boolean> {
  return reserved.accepted && offers('cancel') && (await target.cancel(reserved.bookingId)).accepted
}

/**
 * An availability reserved as nobody may, then as anybody may, by several at once; if refused, also `reserveUnused`.
 * @param isSeen whether it was seen by now that several get one place: then one alone
 */
async function wantAfterFlawed(
  context: Context,
  availabilityId: string,
  bookable: Bookable,
  isSeen: boolean,
): Promise<{
  readonly untaken: null
  readonly flawed: readonly Answer[]
  readonly afterwardsAtOnce: readonly Answer[]
  readonly afterwards: Answer | null
  readonly room: Answer | null
}> {
  const reserve = (fields: Fields): Promise<Answer> => context.target.reserve(fields, { bookable })
  const flawed = [
    await reserve({ availabilityId, expirationMinutes: 580 }),
    await reserve({ availabilityId, expirationMinutes: 60, currency: unavailable }),
  ]
  const want = (): Promise<Answer> => reserve({ availabilityId, expirationMinutes: 60 })
  const several = isSeen ? [await want()] : await reserveAtOnce(context, availabilityId, bookable, apartBy.another)
  const first = several.find(({ accepted }) => accepted) ?? several[0] ?? null
  // Others would leave room between the two; and who finds that several want one place may refuse them all.
  const isAgain = first?.refused === true && ((await context.alone()) || several.length > 1)
  const afterwards = isAgain ? await want() : first
  const room = afterwards?.refused === true ? await reserveUnused(context, bookable, 60) : null
  return { untaken: null, flawed, afterwardsAtOnce: several, afterwards, room }
}

/** Reads the list; where its page is full, what is new may stand on the next one. */
async function readList(context: Context): Promise<void> {
  const { items, exchange } = await listWide(context)
  if (items.length > 0 && items.length === exchange.input['pageSize']) await listWide(context, { page: 2 })
}

/** Asks again for what is held by now; where it is still said to be on offer, once more after the settling time. */
async function recheck(
  { target, settle }: Context,
  { bookingId }: Answer,
  availabilityId: string,
  bookable: Bookable,
): Promise<readonly Answer[]> {
  const ask = (): Promise<readonly Answer[]> =>
    Promise.all(
      checksOf(bookable).map((availability) => target.availability({}, { bookable: { ...bookable, availability } })),
    )
  const asked = await ask()
  return asked.some((each) => each.offerOf(availabilityId) !== undefined) && (await settle(bookingId)) ? ask() : asked
}

interface Move {
  readonly control: Answer
  readonly moved: Answer
  readonly wanted: Answer
  /** The reserves at once of which the other one is. */
  readonly atOnce: readonly Answer[]
  /** If the move was accepted, the two holds afterwards: the one that was moved, and the one that was there before. */
  readonly mover: Answer | null
  readonly holder: Answer | null
}

/** Moves a hold to the availability of another one; then its own, which it should still have, is wanted by a third. */
async function moveToTaken(
  context: Context,
  { bookingId }: Answer,
  availabilityId: string,
  bookable: Bookable,
): Promise<Move | null> {
  const { target, hold, marker, offers } = context
  const updates = openUpdater(context, availabilityId, 0, bookable)
  const { answer: control } = await updates.control(bookingId, change(context, marker('control')))
  const { wanted: sought, atOnce } = await wantAtOnce(context, bookable, apartBy.aMoment)
  const holder = atOnce.find(({ accepted }) => accepted)
  const other =
    sought !== null && holder !== undefined
      ? { availabilityId: sought, reserved: holder }
      : await hold({}, bookable).catch(orNone)
  if (!control.accepted || other?.reserved.accepted !== true) return null
  const moved = await updates.send(bookingId, { availabilityId: other.availabilityId })
  const wanted = await target.reserve({ availabilityId, expirationMinutes: 60 }, { bookable })
  const move = { control, moved, wanted, atOnce }
  if (!moved.accepted || !offers('get')) return { ...move, mover: null, holder: null }
  return { ...move, mover: await target.get(bookingId), holder: await target.get(other.reserved.bookingId) }
}

check(exclusive, {
  id: 'update.refused-move-keeps-availability',
  clause: '7/refused-update-changes-nothing',
  title: 'a hold whose update to a taken availability is refused keeps the one that it has',
  uses: ['update'],
  judge: ({ first, move }) =>
    move === null || !move.moved.refused
      ? untested('no update to a taken availability was refused')
      : expect(move.wanted).toBeRefused(first, 'although a hold has it, whose move to another was refused'),
})

check(exclusive, {
  id: 'update.takes-nothing-that-is-held',
  clause: '3/availability-held-against-a-move',
  title: 'no update moves a booking to an availability that another booking holds',
  uses: ['update'],
  judge: ({ second, move }) => {
    if (move === null) return untested('no hold was updated to a taken availability')
    const { control, moved, wanted, mover, holder } = move
    if (moved.refused) return expect(moved).toBeRefused(control, 'although another booking holds that availability')
    need(moved)
    need(mover)
    need(holder)
    if (!second.refused)
      return untested('the same account could reserve what it holds again', 'see availability.exclusive')
    // A target that reads no availabilityId in an update leaves the booking where it is.
    const { availabilityId } = moved.exchange.input
    const hasMoved = wanted.accepted || mover.at('/availabilityId') === availabilityId
    if (!hasMoved) return untested('the update was accepted, and nothing shows that it moved the booking')
    const isHeld = [mover, holder].every((read) => read?.read('status') === 'ON_HOLD')
    if (!isHeld) return untested('one of the two bookings was not ON_HOLD any more')
    return failAt(moved, '', {
      ...say`update was accepted, although another booking holds that availability, and holds it still (request ${holder})`,
      ...wants.refused(),
    })
  },
})

check(exclusive, {
  id: 'reserve.refuses-what-is-held',
  clause: '3/availability-held',
  title: 'while a booking holds an availability, a second reserve of it is refused',
  judge: ({ first, second }) => expect(second).toBeRefused(first, 'although another booking holds that availability'),
})

check(exclusive, {
  id: 'availability.held-is-not-offered',
  clause: '1.3/held-not-offered',
  title: 'the availability check does not say of an availability that is held that it is on offer',
  judge: ({ second, checked, rechecked, wanted }) => {
    const { availabilityId } = second.exchange.input
    if (!second.refused || typeof availabilityId !== 'string')
      return untested('no second reserve of an availability was refused')
    for (const answer of rechecked) {
      const offer = answer.offerOf(availabilityId)
      if (offer !== undefined)
        return failAt(answer, answer.itemPlace(answer.items.indexOf(offer)), {
          ...say`The availability check says that ${describeValue(availabilityId)} is on offer, which a booking holds: a reserve of it was refused (request ${second})`,
          expected: 'that it is taken, or nothing of it',
        })
    }
    const known = [availabilityId, wanted]
    return rechecked.some(({ availabilityIds }) => availabilityIds.some((id) => known.includes(id)))
      ? pass
      : offeredAgain(availabilityId, checked, rechecked)
  },
})

check(exclusive, {
  id: 'isolation.held-for-all-accounts',
  clause: '3/availability-held-for-all',
  title: 'while a booking holds an availability, a reserve of it by another account is refused',
  needs: ['otherReseller'],
  judge: ({ second, byOther, isOwnId, freeToOther }) => {
    // If the account itself gets it twice, either the profile is wrong or that is the finding.
    if (second.accepted) return untested('the same account could reserve it again', 'see availability.exclusive')
    // Such an account may have places of its own.
    if (isOwnId && byOther?.accepted === true)
      return untested('the other account is offered it by an id of its own, which may be that of another place')
    return expect(byOther).toBeRefused(freeToOther, 'although a booking of the first account holds that availability')
  },
})

check(exclusive, {
  id: 'reserve.refused-holds-nothing',
  clause: '7/refused-reserve-leaves-no-booking',
  title: 'a reserve that is refused for its minutes or its currency does not hold the availability',
  judge: ({ first, move, untaken, flawed, afterwards, room, control }, { profile }) => {
    found(untaken)
    const isHeld = flawed.some((answer) => !answer.refused)
    if (!first.accepted || isHeld || afterwards === null || afterwards.outcome === 'none')
      return untested('no reserve was refused for its minutes and for its currency alone')
    const hasPlaces = fillersOf(exclusiveOf(profile) ?? profile.bookable.standard) > 0
    const isGivenBack = control?.accepted === true && (move === null || move.wanted.refused)
    if (hasPlaces && afterwards.refused && !isGivenBack)
      return untested(
        'that a cancel gives a place back was not seen, and so not that there was one left',
        'give bookable.exclusive days on which nobody else books, or something that takes one booking at a time',
      )
    if (afterwards.refused && room?.accepted !== true)
      return untested('nothing else was reserved either: there may have been no room')
    return expect(afterwards).toBeAccepted('after one of the same availability that was refused')
  },
})

check(exclusive, {
  id: 'reserve.holds-once-at-the-same-time',
  clause: '3/availability-held-concurrent',
  title: 'of several reserves of one availability at the same time, one at most is accepted',
  needs: ['atOnce'],
  judge: ({ move, atOnce, afterwardsAtOnce, lacking }) => {
    const met = [move?.atOnce ?? [], atOnce, afterwardsAtOnce].filter(({ length }) => length > 1)
    for (const answers of met) {
      const accepted = answers.filter((answer) => answer.accepted)
      const [, second] = accepted
      if (second === undefined) continue
      return failAt(second, '', {
        message: `${accepted.length} of ${answers.length} reserves of one availability were accepted at the same time`,
        expected: 'one at most',
        received: accepted.length,
      })
    }
    if (met.some((answers) => answers.some(({ accepted }) => accepted))) return pass
    found(lacking)
    return untested('none of the reserves at the same time was accepted')
  },
})

export default suite
