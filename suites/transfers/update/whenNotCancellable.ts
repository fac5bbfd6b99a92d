import { allJudged, describeValue, expect, inWords, openSuite, wants } from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { notCancellable, type Late, type NotCancellable, type TriedWrite } from './notCancellable.js'
import {
  eachLate,
  isContradicted,
  ofRedeemed,
  refusedTry,
  refusedWhenFalse,
  shownOf,
  unlessOnlySaidLate,
} from './refusedTry.js'

const suite: Suite = openSuite()
const { check, observe } = suite

/** Judges each update that was tried, beside the control of its kind. */
function eachTry(
  { controls, cancelled, late, redeemed }: NotCancellable,
  judge: (tried: TriedWrite | null | undefined, control: Answer | null) => Judgement,
): Judgement {
  return allJudged(
    ...late.flatMap(({ heldUpdate, confirmedUpdate }) => [
      judge(heldUpdate, controls.held),
      judge(confirmedUpdate, controls.confirmed),
    ]),
    judge(cancelled?.update, controls.confirmed),
    judge(redeemed?.update, controls.confirmed),
  )
}

/** That a booking shows that it can be cancelled is said once, of `3/late-start-not-cancellable`, and not of all that follows from it. */
function tooLate(late: Late, tried: TriedWrite | null, judged: Judgement): Judgement {
  return tried === null ? judged : unlessOnlySaidLate(late, [tried.before], judged)
}

check(notCancellable, {
  id: 'update.not-cancellable-refused',
  clause: '7/update-not-cancellable-refused',
  title: 'update of a booking whose cancellable is false is refused: cancelled, too late, or redeemed',
  uses: ['update'],
  judge: (trial) => eachTry(trial, refusedWhenFalse),
})

check(notCancellable, {
  id: 'update.window-passed-refused',
  clause: '7/update-window-passed-refused',
  title: 'update of a booking whose cancellation window has passed is refused, held or confirmed',
  uses: ['update'],
  needs: ['late'],
  judge: (trial) => {
    const because =
      'though it is of bookable.late, whose cancellation window has passed, or which can never be cancelled'
    const { held, confirmed } = trial.controls
    return eachLate(trial, (late) =>
      allJudged(
        tooLate(late, late.heldUpdate, refusedTry(late.heldUpdate, held, because)),
        tooLate(late, late.confirmedUpdate, refusedTry(late.confirmedUpdate, confirmed, because)),
      ),
    )
  },
})

check(notCancellable, {
  id: 'update.redeemed-refused',
  clause: '7/update-redeemed-refused',
  title: 'update of a redeemed booking is refused',
  uses: ['update'],
  needs: ['redeem'],
  judge: (trial) =>
    ofRedeemed(trial, ({ update }) => refusedTry(update, trial.controls.confirmed, 'though the booking was redeemed')),
})

check(notCancellable, {
  id: 'update.late-start-not-cancellable',
  clause: '3/late-start-not-cancellable',
  title: 'cancellable is false from the start where the cancellation window has passed, held or confirmed',
  needs: ['late'],
  judge: (trial) => {
    const because = 'false, since bookable.late says that its cancellation window has passed'
    const isFalse = (answer: Answer): Judgement =>
      expect(answer)
        .field('cancellable')
        .toSatisfy(wants.value(false, because), (is) => is === false)
    return eachLate(trial, (late) => {
      const judged = allJudged(...shownOf(late).map((answer) => isFalse(answer)))
      return isContradicted(late, trial.controls) ? judged : unlessOnlySaidLate(late, shownOf(late), judged)
    })
  },
})

check(notCancellable, {
  id: 'update.redeemed-not-cancellable',
  clause: '3/redeemed-not-cancellable',
  title: 'cancellable of a redeemed booking is false',
  needs: ['redeem'],
  judge: (trial) => ofRedeemed(trial, ({ read }) => expect(read).field('cancellable').toBe(false)),
})

observe(notCancellable, {
  id: 'update.of-cancelled',
  clause: '3/update-cancelled',
  observe: ({ cancelled }) => {
    const tried = cancelled?.update
    if (!tried || tried.answer.outcome === 'none') return null
    const shown = `cancellable of the cancelled booking is ${describeValue(tried.before.read('cancellable'))}`
    return `${shown}, and update is ${tried.answer.refused ? 'refused' : 'accepted'}`
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
