import { invariantCheck, openSuite, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()

invariantCheck(suite, {
  id: 'pricing.available-currencies-exact-set',
  clause: '2.3/available-currencies-exact-set',
  title: 'availableCurrencies of every option is exactly USD, EUR and GBP, in any order',
  places: ['/availableCurrencies'],
  pricing: true,
})

invariantCheck(suite, {
  id: 'pricing.default-currency-is-available',
  clause: '2.3/default-currency-is-available',
  title: 'defaultCurrency of an option is one of its availableCurrencies',
  places: ['/availableCurrencies', '/defaultCurrency'],
  pricing: true,
})

invariantCheck(suite, {
  id: 'pricing.currency-is-available',
  clause: '2.4/currency-is-available',
  title: 'an option is priced in one of its availableCurrencies',
  places: ['/availableCurrencies', '/pricing/currency'],
  pricing: true,
})

export default suite
