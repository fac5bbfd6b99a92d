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
  contractFinding,
  expect,
  fail,
  need,
  unjudged,
  wasFull,
  notApplicable,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { optionsOf } from '../quote/options.js'
import { transfers } from '../quote/scenario.js'
import { carries, notPriced, pricedTransfer, understood, isPriced } from './prices.js'
import { baseHold } from './without.js'
import { forms } from './forms.js'

const suite: Suite = openSuite()
const { check, observe } = suite

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

check(transfers, {
  id: 'capability.base-transfer',
  clause: '9/base-transfer-without-capability',
  title: 'without the capability, a transfer is answered with all fields of the base schema',
  judge: ({ eur, base }) => unusable(eur) ?? all(expect(base).toBeAccepted('without octo/pricing'), asWith(eur, base)),
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
    if (reserved.refused) return wasFull(checked, reserved) ?? expect(reserved).toBeAccepted('without octo/pricing')
    if (!reserved.accepted) return unjudged(reserved)
    const answers = [reserved, ...(read !== null && priced?.accepted === true ? [read] : [])]
    return all(
      ...answers.map((answer) => expect(answer).toBeAccepted('without octo/pricing')),
      ...answers.map((answer) => asWith(priced, answer)),
    )
  },
})

/** What the answer breaks of the base schema; what it breaks with the capability as well is judged by the field checks. */
function asWith(control: Answer | null, answer: Answer): Judgement {
  if (!answer.accepted) return pass
  const known = new Set(control?.accepted === true ? control.contractErrors.map(({ clause }) => clause) : [])
  const errors = answer.contractErrors.filter(({ clause }) => !known.has(clause))
  return errors.length === 0 ? pass : fail(...errors.slice(0, 5).map((error) => contractFinding(error, answer)))
}

check(forms, {
  id: 'capability.beside-unknown',
  clause: '5/capability-beside-unknown',
  title: 'octo/pricing beside an unknown capability still gives price data in bookings',
  judge: ({ alone, first }) => pricedUnlessRefused(first, alone),
})

check(forms, {
  id: 'capability.any-place-bookings',
  clause: '5/capability-any-place',
  title: 'octo/pricing gives price data in bookings also as the last of the list',
  judge: ({ alone, last }) => pricedUnlessRefused(last, alone),
})

check(transfers, {
  id: 'capability.any-place-transfers',
  clause: '5/capability-any-place',
  title: 'octo/pricing gives price data in transfers also as the last of the list',
  judge: ({ eur, listed }) => {
    const control = unusable(eur)
    if (control !== null) return control
    if (pricedTransfer(eur) !== pass) return untested('octo/pricing alone gives no price data either')
    if (listed.refused) return refusesOthers
    return unusable(listed) ?? pricedTransfer(listed)
  },
})

check(forms, {
  id: 'capability.list-spacing',
  clause: '5/capability-list-spacing',
  title: 'spaces around the commas of the capability list make no difference',
  judge: ({ last, spaced }) =>
    isPriced(last)
      ? understood(spaced, 'though the same list without spaces gives price data')
      : untested('the same list without spaces gives no price data'),
})

observe(forms, {
  id: 'capability.list-separator',
  clause: '5/capability-list-separator',
  observe: ({ first, last }) => (isPriced(first) || isPriced(last) ? 'a comma is understood' : null),
})

observe(forms, {
  id: 'capability.unknown',
  clause: '5/unknown-capability',
  observe: ({ first }) =>
    first.outcome === 'none' ? null : first.accepted ? 'it is accepted' : `it is refused: ${first.describe()}`,
})

/** The documents do not say that an unknown capability is accepted: a refusal is legal, and shows nothing of where octo/pricing may stand. */
const refusesOthers = notApplicable('this target refuses a list with a capability that it does not know')

function pricedUnlessRefused(answer: Answer, control: Answer): Judgement {
  const cannot = unusable(control)
  if (cannot !== null) return cannot
  if (!isPriced(control)) return untested('octo/pricing alone gives no price data either')
  if (answer.refused) return refusesOthers
  return unusable(answer) ?? (isPriced(answer) ? pass : notPriced(answer))
}

export default suite
