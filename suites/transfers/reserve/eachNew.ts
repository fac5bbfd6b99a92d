import {
  askedForPricing,
  bookablesOf,
  expect,
  judgedIfAny,
  openSuite,
  sentIn,
  type Answer,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { isNew } from './isNew.js'

const suite: Suite = openSuite()
const { course } = suite

// Whatever is booked, by whatever scenario: what starts soon, another product, what can be had once.
course({
  id: 'reserve.each-starts-on-hold',
  clause: '4.2/new-booking-on-hold',
  title: 'whatever is booked, and by whom: a new booking has status ON_HOLD',
  of: ['reserve'],
  judge: (answers) => {
    const made = answers.filter((answer) => isNew(answer, answers))
    return judgedIfAny(made.map((answer) => expect(answer).field('status').toBe('ON_HOLD')))
  },
})

course({
  id: 'reserve.each-in-its-default-currency',
  clause: '4.2/currency-omitted-default',
  title: 'whatever is booked without a currency is priced in the default currency of its own option',
  of: ['reserve'],
  judge: (answers, { profile }) => {
    const judged = answers.flatMap((answer) => {
      const currency =
        isNew(answer, answers) && isOwn(answer) && askedForPricing(answer.exchange)
          ? defaultOf(answer, profile)
          : undefined
      if (currency === undefined || answer.read('currency') === undefined) return []
      return [expect(answer).field('currency').toBe(currency)]
    })
    return judgedIfAny(judged)
  },
})

/** Whether the first account made it: what another one is priced in by default is its own matter. */
function isOwn({ exchange }: Answer): boolean {
  return exchange.as === 'reseller'
}

/** The default currency that the profile names of what was booked; undefined: it names none, or the request had a currency. */
function defaultOf({ exchange }: Answer, profile: Profile): string | undefined {
  const { productId, optionId, currency } = exchange.input
  const place = profile.operations.reserve?.fields['currency']
  // What is booked may bring one of its own (`bookable.NAME.reserve`), as may all requests.
  if (currency !== undefined || (place !== undefined && sentIn(exchange.request)(place) !== undefined)) return undefined
  const named = bookablesOf(profile).filter((each) => each.productId === productId && each.optionId === optionId)
  // One that brings a currency of its own need not say which it is without.
  const [first, ...others] = new Set(named.flatMap(({ defaultCurrency }) => defaultCurrency ?? []))
  return others.length > 0 ? undefined : first
}

export default suite
