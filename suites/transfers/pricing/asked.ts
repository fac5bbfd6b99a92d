import {
  all,
  allJudged,
  describeValue,
  expect,
  fail,
  inWords,
  openSuite,
  pass,
  untested,
  unusable,
  wants,
  say,
} from '../vocabulary/index.js'
import type { Answer, Json, Judgement, Suite } from '../vocabulary/index.js'
import { optionsOf, pricingOf, type ShownOption } from '../quote/options.js'
import { flaws, transfers } from '../quote/scenario.js'
import { eachOption, type JudgeOption } from './amounts.js'

const suite: Suite = openSuite()
const { check } = suite

check(transfers, {
  id: 'pricing.currency-asked-is-priced',
  clause: '4.1/currency-asked-is-priced',
  title: 'every option is priced in the currency that was asked for, be it USD, EUR or GBP',
  judge: ({ usd, eur, gbp }) => all(pricedIn(usd, 'USD'), pricedIn(eur, 'EUR'), pricedIn(gbp, 'GBP')),
})

check(transfers, {
  id: 'pricing.currency-omitted-own-default',
  clause: '4.1/currency-omitted-own-default',
  title: 'when no currency is asked for, every option is priced in its own defaultCurrency',
  judge: ({ omitted }) => {
    if (omitted.refused)
      return untested(
        `a request without a currency was refused: ${omitted.describe()} (request ${omitted.n})`,
        'see whether the target means to refuse it: section 2.3 says which currency then applies',
      )
    return judged(omitted, (shown) => {
      const { defaultCurrency } = shown.option
      return typeof defaultCurrency === 'string'
        ? inCurrency(shown, defaultCurrency, 'its defaultCurrency, since none was asked for')
        : undefined
    })
  },
})

check(transfers, {
  id: 'pricing.currency-omitted-not-remembered',
  clause: '4.1/currency-omitted-not-remembered',
  title: 'in which currency an option is priced when none is asked for does not depend on the request before',
  judge: ({ usd, gbp, omitted, omittedAgain }) => {
    const cannot = [usd, gbp, omitted, omittedAgain].map(unusable).find((each) => each !== null)
    if (cannot) return cannot
    const [before, after] = [omitted, omittedAgain].map(currencyOfAll)
    // Where each option has a currency of its own, it is that.
    if (before === undefined || after === undefined || before === after) return pass
    return fail({
      ...say`without a currency in the request every option is priced in ${inWords(after)} after a request for GBP, and it was ${inWords(before)} before that (request ${omitted})`,
      ...wants.value(before, inWords(before)),
      before: { exchange: omitted.n, value: before },
      received: after,
      exchange: omittedAgain.n,
      pointer: '/options/0/pricing/currency',
    })
  },
})

check(transfers, {
  id: 'pricing.currency-unavailable-never-priced',
  clause: '4.1/currency-unavailable-never-priced',
  title: 'no option is priced in a currency that is not available',
  judge: ({ eur, flawed }) => {
    const said = wants.refused('a refusal, or an available currency', { type: 'string' })
    const why = 'although it asks for a currency that is not available'
    const tried = flawed.filter(({ flaw }) => flaw === 'currency-unavailable')
    if (tried.length === 0) return expect(null).toBeRefused(eur, why)
    return allJudged(
      ...tried.map(({ answer, value: foreign }) => {
        if (!eur.accepted || answer.refused) return expect(answer).toBeRefused(eur, why)
        return judged(answer, (shown) => {
          const currency = pricingOf(shown)?.['currency']
          if (currency !== foreign) return null
          const pointer = `${shown.pointer}/pricing/currency`
          return {
            message: `an option is priced in ${describeValue(foreign)}, which is not among its availableCurrencies`,
            ...said,
            received: currency,
            pointer,
          }
        })
      }),
    )
  },
})

flaws.refused(suite, transfers, ({ eur, flawed }) => ({ control: eur, flawed }))

/** The one currency of all options; undefined: they have several, or none. */
function currencyOfAll(answer: Answer): Json | undefined {
  const currencies = new Set(optionsOf(answer).map((shown) => pricingOf(shown)?.['currency']))
  const [currency] = currencies
  return currencies.size === 1 ? currency : undefined
}

function pricedIn(answer: Answer, asked: string): Judgement {
  return judged(answer, (shown) => {
    const { availableCurrencies } = shown.option
    // A currency that the option does not offer need not be priced. Another check judges whether it should be offered.
    if (Array.isArray(availableCurrencies) && !availableCurrencies.includes(asked)) return undefined
    return inCurrency(shown, asked, 'the currency asked for')
  })
}

function inCurrency(shown: ShownOption, expected: string, why: string): ReturnType<JudgeOption> {
  const currency = pricingOf(shown)?.['currency']
  if (typeof currency !== 'string') return undefined
  if (currency === expected) return null
  const pointer = `${shown.pointer}/pricing/currency`
  return {
    message: `an option is priced in ${describeValue(currency)} and should be in ${expected}, ${why}`,
    ...wants.value(expected),
    received: currency,
    pointer,
  }
}

function judged(answer: Answer, judge: JudgeOption): Judgement {
  return unusable(answer) ?? eachOption(answer, judge)
}

export default suite
