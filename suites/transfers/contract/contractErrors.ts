import { ownFirst, readPointer, type ContractError, type Exchange, type Json } from '../../../src/suite/index.js'
import { contract } from './contract.js'

/**
 * True where a request asked for octo/pricing alone, as the suites do unless they probe the header itself. A probe of
 * the letter case of its name is recorded under the name that was sent, and so is not meant.
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

/** Bookings of a list that are judged: a body that octospec reads has no room for more that show what they must. */
const mostBookings = 5000

/**
 * Departures of an accepted answer from the contract, with pointers into its body: a transfer, a booking, or a list of
 * bookings. Some of each kind of error are told. Many checks ask for them: `TransferAnswer.contractErrors` keeps them.
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
