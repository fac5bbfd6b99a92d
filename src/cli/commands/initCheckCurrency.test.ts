import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { behind, init, json, reference } from './initOnReference.test.data.js'

/** What init writes of a check that prices what it offers in this currency, or in what it is asked for. */
async function currencyOfCheck(priced: (asked: string | undefined) => string): Promise<unknown> {
  const own = await behind(await reference(), async (path, method, body, answered) => {
    if (method !== 'POST' || !path.startsWith('/availability')) return null
    const { currency, ...asked } = JSON.parse(body)
    const answer = await answered(JSON.stringify(asked))
    const offered: unknown = answer.status === 200 ? JSON.parse(String(answer.body)) : null
    if (!Array.isArray(offered)) return answer
    return json(
      200,
      offered.map((each: object) => ({ ...each, pricing: { retail: 4200, currency: priced(currency) } })),
    )
  })
  const { exit, io, profile } = await init(own.url, 'default', ['--option', 'opt-sedan'])
  expect(exit, io.both()).toBe(0)
  return parse(profile).operations.availability?.currency
}

test('a check that shows prices in the currency that it is asked for is asked for one from then on', async () => {
  expect(await currencyOfCheck((asked = 'EUR') => asked)).toBe('body:/currency')
})

test('a check that shows its own currency, whatever it is asked for, is asked for none', async () => {
  expect(await currencyOfCheck(() => 'EUR')).toBeUndefined()
})
