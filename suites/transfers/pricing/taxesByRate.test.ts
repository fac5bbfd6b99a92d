import { expect, test } from 'vitest'
import { answer, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json } from '../../../src/suite/index.js'
import { judgeCourse } from '../judge.test.data.js'

const headers = { 'Octo-Capabilities': 'octo/pricing' }
const request = { method: 'POST', url: 'http://127.0.0.1:1/transfers', headers }
const nets = [3671, 4210, 5833, 9120]

/** A transfer of several options, each with what taxes it says that its price has. */
function quoted(taxesOf: (net: number, index: number) => Json): Answer {
  const options = nets.map((net, index) => ({
    id: `option-${index}`,
    pricing: {
      original: net * 2,
      retail: net + 900,
      net,
      currency: 'EUR',
      currencyPrecision: 2,
      includedTaxes: taxesOf(net, index),
    },
  }))
  return answer({ options }, { purpose: 'transfers', request })
}

const judge = (check: string, taxesOf: (net: number, index: number) => Json): ReturnType<typeof judgeCourse> =>
  judgeCourse(`pricing.${check}`, [quoted(taxesOf)], profile)
const whole = (taxesOf: (net: number, index: number) => Json): ReturnType<typeof judgeCourse> =>
  judge('tax-amounts-are-integers', taxesOf)

test('amounts of taxes that tell no rate are judged where they go with the price', () => {
  expect(whole((net) => [{ name: 'VAT', net: Math.round(net / 11) }])?.outcome).toBe('pass')
  expect(whole((net) => [{ name: 'VAT', net: { amount: Math.round(net / 11) } }])?.outcome).toBe('pass')
  const unrounded = whole((net) => [{ name: 'VAT', net: net / 11 }])
  expect(unrounded).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/options/0/pricing/includedTaxes/0/net' }, {}, {}, {}],
  })
  const one = whole((net, index) => [{ name: 'VAT', net: Math.round(net / 11) + (index === 2 ? 0.25 : 0) }])
  expect(one).toMatchObject({ outcome: 'fail', findings: [{ pointer: '/options/2/pricing/includedTaxes/0/net' }] })
})

test('what is not seen to be an amount is none', () => {
  expect(whole(() => [{ name: 'VAT', net: 62.5 }])).toMatchObject({ outcome: 'untested' })
  expect(whole((_net, index) => [{ name: 'VAT', net: 51.5 + index * 7 }])).toMatchObject({ outcome: 'untested' })
  expect(whole(() => [{ code: 'IVA', rate: 0.065, amount: 12.5 }])).toMatchObject({
    outcome: 'untested',
    applies: false,
  })
  expect(whole(() => [])).toMatchObject({ outcome: 'untested', applies: false })
})

test('a server that tells no rate has none to be judged by', () => {
  const fits = 'option-taxes-fit-their-rate'
  expect(judge(fits, (net) => [{ name: 'VAT', net: Math.round(net / 11) }])).toMatchObject({
    outcome: 'untested',
    applies: false,
  })
  expect(judge(fits, (net) => [{ name: 'VAT 10 %', net: Math.round(net / 11) }])?.outcome).toBe('pass')
  const few = judge(fits, (net, index) => (index === 0 ? [{ name: 'VAT 10 %', net: Math.round(net / 11) }] : []))
  expect(few).toMatchObject({ outcome: 'untested', reason: expect.stringContaining('too few amounts') })
  expect(few).not.toHaveProperty('applies')
})
