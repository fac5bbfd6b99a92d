import type { Call } from './target.js'
import type { Ledger } from './ledger.js'
import { Stop } from './stop.js'
import type { OpenTargetOptions } from './targetSession.js'

/** How long a session that was cut short may clean up, and how long cleaning up may wait for 429 in all, in milliseconds. */
const cleanUpTime = 60_000

export interface Budget {
  /** Counts a request that is about to be sent. @throws Stop where it may not be */
  spend(call: Call): void
  /** Whether a request may wait so many milliseconds for a target that answers 429: cleaning up has so much patience and no more. */
  mayWait(call: Call, milliseconds: number): boolean
}

export function openBudget(
  { service, profile, clock, signal, maxRequests }: OpenTargetOptions,
  books: Pick<Ledger, 'unread' | 'has' | 'size'>,
): Budget {
  const { operations } = service
  let counted = 0
  let cleanUpUntil: number | null = null
  let cleanUpPauses = cleanUpTime

  const spendBooking = ({ purpose, input, options: { as = 'reseller' } }: Call): void => {
    const { unread } = books
    const { id, idKey } = service.bookings.places(profile)
    if (unread !== undefined)
      throw new Stop(
        `the booking in the answer to ${purpose} has no id at ${id}, but ${namesOf(unread.unread)}: no further one is made`,
        `declare ${idKey} in the profile: the JSON Pointer of the id inside a booking`,
        unread.exchange,
      )
    const key = input[operations[purpose]?.key ?? '']
    const isRepeat = typeof key === 'string' && books.has(key, as)
    if (!isRepeat && books.size >= profile.limits.bookings)
      throw new Stop(
        `the run has made the ${profile.limits.bookings} bookings that it may make`,
        'raise limits.bookings in the profile',
        null,
        'limits.bookings',
      )
  }

  return {
    spend(call) {
      if (call.always) {
        if (signal?.aborted === true) cleanUpUntil ??= clock.now() + cleanUpTime
        if (cleanUpUntil !== null && clock.now() > cleanUpUntil)
          throw new Stop('the time for cleaning up is over', 'see octospec resume')
        return
      }
      if (maxRequests !== undefined && counted >= maxRequests)
        throw new Stop(
          `the run has sent the ${maxRequests} requests that it may send`,
          'allow it more requests, or run fewer checks',
          null,
          'limits.requests',
        )
      if (operations[call.purpose]?.creates === true) spendBooking(call)
      counted += 1
    },
    mayWait({ always }, milliseconds) {
      if (!always) return true
      if (milliseconds > cleanUpPauses) return false
      cleanUpPauses -= milliseconds
      return true
    },
  }
}

function namesOf(names: readonly string[] | null): string {
  return names === null || names.length === 0 ? 'no member at all' : `the members ${names.join(', ')}`
}
