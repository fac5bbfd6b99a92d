import { expect, failAt, pass, untested, type Answer, type Judgement } from '../vocabulary/index.js'
import { optionsOf, pricingOf } from '../quote/options.js'
import { isPriced } from './prices.js'

/** The request was accepted and its capabilities had their effect. */
export function understood(answer: Answer, because: string): Judgement {
  const accepted = expect(answer).toBeAccepted(because)
  return accepted.outcome !== 'pass' || isPriced(answer) ? accepted : notPriced(answer)
}

/** octo/pricing had its effect on a transfer. */
export function pricedTransfer(answer: Answer): Judgement {
  if (optionsOf(answer).length === 0) return untested(`the transfer has no options (exchange ${answer.n})`)
  if (optionsOf(answer).some((shown) => pricingOf(shown) !== undefined)) return pass
  return failAt(answer, '/options/0/pricing', {
    message: `no option of the transfer carries price data, with the capabilities ${sent(answer)}`,
    expected: 'pricing on the options',
  })
}

/** octo/pricing did not have its effect on a booking. */
export function notPriced(answer: Answer): Judgement {
  return failAt(answer, '/pricing', {
    message: `the answer to ${answer.exchange.purpose} carries no price data, with the capabilities ${sent(answer)}`,
    expected: 'price data',
  })
}

function sent({ exchange }: Answer): string {
  const header = Object.entries(exchange.request.headers).find(([name]) => name.toLowerCase() === 'octo-capabilities')
  return header === undefined ? 'not sent' : `${header[0]}: ${header[1]}`
}
