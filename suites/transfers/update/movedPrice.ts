import {
  bookingPointer,
  describeValue,
  exclusiveOf,
  fail,
  failAt,
  findingAt,
  need,
  notApplicable,
  openSuite,
  pass,
  priceFields,
  sameInList,
  shownIn,
  Stop,
  untested,
  unusable,
  wants,
  type Answer,
  type Json,
  type Judgement,
  type Suite,
  type Profile,
} from '../vocabulary/index.js'
import { costOf } from '../booking/costOf.js'
import { finalPrice, priceKept } from '../booking/priceKept.js'
import { sumOfTaxes } from '../booking/sumOfTaxes.js'
import { aboutCurrency } from './aboutCurrency.js'
import { allFields } from './allFields.js'

const suite: Suite = openSuite()
const { check } = suite

check(allFields, {
  id: 'update.move-keeps-price-whole',
  clause: '2.5/moved-price-is-of-one-piece',
  title: 'a booking that was moved and costs what a new one costs there has its net amount and its taxes, too',
  judge: ({ before, moved, read, probe: beside }, { profile }) => {
    need(before)
    need(moved)
    need(read)
    const probe = shownBeside(beside, profile)
    const after = moved.read('total') === undefined ? read : moved
    // It may keep the price that it had, and prices change with demand: of another amount, nothing is known.
    const alike = [probe, before].filter((known) =>
      finalPrice.every((field) => known.read(field) === after.read(field)),
    )
    if (!alike.includes(probe))
      return taxLost({ before, after, probe }) ?? untested('the moved booking does not cost what a new one costs there')
    const parts = partsOf(after)
    const differing = alike.map((known) => parts.filter(({ field, value }) => differs(partOf(known, field), value)))
    if (differing.some(({ length }) => length === 0)) return pass
    return fail(
      ...(differing[0] ?? []).map(({ field, value }) =>
        findingAt(after, bookingPointer(after.profile, field) ?? '', {
          message: `${field} of the moved booking is ${describeValue(value)}, and that of a new one at the same price is ${describeValue(partOf(probe, field))} (exchange ${probe.n})`,
          ...wants.value(partOf(probe, field)),
          received: value,
          restsOn: [`booking.pricing.${field}`],
        }),
      ),
    )
  },
})

// What a move costs is not shown, and the former price may have been promised: but that of another place is seldom what it comes to (1.6).
check(allFields, {
  id: 'update.move-is-priced-anew',
  clause: '2.5/moved-price-is-that-of-its-place',
  title: 'a booking that was moved does not go on costing what it did where a new one there costs something else',
  judge: ({ before, moved, read, probe: beside, back }, { profile }) => {
    need(before)
    need(moved)
    need(read)
    const probe = shownBeside(beside, profile)
    const [was, is, there] = [costOf(before), costOf(read), costOf(probe)]
    if (was === there) return notApplicable('a new booking costs the same where this one was and where it was moved to')
    if (is === there) return pass
    if (is !== was) return untested('the moved booking costs neither what it did nor what a new one costs there')
    const [first, second] = back
    need(first)
    need(second)
    if ([first, second].some((each) => costOf(each) !== was))
      return untested(
        'what is reserved where the booking was does not cost by now what it did: prices change meanwhile',
      )
    return failAt(read, bookingPointer(read.profile, 'total') ?? '', {
      message: `the booking was moved (exchange ${moved.n}) and costs what it did before, and a new one there costs ${describeValue(probe.read('total'))} (exchange ${probe.n}), while a new one where it was costs what that did (exchange ${second.n})`,
      ...wants.value(probe.read('total')),
      restsOn: ['booking.pricing.total'],
      steps: [before.n, moved.n, probe.n, first.n, second.n],
    })
  },
})

const moreRoom =
  'name as bookable.standard something that two bookings can have at once, or more days in bookable.standard.availability or operations.availability.body: a run holds some fifty at a time'

/** What was reserved beside a moved booking. @throws Stop where it shows no price */
function shownBeside(probe: Answer | null, profile: Profile): Answer {
  const takesOne = exclusiveOf(profile) === profile.bookable.standard
  if (probe === null && !takesOne)
    throw new Stop(
      'what the booking was moved to could not be reserved beside it, which may be for want of room: bookings of this run may have its places',
      moreRoom,
    )
  if (probe === null)
    throw new Stop(
      'what is booked here takes one booking at a time, so that nothing can be reserved beside the one that was moved',
      'name as bookable.standard something that has room for several bookings',
    )
  if (!probe.accepted)
    throw new Stop(
      `what the booking was moved to could not be reserved beside it (exchange ${probe.n}: ${probe.describe()})`,
      aboutCurrency(probe) ? 'give bookable.standard its currencies' : moreRoom,
    )
  if (probe.read('total') === undefined)
    throw new Stop('the bookings show no price', 'declare booking.pricing.total in the profile')
  return probe
}

/** The net amount of a new booking, and a lower price for the guest than that or the former one; null: it is not so. */
function taxLost({ before, after, probe }: Readonly<Record<'before' | 'after' | 'probe', Answer>>): Judgement | null {
  const isNetOf = (known: Answer): boolean => known.read('net') === after.read('net')
  const [total, fresh] = [after.read('total'), probe.read('total')]
  const isLower = typeof total === 'number' && typeof fresh === 'number' && total < fresh
  if (!isLower || !isNetOf(probe) || isNetOf(before) || probe.read('currency') !== after.read('currency')) return null
  return failAt(after, bookingPointer(after.profile, 'total') ?? '', {
    message: `the moved booking has the net amount of a new one, and costs ${total} where that costs ${fresh} (exchange ${probe.n})`,
    ...wants.value(fresh),
    restsOn: ['booking.pricing.total'],
  })
}

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

type Part = 'net' | 'taxes'

/** The net amount, and what the taxes come to, as far as they are shown. */
function partsOf(answer: Answer): readonly { readonly field: Part; readonly value: Json }[] {
  return (['net', 'taxes'] as const).flatMap((field) => {
    const value = partOf(answer, field)
    return value === null ? [] : [{ field, value }]
  })
}

function partOf(answer: Answer, field: Part): Json {
  const [booking] = answer.bookings
  return booking === undefined ? null : field === 'net' ? (booking.read('net') ?? null) : sumOfTaxes(booking)
}

function differs(known: Json, value: Json): boolean {
  return known !== null && known !== value
}

export default suite
