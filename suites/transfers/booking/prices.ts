import {
  describeValue,
  failAt,
  idText,
  isCounted,
  openSuite,
  otherIdsOf,
  pass,
  wants,
  writes,
  cleanUpScenario,
  isOf,
  recordedKind,
} from '../vocabulary/index.js'
import type { Suite, Answer, Trials } from '../vocabulary/index.js'
import { forms } from '../capability/forms.js'
import { baseHold } from '../capability/without.js'

const suite: Suite = openSuite()
const { sweep } = suite

// Also when several of them are under way at once, which no single scenario arranges.
for (const operation of [...writes, 'get'] as const)
  sweep({
    id: `booking.asked-for-by-${operation}`,
    clause: `4.3/${operation}-accepted`,
    title: `the booking that ${operation} answers is always the one it was asked for`,
    of: [operation],
    uses: [operation],
    judge: (answer) => {
      const { bookingId } = answer.exchange
      const found = answer.accepted ? answer.read('id') : undefined
      if (bookingId === undefined || found === undefined) return null
      // If ids are counted per account, the other one has its own booking of that number, which no evidence names.
      if (answer.exchange.as !== 'reseller' && isCounted(bookingId)) return null
      // A booking may be read by what else it goes by.
      if (idText(found) === bookingId || otherIdsOf(answer).includes(bookingId)) return pass
      return failAt(answer, answer.profile.booking.id, {
        message: `${operation} of booking ${describeValue(bookingId)} answers booking ${describeValue(found)}`,
        ...wants.value(bookingId),
      })
    },
  })

/** Scenarios that reserve, or may reserve, without octo/pricing. They also repeat such a reserve with it. */
export const unpriced: readonly Trials<unknown>[] = [forms, baseHold]

/**
 * Whether the booking of an answer may have been reserved without octo/pricing. The capability chapter does so, and the
 * cleanup cancels what it leaves. The documents leave open whether such a booking shows prices when it is read with the
 * capability (5/priced-read-of-unpriced-booking). Nobody knows it of a booking made before recorded traffic began, nor
 * of one that another account has under an id of the first.
 */
export function madeWithoutPrices({ exchange }: Answer): boolean {
  const isFound = exchange.as === 'other' && exchange.purpose !== 'reserve'
  return (
    isFound || isOf(unpriced, exchange) || exchange.scenario === cleanUpScenario || recordedKind(exchange) === 'earlier'
  )
}

export default suite
