import {
  answerOfKey,
  allJudged,
  confirming,
  describeValue,
  expect,
  inWords,
  judgeGone,
  openSuite,
  pathUsed,
  placeUsed,
  unjudged,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { reference } from '../confirm/reference.js'
import { finalized } from '../confirm/finalize.js'
import { created } from '../reserve/created.js'
import type { Cancelled } from './cancelConfirmed.js'
import { flaws } from './flawedReasons.js'
import { namesOfReason, reasonShown } from './reasonShown.js'

const suite: Suite = openSuite()
const { check, observe } = suite

const uses = ['cancel', 'get'] as const
const notConfirmed: Judgement = unseen('no booking could be confirmed')

function when(judge: (data: Cancelled) => Judgement): (data: { readonly cancel: Cancelled | null }) => Judgement {
  return ({ cancel }) => (cancel === null ? notConfirmed : judge(cancel))
}

check(reference, {
  id: 'cancel.confirmed-accepted',
  clause: '4.3/cancel-accepted',
  title: 'a confirmed booking whose cancellable is true can be cancelled',
  uses,
  judge: when(
    ({ before, cancelled }) => cancellable(before) ?? expect(cancelled).toReturn('though cancellable is true'),
  ),
})

check(reference, {
  id: 'cancel.with-reason-accepted',
  clause: '4.3/cancel-with-reason-accepted',
  title: 'cancel with a reason is accepted',
  uses,
  judge: when(
    ({ before, cancelled }) =>
      cancellable(before) ?? expect(cancelled).toBeAccepted('though cancellable is true and a reason may be sent'),
  ),
})

/** Nothing where the booking says that it can be cancelled; else why it need not be. */
function cancellable(before: Answer): Judgement | null {
  const cannot = unusable(before)
  if (cannot !== null) return cannot
  const shown = before.read('cancellable')
  if (shown === true) return null
  return untested(
    `cancellable of the booking is ${describeValue(shown)} (request ${before.n}), so cancel need not be accepted`,
    'make bookable.standard something that can be cancelled for a while yet',
  )
}

check(reference, {
  id: 'cancel.not-on-hold',
  clause: '3/cancel-not-on-hold',
  title: 'a booking that is cancelled is not ON_HOLD, in the answer and by get',
  uses,
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
  uses,
  judge: when(({ before, cancelled }) => {
    const was = before.read('status')
    return expect(cancelled)
      .field('status')
      .toSatisfy(`another status than ${describeValue(was)}`, (status) => status !== was)
  }),
})

check(reference, {
  id: 'cancel.same-key-revives-nothing',
  clause: '4.2/same-key-hold-unchanged',
  title: 'the key of a cancelled booking again does not bring it back',
  uses,
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
  uses,
  judge: ({ cancel }, { profile }) => {
    if (cancel === null) return notConfirmed
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

check(finalized, {
  id: 'cancel.without-reason-accepted',
  clause: '4.3/cancel-without-reason-accepted',
  title: 'cancel without a reason is accepted',
  uses,
  judge: ({ reasons }) =>
    reasons?.before == null
      ? notConfirmed
      : (cancellable(reasons.before) ??
        expect(reasons.cancelled).toBeAccepted('though cancellable is true and a reason need not be sent')),
})

check(finalized, {
  id: 'cancel.unknown-id-refused',
  clause: '4.3/cancel-unknown-id-refused',
  title: 'cancel of a booking id that does not exist is refused',
  uses,
  judge: ({ reasons }) =>
    reasons === null
      ? notConfirmed
      : expect(reasons.unknown).toBeRefused(reasons.cancelled, 'though there is no booking of that id'),
})

flaws.refused(
  suite,
  finalized,
  ({ reasons }) => ({ control: reasons?.cancelled ?? null, flawed: reasons?.flawed ?? [] }),
  uses,
)

observe(created, {
  id: 'cancel.of-hold',
  clause: '3/cancel-on-hold',
  observe: ({ cancelled }) => {
    if (cancelled === null || cancelled.outcome === 'none') return null
    if (cancelled.refused) return `no: it is refused (${cancelled.describe()})`
    return `yes: its status is then ${inWords(cancelled.read('status'))}`
  },
})

export default suite
