import {
  bookablesOf,
  openFlaws,
  openSuite,
  routesOf,
  all,
  allJudged,
  expect,
  failAt,
  pass,
  unseen,
  unusable,
  fieldChecks,
  invariantCheck,
  fail,
  findingAt,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Flawed, Flaws, Profile, Suite, Trials, Judgement } from '../vocabulary/index.js'
import { atOtherHour } from './days.js'
import { optionsOf } from './options.js'

const suite: Suite = openSuite()
const { scenario, check, sweep } = suite

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
 * Two currencies that no option offers. Few servers know the one. This one may know the other, as something else that
 * it sells is sold in it.
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

check(transfers, {
  id: 'transfers.accepted',
  clause: '4.1/transfers-accepted',
  title: 'transfers can be asked for in USD, EUR and GBP',
  judge: ({ usd, eur, gbp }) =>
    all(...[usd, eur, gbp].map((answer) => expect(answer).toBeAccepted('though it asks for a currency of section 8'))),
})

check(transfers, {
  id: 'transfers.answer-is-transfer',
  clause: '4.1/answer-is-transfer',
  title: 'the answer to transfers is a Transfer object itself, not a list and not an envelope',
  judge: ({ usd, eur, gbp, omitted }) => allJudged(...[usd, eur, gbp, omitted].map(isTransfer)),
})

/** Under a success status only: what is no success is judged by `transfers.accepted`. */
function isTransfer(answer: Answer): Judgement {
  if (answer.accepted) return pass
  const { status, profile } = answer
  const succeeded = status !== null && status >= 200 && status <= 299
  const error = profile.refusal.body === null ? undefined : answer.at(profile.refusal.body)
  const isError = error !== undefined && error !== null && error !== false && error !== ''
  if (!succeeded || isError) return unusable(answer) ?? unseen('no transfer was answered')
  return failAt(answer, '', {
    message: `HTTP ${status} to transfers without a Transfer object as its body`,
    expected: 'a Transfer object (section 2.1)',
    wanted: { answer: 'accepted', has: '/options' },
    received: answer.json ?? null,
  })
}

fieldChecks(suite, 'transfers', 'Transfer', ['transfers'])

invariantCheck(suite, {
  id: 'transfers.option-ids-unique',
  clause: '2.3/option-ids-unique',
  title: 'no two options of a transfer have the same id',
  places: ['/id'],
  pricing: false,
})

for (const [name, most] of [
  ['latitude', 90],
  ['longitude', 180],
] as const)
  sweep({
    id: `transfers.${name}-in-range`,
    clause: `2.2/${name}-in-range`,
    title: `${name}s lie between -${most} and ${most}`,
    of: ['transfers'],
    judge: (answer) => inRange(answer, name, most),
  })

function inRange(answer: Answer, name: 'latitude' | 'longitude', most: number): Judgement | null {
  if (!answer.accepted) return null
  const found = ['/pickUp', '/dropOff'].flatMap((place) => {
    const pointer = `${place}/${name}`
    const value = answer.at(pointer)
    return typeof value === 'number' ? [{ pointer, value }] : []
  })
  if (found.length === 0) return null
  const outside = found.filter(({ value }) => Math.abs(value) > most)
  if (outside.length === 0) return pass
  return fail(
    ...outside.map(({ pointer, value }) =>
      findingAt(answer, pointer, {
        message: `a ${name} of the transfer is ${value}, which is not from -${most} to ${most}`,
        ...wants.fitting(`a number from -${most} to ${most}`, { type: 'number', minimum: -most, maximum: most }),
      }),
    ),
  )
}

export default suite
