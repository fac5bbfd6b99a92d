import { all, openSuite, untested, type Suite } from '../vocabulary/index.js'
import { forms } from './forms.js'
import { understood } from './judgements.js'
import { isPriced } from './prices.js'

const suite: Suite = openSuite()
const { check } = suite

check(forms, {
  id: 'capability.header-name-any-case',
  clause: '5/header-name-any-case',
  title: 'the capability header is understood in lower and in upper case',
  judge: ({ alone, lower, upper }) => {
    if (!isPriced(alone)) return untested('octo/pricing gives no price data under the usual spelling either')
    return all(
      understood(lower, 'with the header name in lower case'),
      understood(upper, 'with the header name in upper case'),
    )
  },
})

export default suite
