import {
  answerOfKey,
  all,
  allJudged,
  confirming,
  describeValue,
  expect,
  fail,
  hasSettled,
  inWords,
  judgeGone,
  notApplicable,
  openSuite,
  pass,
  pathUsed,
  placeUsed,
  sameBooking,
  sameInList,
  shownIn,
  toldBy,
  unjudged,
  unseen,
  untested,
  unusable,
  say,
} from '../vocabulary/index.js'
import type { Answer, Judgement, ShownBooking, Suite } from '../vocabulary/index.js'
import { reference } from '../confirm/reference.js'
import type { Cancelled } from './cancelConfirmed.js'
import { namesOfReason, reasonShown } from './reasonShown.js'

const suite: Suite = openSuite()
const { check, observe } = suite

function when(judge: (data: Cancelled) => Judgement): (data: { readonly cancel: Cancelled | null }) => Judgement {
  return ({ cancel }) => (cancel === null ? unseen('no booking could be confirmed') : judge(cancel))
}

check(reference, {
  id: 'cancel.confirmed-accepted',
  clause: '4.3/cancel-accepted',
  title: 'a confirmed booking whose cancellable is true can be cancelled',
  uses: ['cancel', 'get'],
  judge: when(
    ({ before, cancelled }) => cancellable(before) ?? expect(cancelled).toReturn('though cancellable is true'),
  ),
})

check(reference, {
  id: 'cancel.with-reason-accepted',
  clause: '4.3/cancel-with-reason-accepted',
  title: 'cancel with a reason is accepted',
  uses: ['cancel', 'get'],
  judge: when(
    ({ before, cancelled }) =>
      cancellable(before) ?? expect(cancelled).toBeAccepted('though cancellable is true and a reason may be sent'),
  ),
})

/** Nothing where the booking says that it can be cancelled; else why it need not be. */
export function cancellable(before: Answer): Judgement | null {
  const cannot = unusable(before)
  if (cannot !== null) return cannot
  const shown = before.read('cancellable')
  if (shown === true) return null
  return untested(
    `cancellable of the booking is ${describeValue(shown)} (exchange ${before.n}), so cancel need not be accepted`,
    'make bookable.standard something that can be cancelled for a while yet',
  )
}

check(reference, {
  id: 'cancel.persisted-get',
  clause: '3/cancel-persisted-get',
  title: 'after a cancel, get shows the status that the cancel answered',
  uses: ['cancel', 'get'],
  judge: when(({ before, cancelled, read }) =>
    cancelled.accepted && read.refused
      ? notApplicable('a cancelled booking is gone on this target: there is none whose status could differ')
      : all(
          sameBooking(cancelled, read, ['status'], 'though nothing was done after the cancel'),
          notBack(before, cancelled, read.bookings[0]),
          hasSettled(cancelled, read),
        ),
  ),
})

/** A booking that the cancel has taken to another state does not come back to the one before. */
function notBack(before: Answer, cancelled: Answer, seen: ShownBooking | undefined): Judgement {
  if (!cancelled.accepted) return unjudged(cancelled)
  const was = before.read('status')
  const status = seen?.read('status')
  if (seen === undefined || status === undefined || status !== was || cancelled.read('status') === was) return pass
  return fail(
    seen.finding('status', {
      message: `cancel answered status ${describeValue(cancelled.read('status'))}, and the booking is ${describeValue(was)} again`,
      expected: `another status than ${describeValue(was)}`,
    }),
  )
}

check(reference, {
  id: 'cancel.persisted-list',
  clause: '3/cancel-persisted-list',
  title: 'after a cancel, the list shows the booking with the status that the cancel answered, or leaves it out',
  uses: ['cancel', 'get', 'list'],
  judge: when(({ before, cancelled, listed }) => {
    if (!cancelled.accepted || listed?.page == null)
      return untested('the booking was not cancelled, or nothing was listed')
    const shown = shownIn(listed)
    if (shown !== null)
      return all(
        sameInList(cancelled, shown, ['status'], 'though nothing was done after the cancel'),
        notBack(before, cancelled, shown),
      )
    return listed.complete ? pass : untested('the booking was not found in the pages that were looked at')
  }),
})

check(reference, {
  id: 'cancel.not-on-hold',
  clause: '3/cancel-not-on-hold',
  title: 'a booking that is cancelled is not ON_HOLD, in the answer and by get',
  uses: ['cancel', 'get'],
  judge: when(({ cancelled, read }) => {
    if (!cancelled.accepted) return unjudged(cancelled)
    return allJudged(
      ...[cancelled, read].map((answer) =>
        expect(answer)
          .field('status')
          .toSatisfy('anything but "ON_HOLD"', (status) => status !== 'ON_HOLD'),
      ),
    )
  }),
})

check(reference, {
  id: 'cancel.changes-status',
  clause: '3/cancel-changes-status',
  title: 'a cancelled booking has another status than before',
  uses: ['cancel', 'get'],
  judge: when(({ before, cancelled }) => {
    const was = before.read('status')
    return expect(cancelled)
      .field('status')
      .toSatisfy(`another status than ${describeValue(was)}`, (status) => status !== was)
  }),
})

check(reference, {
  id: 'cancel.cancelled-not-cancellable',
  clause: '3/cancelled-not-cancellable',
  title: 'cancellable of a cancelled booking is false',
  uses: ['cancel', 'get'],
  judge: when(({ cancelled, read }) => {
    if (!cancelled.accepted) return unjudged(cancelled)
    return allJudged(...[cancelled, read].map((answer) => expect(answer).field('cancellable').toBe(false)))
  }),
})

check(reference, {
  id: 'cancel.changes-nothing-else',
  clause: '3/cancel-changes-nothing-else',
  title: 'cancel leaves id, reference and notes of the booking as they were, in its answer and by get',
  uses: ['cancel', 'get'],
  judge: when(({ before, cancelled, read }) => {
    if (!cancelled.accepted) return unjudged(cancelled)
    const because = say`though the booking was only cancelled (exchange ${cancelled})`
    const fields = ['id', 'reference', 'notes'] as const
    // The answer to cancel may be the shorter one; what it shows must be so.
    const shown = toldBy(fields, cancelled)
    return allJudged(sameBooking(before, cancelled, shown, because), sameBooking(before, read, fields, because))
  }),
})

check(reference, {
  id: 'cancel.again-changes-nothing',
  clause: '3/cancel-cancelled-changes-nothing',
  title:
    'a second cancel is refused, or answers the same booking unchanged; afterwards get shows what it showed before',
  uses: ['cancel', 'get'],
  judge: when(({ before, cancelled, read, again, readAgain }) => {
    if (!cancelled.accepted) return unjudged(cancelled)
    if (again.outcome === 'none') return unjudged(again)
    // A cancelled booking may be gone altogether, if it stays so.
    if (read.refused && again.refused && readAgain.refused) return judgeGone(read, [before])
    const because = say`though the booking had been cancelled before (exchange ${cancelled})`
    const fields = ['id', 'status', 'cancellable', 'expirationMinutes', 'reference', 'notes'] as const
    const shown = fields.filter((field) => again.accepted && again.read(field) !== undefined)
    return all(
      ...(again.accepted ? [sameBooking(read, again, shown, because)] : []),
      sameBooking(read, readAgain, fields, because),
    )
  }),
})

check(reference, {
  id: 'cancel.same-key-revives-nothing',
  clause: '4.2/same-key-hold-unchanged',
  title: 'the key of a cancelled booking again does not bring it back',
  uses: ['cancel', 'get'],
  needs: ['operations.reserve.idempotencyKey'],
  judge: when(({ before, confirm, cancelled, readAgain, replayed, readReplayed }) => {
    if (!cancelled.accepted) return unjudged(cancelled)
    if (replayed === null) return untested('the idempotency key has no place', 'give operations.reserve.idempotencyKey')
    const alive = ['ON_HOLD', confirm.read('status')]
    if (replayed.outcome === 'none') return unjudged(replayed)
    if (readAgain.accepted && alive.includes(readAgain.read('status'))) return untested('the booking was not cancelled')
    if (readReplayed?.refused === true) return judgeGone(readReplayed, [before, readAgain])
    return expect(readReplayed)
      .field('status')
      .toSatisfy('not that of a booking that is held or confirmed', (status) => !alive.includes(status))
  }),
})

observe(reference, {
  id: 'cancel.same-key-after-cancel',
  clause: '4.2/same-key-after-cancel',
  observe: ({ cancel }) => (cancel?.cancelled.accepted === true ? answerOfKey(cancel.held, cancel.replayed) : null),
})

check(reference, {
  id: 'cancel.reason-kept',
  clause: '4.3/cancel-reason-kept',
  title: 'a cancelled booking shows the reason that was sent, where it carries one',
  restsOn: ['operations.cancel.reason'],
  uses: ['cancel', 'get'],
  judge: ({ cancel }, { profile }) => {
    if (cancel === null) return unseen('no booking could be confirmed')
    const { cancelled, read, reason } = cancel
    if (!cancelled.accepted) return unjudged(cancelled)
    const judged = reasonShown(read.accepted ? read : cancelled, reason, namesOfReason(profile))
    return judged.outcome === 'pass' ? confirming('operations.cancel.reason') : judged
  },
})

observe(reference, {
  id: 'cancel.state-cancelled',
  clause: '3/state-cancelled',
  observe: ({ cancel: done }) => (done?.cancelled.accepted === true ? inWords(done.cancelled.read('status')) : null),
})

observe(reference, {
  id: 'cancel.path',
  clause: '4.3/cancel-path',
  observe: ({ cancel: done }) => pathUsed(done?.cancelled ?? null, 'cancel'),
})

observe(reference, {
  id: 'cancel.reason-name',
  clause: '4.3/cancel-reason-name',
  observe: ({ cancel: done }) => placeUsed(done?.cancelled ?? null, 'cancel', 'reason'),
})

export default suite
