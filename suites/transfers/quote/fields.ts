import { fieldChecks, invariantCheck, openSuite, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()

fieldChecks(suite, 'transfers', 'Transfer', ['transfers'])

invariantCheck(suite, {
  id: 'transfers.option-ids-unique',
  clause: '2.3/option-ids-unique',
  title: 'no two options of a transfer have the same id',
  places: ['/id'],
  pricing: false,
})

export default suite
