import type { Exchange } from './exchange.js'

/**
 * An exchange without anything that came from the profile or from the target, for the record where octospec itself failed to take
 * secrets and other people's data out of it. To the checks it is a request without an answer: a fault of ours is no fault of theirs.
 * @param keyField the logical field that carries the idempotency key of the operation, where it has one
 */
export function withheld(exchange: Exchange, keyField: string | undefined): Exchange {
  const { request, response, bookingId: _id, input, ...rest } = exchange
  const key = keyField === undefined ? undefined : input[keyField]
  return {
    ...rest,
    // Our own, and what a booking that may have been made is found by.
    input: keyField !== undefined && typeof key === 'string' ? { [keyField]: key } : {},
    request: { method: request.method, url: '', headers: {} },
    response: null,
    failure: {
      kind: 'withheld',
      message: `octospec failed to make this exchange fit to be recorded${response === null ? '' : `; the answer was HTTP ${response.status}`}`,
    },
  }
}
