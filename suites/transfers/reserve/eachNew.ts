import {
  all,
  askedForPricing,
  bookableKey,
  bookablesOf,
  cleanUpScenario,
  expect,
  fail,
  inWords,
  judgedIfAny,
  openSuite,
  pass,
  recordedKind,
  sentIn,
  untested,
  wants,
  say,
} from '../vocabulary/index.js'
import type { Answer, Bookable, Finding, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { isBooked } from '../quote/days.js'
import { optionsOf } from '../quote/options.js'

const suite: Suite = openSuite()
const { course, whole } = suite

// Any booking by any scenario counts: of something that starts soon, another product, or something held once.
course({
  id: 'reserve.starts-on-hold',
  clause: '4.2/new-booking-on-hold',
  title: 'whatever is booked, and by whom: a new booking has status ON_HOLD',
  of: ['reserve'],
  judge: (answers) => {
    const made = answers.filter((answer) => isNew(answer, answers))
    return judgedIfAny(made.map((answer) => expect(answer).field('status').toBe('ON_HOLD')))
  },
})

/** A default currency that a quote shows of an option, or the currency of a booking that was made without one. */
export interface ShownCurrency {
  readonly n: number
  readonly of: Pick<Bookable, 'productId' | 'optionId'>
  readonly currency: string
  /** Where the booking shows it, and what it was sent with; null: it is the quoted one. */
  readonly booked: (Pick<Finding, 'pointer' | 'field' | 'restsOn'> & { readonly key: string }) | null
}

// The profile is not the server: what it says of a default counts where a booking shows it as well.
whole({
  id: 'reserve.each-in-its-default-currency',
  clause: '4.2/currency-omitted-default',
  title: 'whatever is booked without a currency is priced in the default currency of its own option, each time',
  of: ['transfers', 'reserve'],
  uses: ['reserve'],
  needs: ['defaultCurrency'],
  ofOwnRun: true,
  keep: (answer) => [...bookedIn(answer), ...quotedIn(answer)],
  judge: (shown, { profile }) => judgeDefaults(shown, profile),
})

function quotedIn(quote: Answer): readonly ShownCurrency[] {
  const { profile, n, exchange } = quote
  if (exchange.purpose !== 'transfers') return []
  return optionsOf(quote).flatMap((shown) => {
    const { defaultCurrency } = shown.option
    const what = bookablesOf(profile).find((each) => isBooked(shown, quote, each, profile))
    return what === undefined || typeof defaultCurrency !== 'string'
      ? []
      : [{ n, of: what, currency: defaultCurrency, booked: null }]
  })
}

function bookedIn(answer: Answer): readonly ShownCurrency[] {
  const { exchange, profile, n } = answer
  const { productId, optionId, currency } = exchange.input
  const sentAt = profile.operations.reserve?.fields['currency']
  const shown = answer.read('currency')
  // Another account is priced in what is its own matter, and what is booked may bring a currency of its own.
  const isNamed = currency !== undefined || (sentAt !== undefined && sentIn(exchange.request)(sentAt) !== undefined)
  if (exchange.as !== 'reseller' || isNamed || !askedForPricing(exchange) || !isNew(answer, [answer])) return []
  if (typeof shown !== 'string' || typeof productId !== 'string' || typeof optionId !== 'string') return []
  const { pointer, key } = answer.place('currency')
  const booked = { pointer, field: 'currency', restsOn: key === null ? [] : [key], key: keyOf(answer) } as const
  return [{ n, of: { productId, optionId }, currency: shown, booked }]
}

/**
 * A booking without a currency is in the one quoted for its option. An unquoted option has the one that the profile
 * names if any booking is in it, or else that of its first booking.
 */
export function judgeDefaults(shown: readonly ShownCurrency[], profile: Profile): Judgement {
  const isFirst = (each: ShownCurrency): boolean =>
    shown.find(({ booked }) => booked?.key === each.booked?.key) === each
  const made = shown.filter((each) => each.booked !== null && isFirst(each))
  const judged = made.flatMap((each): readonly Judgement[] => {
    const quoted = shown.filter(({ of, booked }) => booked === null && isSame(of, each.of))
    const alike = made.filter(({ of }) => isSame(of, each.of))
    const named = namedOf(each.of, profile)
    const [first = each] = new Set(quoted.map(({ currency }) => currency)).size === 1 ? quoted : []
    const known =
      first.booked === null ? first : (alike.find(({ currency }) => currency === named?.currency) ?? alike[0])
    if (known === undefined) return []
    if (each.currency !== known.currency) return [fail(findingOf(each, known))]
    if (named === null) return known.booked === null ? [pass] : []
    return [named.currency === each.currency ? pass : wronglyNamed(each, known, named)]
  })
  return judged.length > 0
    ? all(...judged)
    : untested('no booking without a currency is of an option whose default currency is known')
}

function findingOf({ n, currency, booked }: ShownCurrency, known: ShownCurrency): Finding {
  const { key: _, ...place } = booked ?? { key: '', pointer: '' }
  const told =
    known.booked === null ? 'its option was quoted with the defaultCurrency' : 'another of the same option is in'
  return {
    ...say`a booking without a currency is in ${inWords(currency)}, and ${told} ${inWords(known.currency)} (request ${known})`,
    ...wants.value(known.currency),
    received: currency,
    exchange: n,
    ...place,
    steps: [known.n, n].sort((a, b) => a - b),
  }
}

function wronglyNamed({ n, currency }: ShownCurrency, known: ShownCurrency, named: Named): Judgement {
  const seen = known.booked === null ? ` (request ${n}), as it was quoted (request ${known.n})` : ` (request ${n})`
  return untested(
    `the profile says that the default currency of ${named.entry} is ${named.currency}, and without one it is booked in ${inWords(currency)}${seen}`,
    `write ${named.entry}.defaultCurrency: ${inWords(currency)} in the profile, if that is right`,
  )
}

interface Named {
  readonly currency: string
  readonly entry: string
}

/** The default currency that the profile names of what was booked, where its entries agree. */
function namedOf(what: ShownCurrency['of'], profile: Profile): Named | null {
  const named = bookablesOf(profile).filter((each) => isSame(each, what))
  // One that brings a currency of its own need not say which it is without.
  const [currency, ...others] = new Set(named.flatMap(({ defaultCurrency }) => defaultCurrency ?? []))
  const entry = named.find(({ defaultCurrency }) => defaultCurrency === currency)
  return currency === undefined || others.length > 0 || entry === undefined
    ? null
    : { currency, entry: bookableKey(profile, entry) }
}

function isSame(one: ShownCurrency['of'], other: ShownCurrency['of']): boolean {
  return one.productId === other.productId && one.optionId === other.optionId
}

/** Whether an accepted reserve made a booking: its key was new. The cleanup reserves again what may have been made. */
export function isNew(answer: Answer, answers: readonly Answer[]): boolean {
  const { n, purpose, scenario } = answer.exchange
  if (!answer.accepted || purpose !== 'reserve' || scenario === cleanUpScenario || !isSeenWhole(answer)) return false
  const key = keyOf(answer)
  return answers.every((other) => other.exchange.purpose !== 'reserve' || other.exchange.n >= n || keyOf(other) !== key)
}

function keyOf({ exchange }: Answer): string {
  return inWords(exchange.input['idempotencyKey'])
}

/** Whether all that was done to its booking is known: in recorded traffic a key may have been used before it began. */
function isSeenWhole({ exchange }: Answer): boolean {
  const recorded = recordedKind(exchange)
  return recorded === null || recorded === 'booking'
}

export default suite
