import {
  askedForPricing,
  fail,
  openSuite,
  pass,
  unseen,
  describeValue,
  invariantCheck,
  wants,
  isJsonObject,
  notApplicable,
  shownIn,
  currencyPrecision,
  say,
} from '../vocabulary/index.js'
import type { Suite, Answer, Finding, Judgement, ShownBooking, Json, Tally } from '../vocabulary/index.js'
import { optionsOf, pricingOf, isObject, type ShownOption, type JsonObject } from '../quote/options.js'
import { reference } from '../confirm/reference.js'
import { transfers } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { sweep, check, observe } = suite

/** What is wrong with an option; null: nothing, undefined: it says nothing of the matter. */
export type JudgeOption = (shown: ShownOption) => Omit<Finding, 'exchange'> | null | undefined

/** Judges every option of one answer; untested where none says anything. */
export function eachOption(answer: Answer, judge: JudgeOption): Judgement {
  const judged = optionsOf(answer).map(judge)
  const findings = judged.flatMap((finding) => (finding ? [{ ...finding, exchange: answer.n }] : []))
  if (findings.length > 0) return fail(...findings)
  return judged.includes(null) ? pass : unseen(`no option of the transfer shows it (request ${answer.n})`)
}

const amounts = ['original', 'retail', 'net'] as const

/** What each option of a transfer shows, where octo/pricing was asked for. */
const rules: readonly {
  readonly id: string
  readonly clause: string
  readonly title: string
  readonly judge: JudgeOption
}[] = [
  {
    id: 'pricing.every-option-priced',
    clause: '1.5/pricing-in-transfers',
    title: 'every option of a transfer carries price data',
    judge: (shown) => {
      const pricing = pricingOf(shown)
      if (amounts.some((name) => (pricing?.[name] ?? null) !== null)) return null
      return {
        message: `an option of the transfer carries no price data: its pricing is ${describeValue(shown.option['pricing'])}`,
        ...wants.fitting('an object with amounts', { type: 'object' }),
        received: shown.option['pricing'] ?? null,
        pointer: `${shown.pointer}/pricing`,
      }
    },
  },
  {
    id: 'pricing.amounts-are-integers',
    clause: '2.4/amounts-are-integers',
    title: 'all amounts of the pricing of an option are integers',
    judge: (shown) => {
      const pricing = pricingOf(shown)
      // What is missing or null is the matter of the field checks.
      const given = amounts.filter((name) => (pricing?.[name] ?? null) !== null)
      const wrong = given.find((name) => !Number.isInteger(pricing?.[name]))
      if (wrong === undefined) return given.length === 0 ? undefined : null
      return {
        message: `${wrong} of an option is ${describeValue(pricing?.[wrong])}, which is no integer amount in the smallest unit`,
        ...wants.fitting('an integer amount in the smallest unit', { type: 'integer' }),
        received: pricing?.[wrong] ?? null,
        pointer: `${shown.pointer}/pricing/${wrong}`,
      }
    },
  },
]

for (const { judge, ...what } of rules)
  sweep({
    ...what,
    of: ['transfers'],
    judge: (answer) => {
      if (!answer.accepted || !askedForPricing(answer.exchange)) return null
      const judgement = eachOption(answer, judge)
      return judgement.outcome === 'untested' ? null : judgement
    },
  })

for (const [clause, title, ...places] of [
  [
    '2.4/original-not-below-retail',
    'the original price of an option is the same as or higher than its retail price',
    '/pricing/original',
    '/pricing/retail',
  ],
  [
    '2.4/precision-is-the-currencys',
    'currencyPrecision is the number of decimal places of the currency',
    '/pricing/currency',
    '/pricing/currencyPrecision',
  ],
  [
    '2.3/available-currencies-exact-set',
    'availableCurrencies of every option is exactly USD, EUR and GBP, in any order',
    '/availableCurrencies',
  ],
  [
    '2.3/default-currency-is-available',
    'defaultCurrency of an option is one of its availableCurrencies',
    '/availableCurrencies',
    '/defaultCurrency',
  ],
  [
    '2.4/currency-is-available',
    'an option is priced in one of its availableCurrencies',
    '/availableCurrencies',
    '/pricing/currency',
  ],
] as const)
  invariantCheck(suite, { id: `pricing.${clause.slice(4)}`, clause, title, places, pricing: true })

// That a booking has no taxes at all may be said by showing none: only another answer with some contradicts that.
check(reference, {
  id: 'pricing.booking-taxes',
  clause: '2.5/pricing-taxes',
  title: 'the pricing of a booking shows the taxes included in the net price, in each answer',
  uses: ['cancel', 'get'],
  judge: ({ cancel }, { profile }) => {
    if (cancel === null) return unseen('no booking could be confirmed')
    const { held, confirm, before, cancelled, read, listed } = cancel
    if (profile.booking.pricing.taxes === null)
      return notApplicable('the profile says that the bookings of this target show no taxes')
    const single = [held, confirm, before, cancelled, read].flatMap(({ bookings }) => bookings)
    const priced = [...single, shownIn(listed)].filter((each) => each !== null).filter(isPriced)
    const showing = priced.find((each) => isShown(each) && !isEmpty(each)) ?? priced.find(isShown)
    if (showing === undefined)
      return priced.some((each) => each.read('taxes') === null)
        ? notApplicable('the bookings of this target show null for the taxes: none are included')
        : unseen(
            'no answer shows taxes, of which there may be none',
            'declare booking.pricing.taxes: where they stand, or null if no taxes are included',
          )
    const findings = priced
      .filter((each) => !isShown(each) || contradicts(each, showing))
      .map((each) =>
        each.finding('taxes', {
          ...say`${each.answer.exchange.purpose} shows no taxes of a booking, and ${showing.answer.exchange.purpose} does (request ${showing.answer})`,
          expected: 'the taxes included in the net price',
        }),
      )
    return findings.length === 0 ? pass : fail(...findings)
  },
})

/** No taxes in the net price, of which another answer shows that there are some. */
function contradicts(one: ShownBooking, showing: ShownBooking): boolean {
  if (!isEmpty(one) || isEmpty(showing)) return false
  const net = one.read('net')
  return net !== undefined && net === showing.read('net')
}

function isShown(booking: ShownBooking): boolean {
  return (booking.read('taxes') ?? null) !== null
}

function isEmpty(booking: ShownBooking): boolean {
  const taxes = booking.read('taxes')
  return Array.isArray(taxes) && taxes.length === 0
}

function isPriced(booking: ShownBooking): boolean {
  return isJsonObject(booking.read('pricing'))
}

observe(transfers, {
  id: 'pricing.included-taxes-element',
  clause: '2.4/included-taxes-element',
  observe: ({ usd, eur, gbp, omitted }) => {
    const taxes = [usd, eur, gbp, omitted].flatMap(optionsOf).flatMap((shown) => {
      const list = pricingOf(shown)?.['includedTaxes']
      return Array.isArray(list) ? list : []
    })
    if (taxes.length === 0) return 'no taxes were shown'
    return [...new Set(taxes.map(shape))].slice(0, 4).join(' or ')
  },
})

function shape(tax: Json): string {
  return isObject(tax) ? `{${Object.keys(tax).slice(0, 12).join(', ')}}` : describeValue(tax)
}

/** Which currencies the target answered prices in, with which precision, and between which amounts. */
export const pricesSeen: Tally = {
  id: 'prices',
  title: 'Prices and currencies seen',
  note: 'Of every answer with prices. Amounts are in the smallest unit of the currency, from the least to the most that was seen.',
  words: ['Price of', 'Currency', 'Decimal places shown', 'Decimal places it has'],
  numbers: ['Price for the guest', 'Net'],
  of(answer: Answer) {
    const options = optionsOf(answer)
      .map(pricingOf)
      .filter((pricing) => pricing !== undefined)
    const bookings = answer.bookings.filter((each) => isObject(each.read('pricing')))
    return [...options.map(ofOption), ...bookings.map(ofBooking)]
  },
}

type Entry = ReturnType<Tally['of']>[number]

function ofOption({ currency, currencyPrecision: precision, retail, net }: JsonObject): Entry {
  return entry('an option of a transfer', currency, precision, [retail, net])
}

function ofBooking(booking: ShownBooking): Entry {
  const amounts = [booking.read('total'), booking.read('net')]
  return entry('a booking', booking.read('currency'), booking.read('currencyPrecision'), amounts)
}

function entry(
  what: string,
  currency: Json | undefined,
  precision: Json | undefined,
  amounts: readonly (Json | undefined)[],
): Entry {
  const places = typeof currency === 'string' ? currencyPrecision(currency) : undefined
  return {
    words: [
      what,
      typeof currency === 'string' ? currency : 'not shown',
      typeof precision === 'number' ? String(precision) : 'not shown',
      places === undefined ? 'unknown' : String(places),
    ],
    numbers: amounts.map((amount) => (typeof amount === 'number' ? amount : null)),
  }
}

export default suite
