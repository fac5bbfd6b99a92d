import {
  describeValue,
  failAt,
  idText,
  isCounted,
  openSuite,
  otherIdsOf,
  pass,
  wants,
  writes,
  askedForPricing,
  bookingAbout,
  bookingPointer,
  judgedIfAny,
  allJudged,
  priceFields,
  sameBooking,
  toldBy,
  unseen,
  all,
  isPending,
  untested,
  cleanUpScenario,
  isOf,
  recordedKind,
  say,
  type Words,
} from '../vocabulary/index.js'
import type { Suite, Answer, Judgement, BookingField, Trials } from '../vocabulary/index.js'
import { reference } from '../confirm/reference.js'
import { forms } from '../capability/forms.js'
import { baseHold } from '../capability/without.js'

const suite: Suite = openSuite()
const { sweep, course, check } = suite

// Also when several of them are under way at once, which no single scenario arranges.
for (const operation of [...writes, 'get'] as const)
  sweep({
    id: `booking.asked-for-by-${operation}`,
    clause: `4.3/${operation}-accepted`,
    title: `the booking that ${operation} answers is always the one it was asked for`,
    of: [operation],
    uses: [operation],
    judge: (answer) => {
      const { bookingId } = answer.exchange
      const found = answer.accepted ? answer.read('id') : undefined
      if (bookingId === undefined || found === undefined) return null
      // Where ids are counted in each account, it has a booking of its own of that number, which the evidence does not name.
      if (answer.exchange.as !== 'reseller' && isCounted(bookingId)) return null
      // A booking may be read by what else it goes by.
      if (idText(found) === bookingId || otherIdsOf(answer).includes(bookingId)) return pass
      return failAt(answer, answer.profile.booking.id, {
        message: `${operation} of booking ${describeValue(bookingId)} answers booking ${describeValue(found)}`,
        ...wants.value(bookingId),
      })
    },
  })

const shown = ['reserve', 'get', 'extend', 'confirm', 'cancel']

// Of every booking of the run, in whatever currency it is and of whatever product: the scenarios of single operations have one each.
course({
  id: 'booking.keeps-its-currency',
  clause: '4.2/currency-kept',
  title:
    'a booking that was not updated is shown in the currency in which it was reserved, whatever else was done to it',
  of: ['get'],
  judge: (answers) => {
    const own = answers.filter((answer) => answer.accepted && answer.exchange.as === 'reseller')
    return judgedIfAny(
      own
        .filter((answer) => answer.exchange.purpose === 'reserve' && isTold(answer))
        .flatMap((reserved) => judgeKept(reserved, own)),
    )
  },
})

/** Judges what follows a reservation until the booking is updated, which may move it to what is priced otherwise. */
function judgeKept(reserved: Answer, own: readonly Answer[]): readonly Judgement[] {
  const id = bookingAbout(reserved)
  const later = own.slice(own.indexOf(reserved) + 1).filter((each) => bookingAbout(each) === id)
  const end = later.findIndex(({ exchange }) => exchange.purpose === 'update')
  const currency = reserved.read('currency') ?? null
  return later
    .slice(0, end === -1 ? later.length : end)
    .filter(
      (each) => shown.includes(each.exchange.purpose) && isTold(each) && each.exchange.input['currency'] === undefined,
    )
    .map((each) =>
      each.read('currency') === currency
        ? pass
        : failAt(each, bookingPointer(each.profile, 'currency') ?? '', {
            ...say`${each.exchange.purpose} shows the booking in ${describeValue(each.read('currency'))}, and it was reserved in ${describeValue(currency)} (exchange ${reserved})`,
            ...wants.value(currency),
            field: 'currency',
            before: { exchange: reserved.n, value: currency },
            restsOn: ['booking.pricing.currency'],
            steps: [reserved.n, each.n],
          }),
    )
}

/** Another type than a text is for the checks of fields to say. */
function isTold(answer: Answer): boolean {
  return askedForPricing(answer.exchange) && typeof answer.read('currency') === 'string'
}

check(reference, {
  id: 'booking.prices-agree-with-get',
  clause: '3/answer-agrees-with-get',
  title: 'get shows the price that confirm and cancel answered',
  uses: ['cancel', 'get'],
  judge: ({ cancel }) =>
    cancel === null
      ? unseen('no booking could be confirmed')
      : allJudged(
          kept(cancel.confirm, cancel.before, priceFields, 'though nothing was done after the confirm'),
          kept(cancel.cancelled, cancel.read, priceFields, 'though nothing was done after the cancel'),
        ),
})

/** The same in both answers, as far as both tell: what an answer leaves out it does not contradict. */
function kept(earlier: Answer, later: Answer, fields: readonly BookingField[], because: Words): Judgement {
  const told = toldBy(fields, earlier, later)
  return sameBooking(earlier, later, told, because)
}

// However much time lies between: prices of products may change from day to day (1.6), that of a booking is the final one.
course({
  id: 'booking.final-price-does-not-drift',
  clause: '2.5/final-price-does-not-drift',
  title: 'a confirmed booking to which nothing was done costs the same in every get, however much time has passed',
  of: ['get'],
  uses: ['confirm', 'get'],
  ofOwnRun: true,
  judge: (answers) => judgedIfAny(answers.flatMap((answer, at) => judgeDrift(answer, answers.slice(0, at)))),
})

/** Judges a get by the last answer of the same account that showed the confirmed booking, where that was the last done to it. */
function judgeDrift(read: Answer, earlier: readonly Answer[]): readonly Judgement[] {
  if (read.exchange.purpose !== 'get' || !isFirm(read)) return []
  const id = bookingAbout(read)
  const before = earlier.findLast((each) => bookingAbout(each) === id)
  if (before === undefined || !['get', 'confirm'].includes(before.exchange.purpose) || !isFirm(before)) return []
  // A move may have made another price, and a read before it is shown may come late.
  if (earlier.some((each) => bookingAbout(each) === id && each.exchange.purpose === 'update')) return []
  // What comes in another type is for the checks of fields to say.
  const fields = toldBy(priceFields, before, read).filter(
    (field) => typeof before.read(field) === typeof read.read(field),
  )
  if (fields.length === 0) return []
  return [sameBooking(before, read, fields, 'though nothing was done to the confirmed booking in between')]
}

function isFirm(answer: Answer): boolean {
  const { exchange, profile } = answer
  return (
    answer.accepted &&
    exchange.as === 'reseller' &&
    askedForPricing(exchange) &&
    answer.read('status') === profile.booking.statuses.confirmed
  )
}

/** What of the price the guest is shown as payable, the final price of a booking (2.5). */
export const finalPrice: typeof priceFields = ['total', 'currency']

/**
 * Judges that a booking costs after a write what it cost before it, as far as both answers show it.
 * @param fields what of the price: all of it unless given
 */
export function priceKept(
  before: Answer,
  after: Answer | null,
  because: Words,
  fields: typeof priceFields = priceFields,
): Judgement {
  const shown = after === null ? [] : toldBy(fields, before, after)
  return shown.length === 0 && after?.accepted === true
    ? untested(`exchanges ${before.n} and ${after.n} do not both show a price`)
    : sameBooking(before, after, shown, because)
}

/**
 * Judges that a booking is payable once it is confirmed as it was before. While a confirm is processed the booking may be shown as it was on
 * hold: then the get after it tells, too.
 */
export function priceKeptByConfirm(before: Answer, confirmed: Answer, read: Answer | null): Judgement {
  const kept = (after: Answer): Judgement =>
    priceKept(before, after, 'though the booking was only confirmed', finalPrice)
  const isProcessed = confirmed.accepted && isPending(confirmed.read('status'), confirmed.profile)
  return isProcessed && read?.accepted === true ? all(kept(confirmed), kept(read)) : kept(confirmed)
}

/** The scenarios that reserve without octo/pricing, or may. They also send a reserve again, with the capability, that they had sent without. */
export const unpriced: readonly Trials<unknown>[] = [forms, baseHold]

/**
 * Whether the booking of an answer may have been reserved without octo/pricing: the chapter that probes the capability does so,
 * what it leaves is cancelled in the cleanup, and the documents leave open whether such a booking has prices when it is read with it (5/priced-read-of-unpriced-booking). Of a booking in
 * recorded traffic that was made before it, nobody knows; nor of one that another account has under the id of one of the first's.
 */
export function madeWithoutPrices({ exchange }: Answer): boolean {
  const isFound = exchange.as === 'other' && exchange.purpose !== 'reserve'
  return (
    isFound || isOf(unpriced, exchange) || exchange.scenario === cleanUpScenario || recordedKind(exchange) === 'earlier'
  )
}

export default suite
