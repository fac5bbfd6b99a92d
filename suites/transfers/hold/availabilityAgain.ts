import { checkFilled, expect, fail, openSuite, pass, unjudged, untested, unusable } from '../vocabulary/index.js'
import type { Answer, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { judgeAge, judgeTooLate, keepsTime, type Seen } from './judgeHold.js'
import { keptAvailability, type KeptAvailability } from './keptAvailability.js'
import { momentsOf } from './moments.js'

const suite: Suite = openSuite()
const check = checkFilled(suite)

const notWanted: Judgement = untested(
  'the availability was not reserved again, or a check that was made then calls it by another id, which cannot be told',
)

const takenTwice: Judgement = untested(
  'the availability was taken by a second booking while it was held, which may still hold it',
)

/** Judges that another is refused what a booking has. Accepting something free again shows that refusals can end. */
function refused(
  again: Answer | null | undefined,
  { overAgain, movedLeft }: { readonly [Name in 'overAgain' | 'movedLeft']: Answer | null | undefined },
  what: string,
): Judgement {
  // That it was accepted needs no such proof.
  const free = overAgain?.accepted !== true && movedLeft?.accepted === true ? movedLeft : overAgain
  const control = again?.refused === true ? (free ?? null) : null
  return expect(again).toBeRefused(control, `although a booking ${what} has that availability`)
}

/** Untested unless what nobody had since it was named was reserved at last. */
function unlastingBy(control: Answer | null | undefined): Judgement | null {
  if (!control)
    return untested(
      'nothing else was left that nobody had, to show that an availabilityId of this target lasts so long',
    )
  return control.accepted
    ? null
    : untested(
        'what was held could not be reserved once its hold was over, nor could anything else that was named with it: whether an availabilityId lasts so long cannot be told',
      )
}

function noRoomBy(control: Answer | null | undefined): Judgement | null {
  return control?.accepted === true ? null : untested('nothing else was reserved either: there may have been no room')
}

/** Untested unless one of these was accepted, all of which wanted what another booking had before. */
function usedOnce(...again: readonly (Answer | null | undefined)[]): Judgement | null {
  return again.some((each) => each?.accepted === true)
    ? null
    : untested('an availabilityId of this target can be reserved once only')
}

/** Untested unless what the twin had was refused as well. */
function twinRefused({ twin, twinMove, twinFreed }: Partial<KeptAvailability>, profile: Profile): Judgement | null {
  const { short, extension } = momentsOf(profile)
  return alsoRefused(twin, twinMove, twinFreed, short + extension)
}

/** Untested unless what the second hold had was refused as well. */
function secondRefused(
  { second, secondMove, secondFreed }: Partial<KeptAvailability>,
  profile: Profile,
): Judgement | null {
  return alsoRefused(second, secondMove, secondFreed, momentsOf(profile).unseen)
}

/**
 * Untested unless another ended hold's place was refused as well: a single place may be somebody else's by then.
 * @param second the answer to who wanted that; none: nobody did
 */
function refusedOnce(second: Seen): Judgement | null {
  if (second?.refused === true) return null
  return untested(
    second?.accepted === true
      ? 'it was refused, and what another hold had could be reserved: somebody else may have taken it meanwhile'
      : 'one was refused, and no other was wanted beside it: somebody else may have taken it meanwhile',
    'run it where nobody else books',
  )
}

function alsoRefused(
  held: Answer | undefined,
  move: Answer | null | undefined,
  freed: Answer | null | undefined,
  minutes: number,
): Judgement | null {
  if (held && move && otherTime(held, move) !== null) return refusedOnce(null)
  return (freed ? judgeAge(held, minutes, freed) : null) ?? refusedOnce(freed)
}

/**
 * Judges that what was held so long can be reserved by another now.
 * @param why it was refused, where that says nothing: untested; null: nothing but the hold explains it
 */
function judgeFreed(
  [begun, minutes]: readonly [begun: Answer | null | undefined, minutes: number],
  freed: Answer | null | undefined,
  why: () => Judgement | null,
  because: string,
): Judgement {
  const cannot = unusable(begun) ?? (freed === null ? notWanted : judgeAge(begun, minutes, freed))
  if (cannot !== null || !freed) return cannot ?? unjudged(freed)
  return freed.accepted ? pass : (why() ?? expect(freed).toBeAccepted(because))
}

check(keptAvailability, {
  id: 'hold.keeps-availability-until-end',
  clause: '3/availability-held-until-end',
  title: 'the availability is still held shortly before the hold time runs out',
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ held, heldAgain }, { profile }) =>
    unusable(held) ??
    judgeTooLate(held, momentsOf(profile).short, heldAgain) ??
    expect(heldAgain).toBeRefused(held ?? null, 'though another booking held its availability'),
})

check(keptAvailability, {
  id: 'hold.frees-availability-unread',
  clause: '3/availability-free-after-end',
  title: 'the availability of a hold that has run out can be reserved again before anybody reads a booking',
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ over, overAgain, overControl, movedLeft, movedFreed, extendedFreed, ...others }, { profile }) =>
    judgeFreed(
      [over, momentsOf(profile).unseen],
      overAgain,
      () =>
        unlastingBy(overControl) ?? usedOnce(movedLeft, movedFreed, extendedFreed) ?? secondRefused(others, profile),
      'though the hold on it ran out without confirmation',
    ),
})

check(keptAvailability, {
  id: 'hold.frees-availability-once',
  clause: '3/availability-held',
  title: 'an availability whose hold has run out can be reserved again once, not twice',
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ over, overAgain, overTwice }, { profile }) => {
    const cannot = unusable(over) ?? judgeAge(over, momentsOf(profile).unseen, overAgain)
    if (cannot !== null || !over || !overAgain) return cannot ?? unjudged(overAgain)
    const because = 'although another booking holds that availability since the hold on it ran out'
    const judged = expect(overTwice).toBeRefused(overAgain, because)
    if (judged.outcome !== 'fail') return judged
    return fail(...judged.findings.map((finding) => ({ ...finding, steps: [over.n, overAgain.n] })))
  },
})

check(keptAvailability, {
  id: 'hold.extended-keeps-availability',
  clause: '3/availability-kept-when-extended',
  title: 'a booking that was extended keeps its availability after its first end',
  uses: ['extend'],
  needs: ['operations.reserve.expirationMinutes', 'operations.extend.expirationMinutes'],
  judge: ({ extended, extend, extendedAgain, overAgain, movedLeft }, { profile }) =>
    unusable(extended) ??
    unusable(extend) ??
    judgeTooLate(extended, momentsOf(profile).extension, extendedAgain) ??
    refused(extendedAgain, { overAgain, movedLeft }, 'whose hold was lengthened'),
})

check(keptAvailability, {
  id: 'hold.extended-frees-availability',
  clause: '3/availability-free-after-end',
  title: 'the availability of a booking that was extended can be reserved again once its new hold time has run out',
  uses: ['extend'],
  needs: ['operations.reserve.expirationMinutes', 'operations.extend.expirationMinutes'],
  judge: (
    { extended, extend, extendedAgain, overAgain, movedLeft, movedFreed, extendedFreed, control, ...others },
    { profile },
  ) => {
    const { short, extension } = momentsOf(profile)
    const why = (): Judgement | null =>
      (extendedAgain?.accepted === true ? takenTwice : null) ??
      unlastingBy(control) ??
      usedOnce(overAgain, movedLeft, movedFreed) ??
      twinRefused(others, profile)
    const because = 'though the hold on it, which was extended, ran out without confirmation'
    return unusable(extend) ?? judgeFreed([extended, short + extension], extendedFreed, why, because)
  },
})

check(keptAvailability, {
  id: 'hold.confirmed-keeps-availability',
  clause: '3/availability-kept-when-confirmed',
  title: 'a confirmed booking keeps its availability after the end that its hold had, also where it was updated',
  uses: ['confirm'],
  needs: ['operations.reserve.expirationMinutes'],
  judge: ({ confirmed, confirm, confirmedUpdate, confirmedAgain, overAgain, movedLeft }, { profile }) =>
    unusable(confirm) ??
    // The state after an update is not stated.
    (confirmedUpdate?.read('status') === 'ON_HOLD' ? untested('the update made it a hold again') : null) ??
    judgeAge(confirmed, momentsOf(profile).short, confirmedAgain) ??
    refused(confirmedAgain, { overAgain, movedLeft }, 'that is confirmed'),
})

check(keptAvailability, {
  id: 'hold.moved-takes-availability',
  clause: '3/availability-taken-by-a-move',
  title: 'a booking that was moved to another availability holds that',
  uses: ['update'],
  judge: ({ moved, move, movedAgain, overAgain, movedLeft }) =>
    unusable(moved) ?? unusable(move) ?? refused(movedAgain, { overAgain, movedLeft }, 'that was moved to it'),
})

check(keptAvailability, {
  id: 'hold.moved-frees-what-it-left',
  clause: '3/availability-free-after-move',
  title: 'what a booking was moved away from can be reserved by another',
  uses: ['update'],
  judge: ({ moved, move, movedLeft, over, overAgain, twinLeft }) => {
    const cannot = unusable(moved) ?? unusable(move)
    if (cannot !== null || !movedLeft) return cannot ?? untested('what the booking left was not reserved again')
    // By a new id it shows nothing of one that was used.
    const [was, is] = [over, overAgain].map((each) => each?.exchange.input['availabilityId'])
    const unproven = movedLeft.refused ? (usedOnce(was === is ? overAgain : null) ?? refusedOnce(twinLeft)) : null
    return unproven ?? expect(movedLeft).toBeAccepted('though the booking that had it was moved away')
  },
})

check(keptAvailability, {
  id: 'hold.moved-frees-availability',
  clause: '3/availability-free-after-end',
  title: 'what a booking was moved to can be reserved by another once its hold time has run out',
  uses: ['update'],
  needs: ['operations.reserve.expirationMinutes'],
  judge: (trial, { profile }) => {
    const { moved, move, movedAgain, movedLeft, movedFreed, movedControl, overAgain, overControl, control } = trial
    // Any of these was reserved later than what the booking was moved to was wanted.
    const lasting = [overAgain, overControl, control].find((each) => each?.accepted === true)
    const why = (): Judgement | null =>
      (moved && move ? otherTime(moved, move) : null) ??
      (movedAgain?.accepted === true ? takenTwice : null) ??
      noRoomBy(movedControl) ??
      unlastingBy(lasting) ??
      usedOnce(overAgain, movedLeft) ??
      twinRefused(trial, profile) ??
      secondRefused(trial, profile)
    const because = 'though the hold on it, which was moved there, ran out without confirmation'
    return unusable(moved) ?? judgeFreed([move, momentsOf(profile).short], movedFreed, why, because)
  },
})

/** Untested where a move may have given the hold another time. */
function otherTime(moved: Answer, move: Answer): Judgement | null {
  if (move.exchange.input['expirationMinutes'] !== undefined)
    return untested('this target takes no update without minutes, so that the move gave the hold others')
  return keepsTime(moved, move) ? null : untested('the answer to the move shows another hold time than before')
}

export default suite
