import {
  all,
  exclusiveOf,
  findListed,
  expect,
  need,
  openSuite,
  orNone,
  untested,
  allJudged,
  withRoom,
  sameBooking,
  shortened,
  priceFields,
  sameInList,
  shownIn,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Listed, Suite, Trials } from '../vocabulary/index.js'
import { allowed, memberKept, referenceKept } from './judges.js'
import { holdInOtherCurrency } from './onHold.js'
import { change } from './updater.js'
import { priceKept } from '../booking/prices.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface AllFields {
  readonly before: Answer
  readonly was: What
  readonly sent: What & { readonly expirationMinutes: number }
  readonly moved: Answer
  readonly read: Answer
  /** null: the list is not offered, or the update was refused. */
  readonly listed: Listed | null
  /** A reservation of what the booking was to be moved to, in its currency; null: what is exclusive has no room for it. */
  readonly probe: Answer | null
  readonly stayed: Answer | null
  readonly lateFields: What | null
  readonly movedLate: Answer | null
  readonly readLate: Answer | null
}

interface What {
  readonly availabilityId: string
  readonly productId: string
  readonly optionId: string
}

/**
 * A held booking, updated with every input of 4.3 at once, which moves it to another availability; then, where the profile
 * names a second thing to book, moved to that one's product and option, if the target lets it.
 */
export const allFields: Trials<AllFields> = scenario(
  'update.all-fields',
  async (context): Promise<AllFields> => {
    const { target, profile, marker } = context
    const held = await holdInOtherCurrency(context, ['USD', 'GBP'])
    const id = held.reserved.bookingId
    const { productId, optionId } = profile.bookable.standard
    const fields = {
      productId,
      optionId,
      expirationMinutes: 90,
      ...change(context, marker('all')),
      emailReceipt: false,
    }
    const first = await context.slot('standard', { far: true })
    const tried = await target.update(id, { availabilityId: first, ...fields })
    // It may have been taken since it was offered, and given back since; and a reference may be too long.
    const other = tried.refused ? await context.slot() : first
    const moved = tried.refused ? await target.update(id, shortened({ availabilityId: other, ...fields })) : tried
    const read = await target.get(id)
    const listed = moved.accepted && context.offers('list') ? await findListed(context, id, moved) : null
    // Only what is free can be moved to. Where a reservation takes it, it was. What it costs, the moved booking may cost as well.
    const { currency } = held.reserved.exchange.input
    const hasRoom = moved.refused || exclusiveOf(profile) !== profile.bookable.standard
    const wanted = { expirationMinutes: 20, ...(typeof currency === 'string' && { currency }) }
    const reserve = (): Promise<Answer> => target.reserve({ ...wanted, availabilityId: other })
    // An account may have few holds at a time.
    const probe = hasRoom ? await (moved.accepted ? withRoom(context, reserve) : reserve()) : null
    const stayed = moved.refused
      ? await target.update(id, shortened({ availabilityId: held.availabilityId, ...fields }))
      : null
    const [lateStart] = profile.bookable.late
    const late = moved.accepted && lateStart !== undefined ? await context.slot(lateStart).catch(orNone) : null
    const lateFields =
      late === null || lateStart === undefined
        ? null
        : { availabilityId: late, productId: lateStart.productId, optionId: lateStart.optionId }
    const movedLate = lateFields === null ? null : await target.update(id, lateFields)
    const readLate = movedLate?.accepted === true ? await target.get(id) : null
    return {
      before: held.reserved,
      was: { availabilityId: held.availabilityId, productId, optionId },
      sent: { availabilityId: other, productId, optionId, expirationMinutes: 90 },
      moved,
      read,
      listed,
      probe,
      stayed,
      lateFields,
      movedLate,
      readLate,
    }
  },
  { uses: ['update', 'get'], bookings: 6 },
)

check(allFields, {
  id: 'update.all-fields-accepted',
  clause: '4.3/update-accepted',
  title: 'an update with all inputs of section 4.3 is accepted while cancellable is true',
  judge: ({ before, moved, probe, stayed }) => {
    const silent = [moved, stayed].find((update) => update?.shownBy)
    if (silent) return expect(silent).toReturn()
    if (!moved.refused) return allowed(before, moved)
    if (probe?.accepted === true) return allowed(before, moved, ', and the new availability could be reserved')
    return allowed(before, stayed)
  },
})

for (const [name, clause] of [
  ['availabilityId', '4.3/update-availability-id-kept'],
  ['productId', '4.3/update-product-id-kept'],
  ['optionId', '4.3/update-option-id-kept'],
] as const) {
  check(allFields, {
    id: `update.${clause.slice('4.3/update-'.length)}`,
    clause,
    title: `where bookings show ${name}, get shows the one that the update was sent`,
    needs: [`operations.update.${name}`],
    judge: ({ before, was, sent, moved, read, lateFields, movedLate, readLate }) => {
      if (!before.accepted || !moved.accepted) return untested('update was not accepted')
      const kept = [memberKept(name, { before, was: was[name], read, sent: sent[name] })]
      // That a target lets nobody move to what starts so soon is its right; if it does, it must do so.
      if (movedLate?.accepted === true && lateFields !== null)
        kept.push(memberKept(name, { before, was: was[name], read: readLate, sent: lateFields[name] }))
      return allJudged(...kept)
    },
  })
}

check(allFields, {
  id: 'update.move-keeps-currency',
  clause: '4.2/currency-kept',
  title: 'an update to another availability leaves the booking in the currency in which it was reserved',
  judge: ({ before, moved, read }) => {
    need(before)
    need(moved)
    need(read)
    return typeof before.read('currency') === 'string' && typeof read.read('currency') === 'string'
      ? sameBooking(before, read, ['currency'], 'though the update was to another availability')
      : untested('the bookings show no currency', 'declare booking.pricing.currency')
  },
})

check(allFields, {
  id: 'update.all-fields-minutes-kept',
  clause: '4.3/update-expiration-minutes-kept',
  title: 'an update with all inputs at once keeps the minutes among them',
  needs: ['operations.update.expirationMinutes'],
  judge: ({ moved, read, sent }): Judgement =>
    moved.accepted
      ? expect(read).field('expirationMinutes').toBe(sent.expirationMinutes)
      : untested('update was not accepted'),
})

check(allFields, {
  id: 'update.all-fields-reference-kept',
  clause: '4.3/update-reference-kept',
  title: 'an update with all inputs at once keeps the reference among them',
  judge: ({ moved, read }) => all(referenceKept(moved, read)),
})

check(allFields, {
  id: 'update.price-agrees-with-get',
  clause: '3/answer-agrees-with-get',
  title: 'get shows the price that an update to another availability answered',
  judge: ({ moved, read }) =>
    unusable(moved) ?? unusable(read) ?? priceKept(moved, read, 'though nothing was done after the update'),
})

check(allFields, {
  id: 'update.moved-price-listed',
  clause: '4.3/list-agrees-with-get',
  title: 'the list shows the price that get shows of a booking that was moved to another availability',
  uses: ['list'],
  judge: ({ read, listed }) => {
    const item = shownIn(listed)
    need(read)
    need(listed?.page)
    if (item === null) return untested('the moved booking was not found in the list')
    const fields = priceFields.filter((field) => read.read(field) !== undefined && item.read(field) !== undefined)
    if (fields.length === 0) return untested('get and the list do not both show a price')
    return sameInList(read, item, fields, 'though nothing was done between the two')
  },
})

export default suite
