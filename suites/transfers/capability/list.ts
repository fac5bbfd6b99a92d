import {
  notApplicable,
  openSuite,
  pass,
  untested,
  unusable,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { transfers } from '../quote/scenario.js'
import { forms } from './forms.js'
import { notPriced, pricedTransfer, understood } from './judgements.js'
import { isPriced } from './prices.js'

const suite: Suite = openSuite()
const { check, observe } = suite

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
