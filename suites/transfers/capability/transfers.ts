import {
  all,
  describeValue,
  each,
  failAt,
  openSuite,
  pass,
  untested,
  unusable,
  wants,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { optionsOf } from '../quote/options.js'
import { transfers } from '../quote/scenario.js'
import { carries } from './prices.js'

const suite: Suite = openSuite()
const { check } = suite

check(transfers, {
  id: 'capability.no-pricing-transfers',
  clause: '9/no-pricing-without-capability-transfers',
  title: 'without the capability, the options of a transfer carry no pricing',
  judge: ({ base, baseNamed }) => {
    if (optionsOf(base).length === 0)
      return unusable(base) ?? untested(`the transfer has no options (exchange ${base.n})`)
    return all(unpriced(base), baseNamed?.accepted === true ? unpriced(baseNamed) : pass)
  },
})

const amounts = ['original', 'retail', 'net']

function unpriced(answer: Answer): Judgement {
  return each(['', ...optionsOf(answer).map(({ pointer }) => pointer)], (parent) => {
    const pointer = `${parent}/pricing`
    const found = answer.at(pointer)
    // A field of any name is legal, and so is one of this name: price data is one of the amounts of 2.4.
    const isPriced = amounts.some((name) => typeof answer.at(`${pointer}/${name}`) === 'number')
    if (!isPriced) return pass
    const message = `transfers carry price data without octo/pricing: ${describeValue(found)}`
    return failAt(answer, pointer, { message, ...wants.nothing('no pricing') })
  })
}

check(transfers, {
  id: 'capability.no-currencies-transfers',
  clause: '9/no-currencies-without-capability',
  title: 'without the capability, the options of a transfer carry no defaultCurrency and no availableCurrencies',
  judge: ({ base }) => {
    if (optionsOf(base).length === 0)
      return unusable(base) ?? untested(`the transfer has no options (exchange ${base.n})`)
    return each(optionsOf(base), ({ option, pointer }) => {
      const shown = ['defaultCurrency', 'availableCurrencies'].find((name) => carries(option[name]))
      return shown === undefined
        ? pass
        : failAt(base, `${pointer}/${shown}`, {
            message: `options carry ${shown} without octo/pricing`,
            ...wants.nothing(`no ${shown}`),
          })
    })
  },
})

export default suite
