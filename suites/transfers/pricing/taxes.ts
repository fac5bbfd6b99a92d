import {
  fail,
  isJsonObject,
  notApplicable,
  openSuite,
  pass,
  readBooking,
  untested,
  type Answer,
  type Finding,
  type Json,
  type Listed,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { reference } from '../confirm/reference.js'

const suite: Suite = openSuite()
const { check } = suite

/** A booking with price data in an answer. */
interface Priced {
  readonly answer: Answer
  readonly booking: Json
  readonly at: string
}

// That a booking has no taxes at all may be said by showing none: only another answer with some contradicts that.
check(reference, {
  id: 'pricing.booking-taxes',
  clause: '2.5/pricing-taxes',
  title: 'the pricing of a booking shows the taxes included in the net price, in each answer',
  uses: ['cancel', 'get'],
  judge: ({ cancel }, { profile }) => {
    if (cancel === null) return untested('no booking could be confirmed')
    const { held, confirm, before, cancelled, read, listed } = cancel
    const place = profile.booking.pricing.taxes
    if (place === null) return notApplicable('the profile says that the bookings of this target show no taxes')
    const answers = [held, confirm, before, cancelled, read].filter(({ accepted }) => accepted)
    const single = answers.map((answer): Priced => ({ answer, booking: answer.json ?? null, at: '' }))
    const priced = [...single, ...inList(listed)].filter(({ booking }) => isPriced(booking, profile))
    const isShown = ({ booking }: Priced): boolean => taxesOf(booking, profile) !== null
    const showing = priced.find((each) => isShown(each) && !isEmpty(each, profile)) ?? priced.find(isShown)
    if (showing === undefined)
      return priced.some(({ booking }) => readBooking(profile, booking, 'taxes') === null)
        ? notApplicable('the bookings of this target show null for the taxes: none are included')
        : untested(
            'no answer shows taxes, of which there may be none',
            'declare booking.pricing.taxes: where they stand, or null if no taxes are included',
          )
    const findings = priced
      .filter((each) => !isShown(each) || contradicts(each, showing, profile))
      .map(({ answer, booking, at }): Finding => ({
        message: `${answer.exchange.purpose} shows no taxes of a booking, and ${showing.answer.exchange.purpose} does (exchange ${showing.answer.n})`,
        expected: 'the taxes included in the net price',
        received: taxesOf(booking, profile),
        exchange: answer.n,
        pointer: `${at}${place}`,
      }))
    return findings.length === 0 ? pass : fail(...findings)
  },
})

function inList(listed: Listed | null): readonly Priced[] {
  if (listed?.page == null || listed.index === null) return []
  const { page, index } = listed
  return [{ answer: page, booking: page.items[index] ?? null, at: `${page.itemsPointer}/${index}` }]
}

/** No taxes in the net price, of which another answer shows that there are some. */
function contradicts(one: Priced, showing: Priced, profile: Profile): boolean {
  if (!isEmpty(one, profile) || isEmpty(showing, profile)) return false
  const [net, shown] = [one, showing].map(({ booking }) => readBooking(profile, booking, 'net'))
  return net !== undefined && net === shown
}

function isEmpty({ booking }: Priced, profile: Profile): boolean {
  const taxes = taxesOf(booking, profile)
  return Array.isArray(taxes) && taxes.length === 0
}

function isPriced(booking: Json, profile: Profile): boolean {
  return isJsonObject(readBooking(profile, booking, 'pricing'))
}

function taxesOf(booking: Json, profile: Profile): Json {
  return readBooking(profile, booking, 'taxes') ?? null
}

export default suite
