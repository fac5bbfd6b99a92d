import type { ContractError, Exchange } from '../../../src/suite/index.js'
import type { TransferAnswer } from '../answer.js'
import { contract } from './contract.js'

/**
 * True where the request of this exchange asked for octo/pricing alone, as the suites do when they do not probe the header
 * itself: a probe of the letter case of its name is recorded under the name as it was sent, and so is not meant.
 */
export function askedForPricing(exchange: Exchange): boolean {
  return exchange.request.headers['Octo-Capabilities'] === 'octo/pricing'
}

/**
 * Where an accepted answer departs from the contract, with pointers into its body: a transfer, a booking, or each booking of
 * a list. `TransferAnswer.contractErrors` keeps them: many checks ask for the same.
 */
export function contractErrors(answer: TransferAnswer): readonly ContractError[] {
  const asked = { capability: askedForPricing(answer.exchange) }
  switch (answer.exchange.purpose) {
    case 'transfers':
      return contract.validator('Transfer', asked)(answer.json)
    case 'availability':
    case 'clock':
    case 'redeem':
    case 'stray':
      return []
    default: {
      const judge = contract.validator('Booking', asked)
      return answer.bookings.flatMap(({ json, pointer }) =>
        judge(json).map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` })),
      )
    }
  }
}
