import {
  allJudged,
  describeValue,
  expect,
  failAt,
  inWords,
  openSuite,
  pass,
  refusal,
  unjudged,
  unseen,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { refusedWrite } from '../update/judges.js'
import { notCancellable } from '../update/notCancellable.js'
import type { Late, NotCancellable, Redeemed, TriedWrite } from '../update/notCancellable.js'
import { hadClosed } from './edge.js'
import { placeOf } from './reasonShown.js'

const suite: Suite = openSuite()
const { check, observe } = suite

type Controls = NotCancellable['controls']

const because = 'though it is of bookable.late, whose cancellation window has passed, or which can never be cancelled'

check(notCancellable, {
  id: 'cancel.window-passed-refused',
  clause: '7/cancel-window-passed-refused',
  title: 'cancel of a confirmed booking whose cancellation window has passed is refused',
  uses: ['cancel'],
  needs: ['late'],
  judge: (trial) =>
    eachLate(trial, (late) => {
      const { before, answer } = late.cancel ?? {}
      return unlessOnlySaidLate(late, before, expect(answer).toBeRefused(trial.controls.cancel, because))
    }),
})

check(notCancellable, {
  id: 'update.window-passed-refused',
  clause: '7/update-window-passed-refused',
  title: 'update of a booking whose cancellation window has passed is refused, held or confirmed',
  uses: ['update'],
  needs: ['late'],
  judge: (trial) =>
    eachLate(trial, (late) =>
      allJudged(
        ...(['held', 'confirmed'] as const).map((state) => {
          const { before, answer } = late[`${state}Update`] ?? {}
          return unlessOnlySaidLate(late, before, refusedWrite(answer, trial.controls[state], because, before))
        }),
      ),
    ),
})

check(notCancellable, {
  id: 'update.late-start-not-cancellable',
  clause: '3/late-start-not-cancellable',
  title: 'cancellable is false from the start where the cancellation window has passed, held or confirmed',
  needs: ['late'],
  judge: (trial) =>
    eachLate(trial, (late) => {
      const { reserved, confirmed, heldUpdate, confirmedUpdate, cancel } = late
      const reads = [heldUpdate?.after, confirmedUpdate?.after, cancel?.before]
      const shown = [reserved, confirmed, ...reads.filter((read) => read !== undefined)]
      const wanted = wants.value(false, 'false, since bookable.late says that its cancellation window has passed')
      const judged = allJudged(
        ...shown.map((answer) =>
          expect(answer)
            .field('cancellable')
            .toSatisfy(wanted, (is) => is === false),
        ),
      )
      return isContradicted(late, trial.controls) ? judged : unlessOnlySaidLate(late, shown, judged)
    }),
})

/** Judges each booking of bookable.late. */
export function eachLate({ late }: Pick<NotCancellable, 'late'>, judge: (late: Late) => Judgement): Judgement {
  return late.length > 0
    ? allJudged(...late.map((each) => judge(each)))
    : untested(
        'bookable.late could not be booked',
        "name in bookable.late what is on offer at any hour, with days in its availability where it starts on some alone: [{ from: '{today}' }, { from: '{today+1}' }] as the target calls them",
      )
}

/**
 * Judges a booking of bookable.late as if its cancellation window had passed. A failure becomes untested if only the
 * profile says that it has, and all these answers show that the booking can be cancelled.
 */
function unlessOnlySaidLate(late: Late, shown: Answer | undefined | readonly Answer[], judged: Judgement): Judgement {
  const read = [shown ?? []].flat().filter(({ accepted }) => accepted)
  const [first] = read
  const isOpen = first !== undefined && read.every((each) => each.read('cancellable') === true)
  if (judged.outcome !== 'fail' || !isOpen || isLateByItself(late)) return judged
  return untested(
    `cancellable of the booking is true (request ${first.n}), and only the profile says that its cancellation window has passed`,
    'name in bookable.late what can be cancelled at no hour of the day; if it is that, say by which time: cutOffAt and cutOffBefore beside it',
  )
}

/** Whether the target refused what cancellable allows: then it does not believe itself that it can be cancelled. */
function isContradicted({ heldUpdate, confirmedUpdate, cancel }: Late, controls: Controls): boolean {
  return [
    { tried: heldUpdate, control: controls.held },
    { tried: confirmedUpdate, control: controls.confirmed },
    { tried: cancel, control: controls.cancel },
  ].some(({ tried, control }) => {
    // An update that names its availability as well may be refused for that.
    const isWhole = tried?.answer.exchange.input['availabilityId'] !== undefined
    return tried?.answer.refused === true && control?.accepted === true && !isWhole
  })
}

/**
 * Whether a booking of bookable.late was past its window when made, by more than the profile's word: by a time that the
 * server shows, with `cutOffAt` and `cutOffBefore` of the profile. The policy (2.3) does not say it. Its types are
 * about refunds, and a booking that is never refunded may still be cancelled.
 */
function isLateByItself({ reserved, checked, ahead }: Late): boolean {
  const { productId, optionId } = reserved.exchange.input
  const { late, closing } = reserved.profile.bookable
  const by = [...late, ...closing].find(
    (each) => each.cutOffAt !== undefined && each.productId === productId && each.optionId === optionId,
  )
  return by !== undefined && hadClosed({ checked, taken: reserved, reserved, ahead, by }, reserved)
}

/** Judges the redeemed booking. Without one, a 404 means a wrong path; any other refusal may have had its reasons. */
export function ofRedeemed(
  { redeemed, unredeemed }: Pick<NotCancellable, 'redeemed' | 'unredeemed'>,
  judge: (redeemed: Redeemed) => Judgement,
): Judgement {
  const remedy = 'see redeem.request in the profile'
  if (redeemed !== null) return judge(redeemed)
  if (unredeemed === null) return unseen('no booking could be redeemed', remedy)
  if (unredeemed.exchange.response?.status !== 404) return unjudged(unredeemed)
  const reason = `redeem was not accepted: ${unredeemed.describe()} (request ${unredeemed.n})`
  return untested(reason, remedy, refusal(unredeemed))
}

check(notCancellable, {
  id: 'cancel.refused-leaves-no-reason',
  clause: '7/refused-cancel-changes-nothing',
  title: 'a cancel that is refused because the booking is not cancellable leaves its reason nowhere',
  uses: ['cancel'],
  judge: ({ controls, late, redeemed }) =>
    allJudged(...[...late, redeemed].map((each) => leavesNoReason(each?.cancel, controls.cancel))),
})

/** Judges that the reason of a cancel that was refused stands nowhere in the booking, unless it stood there before. */
function leavesNoReason(tried: TriedWrite | null | undefined, control: Answer | null): Judgement {
  if (!tried) return unseen('there was no such booking to try it on')
  if (control?.accepted !== true || !tried.answer.refused) return unseen('there was no refusal that proves anything')
  const { before, answer, after } = tried
  const { reason } = answer.exchange.input
  const cannot = unusable(after)
  if (cannot !== null) return cannot
  const place = typeof reason === 'string' ? placeOf(after.json ?? null, reason) : null
  if (place === null || reason === undefined || placeOf(before.json ?? null, inWords(reason)) !== null) return pass
  return failAt(after, place, {
    message: `the booking shows the reason of that cancel, though it was refused (request ${answer.n})`,
    expected: 'the booking as it was',
    received: reason,
  })
}

observe(notCancellable, {
  id: 'update.of-cancelled',
  clause: '3/update-cancelled',
  observe: ({ controls: { cancel }, ofCancelled }) => {
    if (!cancel || !ofCancelled || ofCancelled.outcome === 'none') return null
    const shown = `cancellable of the cancelled booking is ${describeValue(cancel.read('cancellable'))}`
    return `${shown}, and update is ${ofCancelled.refused ? 'refused' : 'accepted'}`
  },
})

observe(notCancellable, {
  id: 'update.state-redeemed',
  clause: '3/state-redeemed',
  observe: ({ redeemed }) => (redeemed?.read.accepted === true ? inWords(redeemed.read.read('status')) : null),
})

observe(notCancellable, {
  id: 'update.redeem',
  clause: '3/redeem',
  observe: ({ redeemed }, { profile }) =>
    redeemed === null || profile.redeem === null ? null : `by ${profile.redeem.method} ${profile.redeem.path}`,
})

export default suite
