import { askedForPricing, openSuite, pass, type Suite } from '../vocabulary/index.js'
import { optionsOf } from '../quote/options.js'
import { forms } from './forms.js'
import { notPriced, pricedTransfer } from './judgements.js'
import { isPriced } from './prices.js'

const suite: Suite = openSuite()
const { check, sweep } = suite

sweep({
  id: 'capability.enables-transfers',
  clause: '5/capability-enables-transfers',
  title: 'octo/pricing in Octo-Capabilities switches price data on in transfers',
  of: ['transfers'],
  judge: (answer) =>
    answer.accepted && askedForPricing(answer.exchange) && optionsOf(answer).length > 0 ? pricedTransfer(answer) : null,
})

check(forms, {
  id: 'capability.enables-bookings',
  clause: '5/capability-enables-bookings',
  title: 'octo/pricing in Octo-Capabilities switches price data on in bookings',
  judge: ({ reserved, alone }) => {
    const answers = [reserved, alone].filter((answer) => answer.accepted)
    const unpriced = answers.find((answer) => !isPriced(answer))
    return unpriced === undefined ? pass : notPriced(unpriced)
  },
})

export default suite
