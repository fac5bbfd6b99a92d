import { ownFirst, readPointer, type ContractError, type Exchange, type Json } from '../../../src/suite/index.js'
import { contract } from './contract.js'

/**
 * True where the request of this exchange asked for octo/pricing alone, as the suites do when they do not probe the header
 * itself: a probe of the letter case of its name is recorded under the name as it was sent, and so is not meant.
 */
export function askedForPricing(exchange: Exchange): boolean {
  return exchange.request.headers['Octo-Capabilities'] === 'octo/pricing'
}

/** An answer, as far as it is held to the contract. */
interface Judged {
  readonly exchange: Exchange
  readonly json: Json | undefined
  readonly bookings: readonly { readonly id: string | undefined; readonly json: Json; readonly pointer: string }[]
}

/** Of a list: a body that octospec reads has no room for more that show what they must. */
const mostBookings = 5000

/**
 * Where an accepted answer departs from the contract, with pointers into its body: a transfer, a booking, or each booking of
 * a list, of which some of each kind of error are told. `TransferAnswer.contractErrors` keeps them: many checks ask for the same.
 */
export function contractErrors(answer: Judged): readonly ContractError[] {
  const asked = { capability: askedForPricing(answer.exchange) }
  // What is judged of holds alone must not go under in what others lack.
  const told = { holds: new Map<string, number>(), others: new Map<string, number>() }
  if (answer.exchange.purpose === 'transfers') return contract.validator('Transfer', asked)(answer.json, told.others)
  const judge = contract.validator('Booking', asked)
  return ownFirst(answer.bookings.slice(0, mostBookings)).flatMap(({ json, pointer }) =>
    judge(json, told[readPointer(json, '/status') === 'ON_HOLD' ? 'holds' : 'others']).map((error) => ({
      ...error,
      pointer: `${pointer}${error.pointer}`,
    })),
  )
}
