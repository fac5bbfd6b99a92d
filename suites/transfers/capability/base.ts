import {
  all,
  askedForPricing,
  describeValue,
  each,
  failAt,
  openSuite,
  pass,
  untested,
  unusable,
  wants,
  contractFinding,
  expect,
  fail,
  need,
  unjudged,
  wasFull,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { optionsOf } from '../quote/options.js'
import { transfers, type AskedTransfers } from '../quote/scenario.js'
import { carries, pricedTransfer } from './prices.js'
import { refusesOthers } from './forms.js'
import { baseHold } from './without.js'

const suite: Suite = openSuite()
const { check, observe, sweep } = suite

sweep({
  id: 'capability.enables-transfers',
  clause: '5/capability-enables-transfers',
  title: 'octo/pricing in Octo-Capabilities switches price data on in transfers',
  of: ['transfers'],
  judge: (answer) =>
    answer.accepted && askedForPricing(answer.exchange) && optionsOf(answer).length > 0 ? pricedTransfer(answer) : null,
})

check(transfers, {
  id: 'capability.no-pricing-transfers',
  clause: '9/no-pricing-without-capability-transfers',
  title: 'without the capability, the options of a transfer carry no pricing',
  judge: ({ base, baseNamed }) =>
    lacksOptions(base) ?? all(unpriced(base), baseNamed?.accepted === true ? unpriced(baseNamed) : pass),
})

function lacksOptions(base: Answer): Judgement | null {
  if (optionsOf(base).length > 0) return null
  return unusable(base) ?? untested(`the transfer has no options (request ${base.n})`)
}

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
  judge: ({ base }) =>
    lacksOptions(base) ??
    each(optionsOf(base), ({ option, pointer }) => {
      const shown = ['defaultCurrency', 'availableCurrencies'].find((name) => carries(option[name]))
      if (shown === undefined) return pass
      const message = `options carry ${shown} without octo/pricing`
      return failAt(base, `${pointer}/${shown}`, { message, ...wants.nothing(`no ${shown}`) })
    }),
})

check(transfers, {
  id: 'capability.base-transfer',
  clause: '9/base-transfer-without-capability',
  title: 'without the capability, a transfer is answered with all fields of the base schema',
  judge: ({ eur, base }) => unusable(eur) ?? asWith(eur, base),
})

check(transfers, {
  id: 'capability.any-place-transfers',
  clause: '5/capability-any-place',
  title: 'octo/pricing gives price data in transfers also as the last of the list',
  judge: ({ eur, listed }) => {
    const control = unusable(eur)
    if (control !== null) return control
    if (pricedTransfer(eur) !== pass) return untested('octo/pricing alone gives no price data either')
    return listed.refused ? refusesOthers : (unusable(listed) ?? pricedTransfer(listed))
  },
})

check(baseHold, {
  id: 'capability.base-availability',
  clause: '4.3/availability-id',
  title: 'without the capability, the availability check yields an availabilityId, too',
  judge: ({ offered }) => {
    need(offered)
    if (offered.items.length === 0) return untested('nothing was available')
    if (offered.availabilityIds.length > 0) return pass
    return failAt(offered, offered.itemsPointer, {
      message: 'without octo/pricing no item of the availability check carries an availabilityId',
      expected: 'an availabilityId',
      received: offered.items[0] ?? null,
    })
  },
})

check(baseHold, {
  id: 'capability.base-booking',
  clause: '9/base-booking-without-capability',
  title: 'without the capability, reserve and get answer a booking with all fields of the base schema',
  judge: ({ reserved, checked, read, priced }) => {
    if (reserved === null) return untested('it was refused, and there may have been no room for it')
    if (reserved.refused) return wasFull(checked, reserved) ?? asWith(priced, reserved)
    if (!reserved.accepted) return unjudged(reserved)
    const answers = [reserved, ...(read !== null && priced?.accepted === true ? [read] : [])]
    return all(...answers.map((answer) => asWith(priced, answer)))
  },
})

/** It is accepted and keeps the base schema. The field checks judge whatever it breaks with the capability as well. */
function asWith(control: Answer | null, answer: Answer): Judgement {
  if (!answer.accepted) return expect(answer).toBeAccepted('without octo/pricing')
  const known = new Set(control?.accepted === true ? control.contractErrors.map(({ clause }) => clause) : [])
  const errors = answer.contractErrors.filter(({ clause }) => !known.has(clause))
  return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
}

observe(transfers, {
  id: 'capability.version-identifiers',
  clause: '9/version-identifiers',
  observe: (data) => headersLike(data, /version/) ?? 'no header of the answers names a version',
})

observe(transfers, {
  id: 'capability.compatibility-policy',
  clause: '9/compatibility-policy',
  observe: (data) => headersLike(data, /^(deprecation|sunset)$/) ?? 'no header of the answers announces a change',
})

function headersLike({ usd, base }: AskedTransfers, name: RegExp): string | null {
  const headers = [usd, base].flatMap((answer) => Object.entries(answer.exchange.response?.headers ?? {}))
  const found = headers.filter(([header]) => name.test(header)).map(([header, value]) => `${header}: ${value}`)
  return found.length === 0 ? null : [...new Set(found)].slice(0, 4).join(', ')
}

export default suite
