import type { ContractError } from '../contract/contractError.js'
import { contractValidator } from '../contract/contractValidator.js'
import type { Answer } from '../client/answer.js'
import type { Exchange } from '../client/exchange.js'

const known = new WeakMap<Exchange, readonly ContractError[]>()

/**
 * True where the request of this exchange asked for octo/pricing alone, as the suites do when they do not probe the header
 * itself: a probe of the letter case of its name is recorded under the name as it was sent, and so is not meant.
 */
export function askedForPricing(exchange: Exchange): boolean {
  return exchange.request.headers['Octo-Capabilities'] === 'octo/pricing'
}

/**
 * Where an accepted answer departs from the contract, with pointers into its body: a transfer, a booking, or each booking of
 * a list. Many checks ask for the same exchange, so it is validated once.
 */
export function contractErrors(answer: Answer): readonly ContractError[] {
  const before = known.get(answer.exchange)
  if (before !== undefined) return before
  const errors = validate(answer)
  known.set(answer.exchange, errors)
  return errors
}

function validate(answer: Answer): readonly ContractError[] {
  const pricing = askedForPricing(answer.exchange)
  switch (answer.exchange.purpose) {
    case 'transfers':
      return contractValidator('transfer', { pricing })(answer.json)
    case 'list': {
      const judge = contractValidator('booking', { pricing })
      return answer.items.flatMap((item, index) =>
        judge(item).map((error) => ({ ...error, pointer: `${answer.itemsPointer}/${index}${error.pointer}` })),
      )
    }
    case 'availability':
    case 'clock':
    case 'redeem':
      return []
    default:
      return contractValidator('booking', { pricing })(answer.json)
  }
}
