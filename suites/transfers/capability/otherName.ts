import { notApplicable, openSuite, untested, unusable, type Suite } from '../vocabulary/index.js'
import { forms } from './forms.js'
import { isPriced, isUnpriced } from './prices.js'

const suite: Suite = openSuite()
const { check } = suite

check(forms, {
  id: 'capability.longer-name-is-another',
  clause: '9/no-pricing-without-capability-get',
  title: 'a capability whose name only begins like octo/pricing does not switch price data on',
  judge: ({ alone, longer }) => {
    if (!isPriced(alone)) return untested('octo/pricing gives no price data either')
    // Whether a capability that is not known is refused is left open.
    if (longer.refused) return notApplicable('this target refuses a capability that it does not know')
    return unusable(longer) ?? isUnpriced(longer)
  },
})

export default suite
