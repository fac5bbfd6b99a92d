import { isDeepStrictEqual } from 'node:util'
import {
  all,
  allJudged,
  asksForNothing,
  describeValue,
  expect,
  hasSettled,
  notApplicable,
  passesThrough,
  priceFields,
  sameBooking,
  showsText,
  statesContradict,
  tellingFields,
  toldBy,
  untested,
  unusable,
  type Words,
} from '../vocabulary/index.js'
import type { Answer, BookingField, Json, Judgement } from '../vocabulary/index.js'
import { priceKept } from '../booking/prices.js'

/** Judges an update that a booking must take as long as its cancellable, as last answered, is true. */
export function allowed(before: Answer | null, updated: Answer | null, because = ''): Judgement {
  const cannot = cancellableOf(before)
  return cannot ?? expect(updated).toBeAccepted(`though cancellable of the booking is true${because}`)
}

/** The same for two updates one after the other: the second must be taken as well, where the first was. */
export function allowedTwice(before: Answer, first: Answer, second: Answer, state: string): Judgement {
  return all(
    allowed(before, first, `, and the booking is ${state}`),
    ...(first.accepted ? [allowed(first, second, ', and it was updated before')] : []),
  )
}

/** Nothing where the booking says that it is cancellable; else why an update of it need not be accepted. */
function cancellableOf(before: Answer | null): Judgement | null {
  const cannot = unusable(before)
  if (cannot !== null || !before) return cannot
  const cancellable = before.read('cancellable')
  if (cancellable === true) return null
  return untested(
    `cancellable of the booking is ${describeValue(cancellable)} (exchange ${before.n}), so update need not be accepted`,
    'make bookable.standard something that can be cancelled for a while yet',
  )
}

/**
 * Judges that a write was refused. An update that asks for no change may well be answered with the booking as it is.
 * @param shown the booking right before it; null: not known
 */
export function refusedWrite(
  written: Answer | null | undefined,
  control: Answer | null,
  because: Words,
  shown: Answer | null = null,
): Judgement {
  const judged = expect(written).toBeRefused(control, because)
  return judged.outcome === 'fail' && written && asksForNothing(written, shown)
    ? untested(
        'the update was answered, but it asked for no change',
        'declare operations.update.reference in the profile, if the target has it',
      )
    : judged
}

/** Judges that the reference that an update was sent is the one that is read, where bookings carry it. */
export function referenceKept(updated: Answer | null, read: Answer | null): Judgement {
  const cannot = unusable(updated) ?? unusable(read)
  if (cannot !== null) return cannot
  if (updated?.profile.booking.reference === null)
    return notApplicable('the bookings of this target do not carry the reference')
  const sent = updated?.exchange.input['reference']
  if (updated?.profile.operations.update?.fields['reference'] === undefined || typeof sent !== 'string')
    return untested('this target takes no reference in update', 'declare operations.update.reference in the profile')
  return showsText(read, 'reference', sent)
}

/** Judges a top-level member of the booking that is called as an input of update is; the documents do not say that bookings carry it. */
export function memberKept(
  name: 'availabilityId' | 'optionId' | 'productId',
  { before, was, read, sent }: { before: Answer; was: Json; read: Answer | null; sent: Json },
): Judgement {
  if (before.at(`/${name}`) !== was)
    return notApplicable(`the bookings of this target do not show, at /${name}, the ${name} that was reserved`)
  return expect(read).at(`/${name}`).toBe(sent)
}

export function answered(answer: Answer): readonly BookingField[] {
  return toldBy([...tellingFields, ...priceFields], answer)
}

type Around = Readonly<Record<'reserved' | 'before' | 'updated' | 'after', Answer>>

/** Whether writes have one price and reads another, from the reservation on: an update has no part in it. */
function isOfReads(field: BookingField, { reserved, before, updated, after }: Around): boolean {
  return (
    priceFields.includes(field) &&
    isDeepStrictEqual(reserved.read(field), updated.read(field)) &&
    isDeepStrictEqual(before.read(field), after.read(field))
  )
}

/**
 * Judges that an update leaves the price as it was: its answer that of the reservation, or else of the read before, and the read after
 * it that of the read before.
 */
export function priceLeft({ reserved, before, updated, after }: Around, because: Words): Judgement {
  const answers = priceKept(reserved, updated, because)
  return allJudged(
    answers.outcome === 'pass' ? answers : priceKept(before, updated, because),
    priceKept(before, after, because),
  )
}

/**
 * Judges that a read shows what the update right before it answered, and that it is in a state that the booking may have come to
 * from the one before it: an update may answer a state of its own, which says nothing of the one that follows.
 * @param reserved the answer to the reservation, whose price the first read is held against (reserve.price-agrees-with-get)
 */
export function persisted(reserved: Answer, before: Answer, updated: Answer, after: Answer): Judgement {
  const because = { message: 'though nothing was done after the update', after: ['update'] }
  const fields = answered(updated).filter((field) => !isOfReads(field, { reserved, before, updated, after }))
  const same = all(sameBooking(updated, after, fields, because), hasSettled(updated, after))
  const contradict = statesContradict(before.read('status'), after.read('status'), after.profile)
  return passesThrough(updated) && contradict ? all(same, sameBooking(before, after, ['status'], because)) : same
}
