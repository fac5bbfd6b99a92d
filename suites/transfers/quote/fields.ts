import { fieldChecks, invariantCheck } from '../../../src/suite/index.js'

fieldChecks('transfers', 'transfer', ['transfers'])

invariantCheck({
  id: 'transfers.option-ids-unique',
  clause: '2.3/option-ids-unique',
  title: 'no two options of a transfer have the same id',
  places: ['/id'],
  pricing: false,
})
