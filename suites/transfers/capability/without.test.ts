import { expect, test } from 'vitest'
import { answer, booking, noAnswer } from '../../../src/suite/answer.test.data.js'
import type { Judgement } from '../../../src/suite/index.js'
import type { Answer, Json } from '../vocabulary/index.js'
import { judgeAnswer, judgeTrial, judgeWhole } from '../judge.test.data.js'

const { pricing = null, ...unpriced } = booking
const withPrices = { 'Octo-Capabilities': 'octo/pricing' }
let n = 0

function shows(
  purpose: string,
  isAsked: boolean,
  isShown: boolean,
  more: { readonly [name: string]: Json } = {},
): Answer {
  const shown = { ...(isShown ? booking : unpriced), ...more }
  const request = { method: 'GET', url: 'http://127.0.0.1:1/bookings', headers: isAsked ? withPrices : {} }
  return answer(purpose === 'list' ? [shown] : shown, { n: (n += 1), purpose, request })
}

test.each(['extend', 'confirm', 'update', 'cancel', 'get', 'list'])(
  'price data without octo/pricing is found in a booking that %s shows',
  (purpose) => {
    const id = `capability.no-pricing-${purpose}`
    const priced = shows(purpose, false, true)
    expect(judgeAnswer(id, priced)).toMatchObject({
      outcome: 'fail',
      findings: [{ exchange: priced.n, pointer: purpose === 'list' ? '/0/pricing' : '/pricing', received: pricing }],
    })
    expect(judgeAnswer(id, shows(purpose, false, false))).toEqual({ outcome: 'pass' })
    expect(judgeAnswer(id, shows(purpose, false, false, { pricing: null }))).toEqual({ outcome: 'pass' })
    expect(judgeAnswer(id, shows(purpose, true, true))).toBeNull()
    expect(judgeAnswer(id, noAnswer())).toBeNull()
  },
)

test('price data without octo/pricing is found in the booking that reserve shows', () => {
  const judged = (isAsked: boolean, isShown: boolean): Judgement =>
    judgeTrial('capability.no-pricing-reserve', { reserved: shows('reserve', isAsked, isShown) })
  expect(judged(false, true)).toMatchObject({ outcome: 'fail', findings: [{ pointer: '/pricing' }] })
  expect(judged(false, false)).toEqual({ outcome: 'pass' })
  expect(judged(true, true)).toMatchObject({ outcome: 'untested' })
})

const get = (isAsked: boolean, isShown: boolean, more = {}): Answer => shows('get', isAsked, isShown, more)
const list = (isAsked: boolean, isShown: boolean): Answer => shows('list', isAsked, isShown)

test.each<[string, string, string | undefined, readonly Answer[]]>([
  ['get shows it again', 'pricing-in-get-again', 'pass', [get(false, false), get(true, true)]],
  ['get shows it no more', 'pricing-in-get-again', 'fail', [get(true, true), get(false, false), get(true, false)]],
  [
    'the list shows it and get does not',
    'pricing-in-get-again',
    'fail',
    [get(false, false), get(true, false), list(true, true)],
  ],
  [
    'nothing ever shows it',
    'pricing-in-get-again',
    'untested',
    [get(false, false), get(true, false), list(true, false)],
  ],
  ['nothing asked without', 'pricing-in-get-again', undefined, [get(true, true), get(true, true)]],
  ['a write gives it a price', 'pricing-in-get-again', 'untested', [get(true, false), shows('update', true, true)]],
  [
    'it is another state',
    'pricing-in-get-again',
    'untested',
    [get(true, true), get(true, false, { status: 'EXPIRED' })],
  ],
  ['the list shows it no more', 'list-priced-again', 'fail', [list(true, true), list(false, false), list(true, false)]],
  ['the list shows it again', 'list-priced-again', 'pass', [list(true, true), list(false, false), list(true, true)]],
])('where %s, %s is %s', (_, id, outcome, answers) => {
  expect(judgeWhole(`capability.${id}`, answers)?.outcome).toBe(outcome)
})
