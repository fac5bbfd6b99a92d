import {
  all,
  fail,
  failAt,
  idText,
  listWide,
  need,
  openSuite,
  ownFirst,
  pass,
  unseen,
  untakenFirst,
  untested,
  wants,
  withRoom,
  say,
} from '../vocabulary/index.js'
import type { Answer, Suite, Trials } from '../vocabulary/index.js'
import { openUpdater } from '../update/updater.js'
import { forms, none } from './forms.js'
import { carries, isPriced, isUnpriced, priceIn } from './prices.js'

const suite: Suite = openSuite()
const { scenario, check, sweep, observe } = suite

export interface BaseHold {
  /** The availability check, which the run has found something free by with the capability. */
  readonly offered: Answer
  /** null: it was refused, and nobody knows whether there was room for it. */
  readonly reserved: Answer | null
  /** With it, of what was reserved. */
  readonly checked: Answer | null
  readonly read: Answer | null
  readonly priced: Answer | null
  /** Once more without, after the booking was read with the capability. */
  readonly again: Answer | null
  /** The list with the capability, without, and with it; empty: the target has none. */
  readonly listed: readonly Answer[]
  readonly extended: Answer | null
}

const unread = { read: null, priced: null, again: null, listed: [], extended: null }

/** A hold that is driven through its operations without the capability. */
export const baseHold: Trials<BaseHold> = scenario(
  'capability.base-hold',
  async (context): Promise<BaseHold> => {
    const { target, profile, slot, offers } = context
    let availabilityId = await slot()
    const [bookable = profile.bookable.standard] = untakenFirst(context, profile.bookable.standard)
    const offered = await target.availability({}, { ...none, bookable })
    let isFirst = true
    const reserved = await withRoom(context, async () => {
      // What was refused may have been taken meanwhile: once more, of what is on offer now.
      if (!isFirst) availabilityId = await slot()
      isFirst = false
      return target.reserve({ availabilityId, expirationMinutes: 60 }, none)
    })
    const checked = context.checked('standard')
    if (reserved?.accepted !== true) return { ...unread, offered, checked, reserved }
    const id = idOf(reserved)
    if (id === null) return { ...unread, offered, checked, reserved }
    const read = await target.get(id, none)
    const priced = await target.get(id)
    const again = await target.get(id, none)
    // With, without and with again, and nothing in between: what one was answered must not be kept for the other.
    const listed = offers('list')
      ? [await listWide(context), await listWide(context, {}, none), await listWide(context)]
      : []
    const extended = offers('extend') ? await target.extend(id, { expirationMinutes: 90 }, none) : null
    if (offers('update')) await openUpdater(context, availabilityId).control(id, { expirationMinutes: 100 }, none)
    return { offered, checked, reserved, read, priced, again, listed, extended }
  },
  { uses: ['get'], bookings: 2 },
)

check(baseHold, {
  id: 'capability.no-pricing-reserve',
  clause: '9/no-pricing-without-capability-reserve',
  title: 'without the capability, the answer to reserve carries no pricing',
  judge: ({ reserved }) => isUnpriced(reserved),
})

check(baseHold, {
  id: 'capability.pricing-in-get-again',
  clause: '1.5/pricing-in-get',
  title: 'a booking that was just read without the capability carries price data when it is read with it',
  judge: ({ priced, listed }) => {
    need(priced)
    if (isPriced(priced)) return pass
    // Some services price no booking that was made without the capability; one that its list prices is not of these.
    const [list] = listed
    const shown = list?.bookings.find(({ id }) => id === priced.bookingId)
    if (list?.accepted === true && shown === undefined)
      return untested(
        'it carries none, and the booking is not on the page of the list that would tell whether it ever has',
      )
    if (!carries(shown?.read('pricing')))
      return untested('a booking that was made without the capability shows no prices, and no list says otherwise')
    return failAt(priced, priced.place('pricing').pointer, {
      message: 'a booking that was read without octo/pricing just before carries no price data with it',
      expected: 'price data',
      restsOn: ['booking.pricing'],
    })
  },
})

check(baseHold, {
  id: 'capability.no-pricing-get',
  clause: '9/no-pricing-without-capability-get',
  title: 'without the capability, a booking that is read carries no pricing',
  judge: ({ read, again }) => all(isUnpriced(read), isUnpriced(again)),
})

check(baseHold, {
  id: 'capability.no-pricing-extend',
  clause: '9/no-pricing-without-capability-extend',
  title: 'without the capability, the answer to extend carries no pricing',
  uses: ['extend'],
  judge: ({ extended }) => isUnpriced(extended),
})

check(forms, {
  id: 'capability.no-pricing-confirm',
  clause: '9/no-pricing-without-capability-confirm',
  title: 'without the capability, the answer to confirm carries no pricing',
  uses: ['confirm'],
  judge: ({ confirmed }) => isUnpriced(confirmed),
})

check(forms, {
  id: 'capability.no-pricing-get-confirmed',
  clause: '9/no-pricing-without-capability-get',
  title: 'without the capability, a confirmed booking that is read carries no pricing',
  uses: ['confirm'],
  judge: ({ read }) => isUnpriced(read),
})

check(baseHold, {
  id: 'capability.list-priced-again',
  clause: '1.5/pricing-in-list-again',
  title: 'the list carries price data with the capability, also right after it was asked for without',
  uses: ['list'],
  judge: ({ listed: [first, , last] }) => {
    need(first)
    need(last)
    // A booking that was reserved without the capability may have no price: only those that had one are looked at.
    const before = priced(first)
    const judged = last.bookings.filter(({ id }) => id !== undefined && before.includes(id))
    if (judged.length === 0) return unseen('no booking with price data was on the page')
    const lost = judged.find((each) => !carries(each.read('pricing')))
    if (lost === undefined) return pass
    return fail(
      lost.finding('pricing', {
        ...say`the list showed a price of booking ${lost.id ?? ''} (exchange ${first}), and shows none after it was asked for without octo/pricing`,
        ...wants.fitting('pricing, an object with the price', { type: 'object' }),
      }),
    )
  },
})

/** Ids of the bookings of a list that carry price data. */
function priced(list: Answer): readonly string[] {
  return list.bookings.flatMap((each) => (each.id !== undefined && carries(each.read('pricing')) ? [each.id] : []))
}

check(forms, {
  id: 'capability.no-pricing-cancel',
  clause: '9/no-pricing-without-capability-cancel',
  title: 'without the capability, the answer to cancel carries no pricing',
  uses: ['confirm', 'cancel'],
  judge: ({ cancelled }) => isUnpriced(cancelled),
})

sweep({
  id: 'capability.no-pricing-update',
  clause: '9/no-pricing-without-capability-update',
  title: 'without the capability, the answer to update carries no pricing',
  of: ['update'],
  uses: ['update'],
  judge: (answer) => (askedForNothing(answer) && answer.accepted ? isUnpriced(answer) : null),
})

sweep({
  id: 'capability.no-pricing-list',
  clause: '9/no-pricing-without-capability-list',
  title: 'without the capability, the bookings of the list carry no pricing',
  of: ['list'],
  judge: (answer) => {
    if (!askedForNothing(answer) || !answer.accepted || answer.items.length === 0) return null
    const findings = ownFirst(answer.bookings).flatMap(priceIn)
    return findings.length === 0 ? pass : fail(...findings.slice(0, 5))
  },
})

observe(baseHold, {
  id: 'capability.priced-read-of-unpriced',
  clause: '5/priced-read-of-unpriced-booking',
  observe: ({ priced }) => {
    if (priced === null || !priced.accepted) return null
    return isPriced(priced) ? 'it carries price data' : 'it carries no price data'
  },
})

function askedForNothing({ exchange }: Answer): boolean {
  return !Object.keys(exchange.request.headers).some((name) => name.toLowerCase() === 'octo-capabilities')
}

/** The id of a booking; null where it has none that can be read: what was answered is judged all the same. */
function idOf(answer: Answer): string | null {
  return idText(answer.read('id')) ?? null
}

export default suite
