import {
  failAt,
  sameBooking,
  tellingFields,
  toldBy,
  wants,
  type Answer,
  type Judgement,
  say,
  type Words,
} from '../vocabulary/index.js'

/**
 * Judges that a booking is what it was, in all that the earlier answer told of it: an answer to a write may tell less than get.
 * That its owner can no longer read it is a change as well.
 */
export function unchanged(before: Answer, after: Answer, because: Words): Judgement {
  if (before.accepted && after.refused && after.exchange.purpose === 'get')
    return failAt(after, '', {
      ...say`the booking was there in exchange ${before} and get refuses it now, ${because}`,
      ...wants.accepted('the booking as it was'),
      restsOn: ['operations.get.request'],
    })
  const told = toldBy(tellingFields, before)
  return sameBooking(before, after, told, because)
}
