import { isDeepStrictEqual } from 'node:util'
import {
  allJudged,
  bookingAbout,
  failAt,
  lastShown,
  notApplicable,
  openSuite,
  pass,
  wants,
  say,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { course } = suite

// No single scenario looks for it: anything done to the booking before may make a server refuse.
for (const [state, clause] of [
  ['on hold', '3/update-on-hold-allowed'],
  ['confirmed', '3/update-confirmed-allowed'],
] as const)
  course({
    id: state === 'confirmed' ? 'update.taken-again-once-confirmed' : 'update.taken-again-on-hold',
    clause,
    title: `a booking that is ${state}, and shown with cancellable true, takes an update like one that it took before`,
    of: ['update'],
    uses: ['get', 'update'],
    judge: (answers, { profile }) => {
      const status = state === 'confirmed' ? profile.booking.statuses.confirmed : 'ON_HOLD'
      const judged = answers.flatMap((answer) => {
        const { purpose, as } = answer.exchange
        if (purpose !== 'update' || as !== 'reseller') return []
        const shown = lastShown(answer, answers)
        const isMeant = shown?.read('status') === status && shown.read('cancellable') === true
        return isMeant ? judgeTaken(answer, shown, answers) : []
      })
      // Such an update may be put off, or its booking shown otherwise: other checks see whether update is taken at all.
      return judged.length === 0
        ? notApplicable('no update like an earlier one met such a booking')
        : allJudged(...judged)
    },
  })

/** Judges an update of a booking as it was shown right before, by one of the same booking that was accepted. */
function judgeTaken(answer: Answer, shown: Answer, answers: readonly Answer[]): Judgement | readonly [] {
  const ofBooking = answers.filter((each) => bookingAbout(each) === bookingAbout(answer))
  const at = ofBooking.indexOf(answer)
  const control = ofBooking.slice(0, at).findLast((each) => each.accepted && isAlike(each, answer))
  if (control === undefined) return []
  if (answer.accepted) return pass
  // The shown state may have been late: the next read says so, too, and so did the last write.
  const [next] = ofBooking.slice(at + 1)
  const write = ofBooking.slice(0, at).findLast((each) => each.exchange.purpose !== 'get' && each.accepted)
  const isSure = [write, next].every(
    (each) =>
      each?.accepted === true && each.read('cancellable') === true && each.read('status') === shown.read('status'),
  )
  if (!answer.refused || !isSure) return []
  return failAt(answer, '', {
    ...say`update was refused, though cancellable of the booking is true (request ${shown}), and one like it was accepted before (request ${control})`,
    ...wants.accepted(),
    steps: [control.n, shown.n, answer.n],
  })
}

/** Whether two updates say the same, but for our markers. Minutes may be too few for a hold that has more by now. */
function isAlike({ exchange: one }: Answer, { exchange: other }: Answer): boolean {
  return one.input['expirationMinutes'] === undefined && isDeepStrictEqual(formOf(one), formOf(other))
}

function formOf({ purpose, request: { body, ...request } }: Answer['exchange']): readonly unknown[] {
  return [purpose, request, body?.replaceAll(/"octo[a-z0-9]{16}"/gi, '""')]
}

export default suite
