import {
  bookablesOf,
  openFlaws,
  openSuite,
  routesOf,
  type Answer,
  type Flawed,
  type Flaws,
  type Profile,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { atOtherHour } from './atOtherHour.js'
import { optionsOf } from './options.js'

const suite: Suite = openSuite()
const { scenario } = suite

export const flaws: Flaws = openFlaws('transfers', {
  currency: { unavailable: '4.1/currency-unavailable-refused', mistyped: '4.1/currency-mistyped-refused' },
})

/** The transfers that this chapter, prices and capabilities are judged by. */
export interface AskedTransfers {
  readonly usd: Answer
  readonly eur: Answer
  readonly gbp: Answer
  /** No currency was asked for. */
  readonly omitted: Answer
  /** The same once more, after a request for another currency than the one before it. */
  readonly omittedAgain: Answer
  /** Asked for in currencies that no option offers, and in what is none. */
  readonly flawed: readonly Flawed[]
  /** Without the capability header. */
  readonly base: Answer
  /** The same in a currency that is asked for, where none had to be: asking for a currency is no asking for prices. */
  readonly baseNamed: Answer | null
  /** With octo/pricing as the last of two capabilities. */
  readonly listed: Answer
}

/** A capability that no server knows. */
export const unknownCapability = 'octo/nobody-knows-this'

export const transfers: Trials<AskedTransfers> = scenario('transfers', async (context): Promise<AskedTransfers> => {
  const { target, profile } = context
  const usd = await target.transfers({ currency: 'USD' })
  const omitted = await target.transfers()
  const eur = await target.transfers({ currency: 'EUR' })
  const gbp = await target.transfers({ currency: 'GBP' })
  const omittedAgain = await target.transfers()
  const given = { 'currency-unavailable': foreignTo([usd, eur, gbp, omitted], profile) }
  const flawed = await flaws.send(context, given, async (fields) => ({ answer: await target.transfers(fields) }))
  const bare = await target.transfers({}, { capabilities: null })
  // The base request is not documented: a server may want the currency all the same.
  const named = await target.transfers({ currency: 'EUR' }, { capabilities: null })
  const [base, baseNamed] = bare.refused ? [named, null] : [bare, named]
  const listed = await target.transfers({ currency: 'EUR' }, { capabilities: `${unknownCapability},octo/pricing` })
  // Of each answer every field is judged, wherever the journey goes.
  for (const route of routesOf(profile)) await target.transfers({}, { route })
  // Where no days can be let pass, on one of which another hour is asked for.
  const route = profile.clock === null ? atOtherHour(profile) : null
  if (route !== null) await target.transfers({}, { route })
  return { usd, eur, gbp, omitted, omittedAgain, flawed, base, baseNamed, listed }
})

/**
 * Two currencies that no option offers: one that few servers know, and one that this one may know, since something else that it sells is
 * sold in it.
 */
function foreignTo(answers: readonly Answer[], profile: Profile): readonly string[] {
  const offered = answers.flatMap(optionsOf).flatMap(({ option }) => {
    const { availableCurrencies } = option
    return Array.isArray(availableCurrencies) ? availableCurrencies : []
  })
  const isForeign = (currency: string): boolean => !offered.includes(currency)
  const unknown = ['CHF', 'SEK', 'JPY'].find(isForeign) ?? 'MXN'
  const sold = bookablesOf(profile).flatMap(({ defaultCurrency }) => defaultCurrency ?? [])
  const known = [...sold, 'JPY'].find((currency) => currency !== unknown && isForeign(currency))
  return [unknown, ...(known === undefined ? [] : [known])]
}

export default suite
