import {
  allJudged,
  failAt,
  holdEndOf,
  isOnHold,
  momentOf,
  notApplicable,
  openSuite,
  pass,
  unjudged,
  unseen,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Profile, Suite } from '../vocabulary/index.js'
import { heldAs, idIn, readOver, readTogether, textIn, type Holds } from './held.js'
import {
  endNotShown,
  judgeOver,
  judgeRefusedOnceOver,
  judgeStaysOver,
  judgeStillHeld,
  onceLooked,
  type Seen,
} from './judgeHold.js'
import { updateAsTaken } from '../update/updater.js'
import { momentsOf } from './moments.js'
import { whatCameOf } from './whatCameOf.js'

const suite: Suite = openSuite()
const { timeline, check, observe } = suite

/** Extended at once, and shortly before its end. */
const pair = ['early', 'late'] as const
type Paired = (typeof pair)[number]

interface Extended
  extends
    Holds<Paired | 'over'>,
    Readonly<Record<`${Paired}Extended`, Answer>>,
    Readonly<Record<`${Paired}${'After' | 'Before' | 'Over'}`, Answer | null>> {
  /** Extended after its end. */
  readonly overExtended: Answer | null
  readonly overRead: Answer | null
  /** Then updated to more minutes. */
  readonly overUpdated: Answer | null
  readonly overReread: Answer | null
}

const extended = timeline<Extended>(
  'hold.extended',
  (profile) => {
    const at = momentsOf(profile)
    return [
      {
        at: 0,
        act: async (context) => {
          const early = await heldAs(context, 'early', at.short)
          const id = idIn(early, 'early')
          return {
            ...early,
            ...(id !== null && { earlyExtended: await context.target.extend(id, { expirationMinutes: at.extension }) }),
            ...(await heldAs(context, 'late', at.short)),
            ...(await heldAs(context, 'over', at.short)),
          }
        },
      },
      {
        at: at.before,
        before: at.beforeLatest,
        act: async ({ target }, soFar) => {
          const id = idIn(soFar, 'late')
          return id === null ? {} : { lateExtended: await target.extend(id, { expirationMinutes: at.extension }) }
        },
      },
      {
        // Before anything is read: a server may notice only in a read that a hold is over.
        at: at.after,
        act: async (context, soFar) => {
          const id = idIn(soFar, 'over')
          const overExtended = id === null ? null : await context.target.extend(id, { expirationMinutes: at.extension })
          const [others, over] = await Promise.all([
            readTogether(context, soFar, { earlyAfter: 'early', lateAfter: 'late' }),
            id === null ? {} : reviveOver(context, soFar, id, at.extension),
          ])
          return { ...others, overExtended, ...over }
        },
      },
      {
        at: at.extendedBefore,
        before: at.extendedBeforeLatest,
        act: (context, soFar) => readTogether(context, soFar, { earlyBefore: 'early', lateBefore: 'late' }),
      },
      {
        // Not later: a hold that lasts twice as long as it was extended would be over by then.
        at: at.extendedAfter,
        act: (context, soFar) => readTogether(context, soFar, { earlyOver: 'early', lateOver: 'late' }, readOver),
      },
    ]
  },
  { uses: ['extend', 'get'], needs: ['operations.reserve.expirationMinutes'], bookings: 3 },
)

/** Reads a hold that is over, updates it to more minutes, and reads it again. */
async function reviveOver(
  context: Context,
  soFar: Partial<Extended>,
  id: string,
  minutes: number,
): Promise<Partial<Pick<Extended, 'overRead' | 'overUpdated' | 'overReread'>>> {
  const overRead = await readOver(context, soFar, 'over')
  const slot = textIn(soFar, 'overSlot')
  if (!context.offers('update') || slot === null) return { overRead }
  const overUpdated = await updateAsTaken(context, slot, id, { expirationMinutes: minutes })
  return { overRead, overUpdated, overReread: await readOver(context, soFar, 'over') }
}

/** An extended hold past its former end, before the end that it has at the least. */
export function outlived(held: Seen, extension: Seen, read: Seen, least: number): Judgement {
  return unusable(extension) ?? judgeStillHeld(held, least, read)
}

function bothOutlived(trial: Partial<Extended>, when: 'After' | 'Before', profile: Profile): Judgement {
  const { extension } = momentsOf(profile)
  const judged = pair.map((name) =>
    outlived(trial[name], trial[`${name}Extended` as const], trial[`${name}${when}` as const], extension),
  )
  return allJudged(...judged)
}

check(extended, {
  id: 'hold.extend-lengthens',
  clause: '3/extend-lengthens-hold',
  title: 'extend by more minutes than the hold had makes it end later',
  needs: ['operations.extend.expirationMinutes'],
  judge: (trial, { profile }) => {
    const { early, earlyExtended, earlyAfter } = trial
    const lived = bothOutlived(trial, 'After', profile)
    // What the hold really did counts; the end that it shows only where nobody looked in time.
    return lived.outcome === 'untested'
      ? onceLooked(earlyAfter, allJudged(lived, laterEnd(early, earlyExtended)))
      : lived
  },
})

function laterEnd(held: Seen, extension: Seen): Judgement {
  const cannot = unusable(held) ?? unusable(extension)
  if (cannot !== null || !held || !extension) return cannot ?? unjudged(extension)
  const [former, end] = [holdEndOf(held), holdEndOf(extension)]
  if (former === null || end === null) return endNotShown
  if (end > former) return pass
  return failAt(extension, extension.profile.booking.holdEnd, {
    message: 'the hold was extended by more minutes than it had, and its end is not later',
    expected: `later than ${JSON.stringify(held.read('holdEnd'))}`,
    restsOn: ['booking.holdEnd'],
  })
}

check(extended, {
  id: 'hold.extended-outlives-former-end',
  clause: '3/extend-outlives-former-end',
  title: 'a booking that was extended is still ON_HOLD after the end that it had before',
  needs: ['operations.extend.expirationMinutes'],
  judge: (trial, { profile }) => bothOutlived(trial, 'After', profile),
})

check(extended, {
  id: 'hold.extended-until-new-end',
  clause: '3/extend-holds-until-new-end',
  title: 'a booking that was extended is still ON_HOLD shortly before the minutes of extend are over',
  needs: ['operations.extend.expirationMinutes'],
  judge: (trial, { profile }) => bothOutlived(trial, 'Before', profile),
})

check(extended, {
  id: 'hold.extended-ends',
  clause: '3/extend-still-ends',
  title: 'the hold of an extended booking ends too',
  needs: ['operations.extend.expirationMinutes'],
  judge: (trial, { profile }) => {
    const { short, extension } = momentsOf(profile)
    const judged = pair.map((name) => {
      const over = trial[`${name}Over` as const]
      return (
        unusable(trial[`${name}Extended` as const]) ?? judgeOver(trial[name], short + extension, over, meanwhile(trial))
      )
    })
    return allJudged(...judged)
  },
})

/** Gets of the holds that go on meanwhile. */
function meanwhile(trial: Partial<Extended>): readonly Seen[] {
  return pair.flatMap((name) => [trial[`${name}After` as const], trial[`${name}Before` as const]])
}

check(extended, {
  id: 'hold.over-not-extended',
  clause: '7/extend-expired-refused',
  title: 'extend is refused once the hold time has run out',
  judge: ({ over, earlyExtended, overExtended }, { profile }) =>
    judgeRefusedOnceOver(over, earlyExtended, overExtended, momentsOf(profile).short),
})

check(extended, {
  id: 'hold.over-not-revived-by-update',
  clause: '1.3/not-on-hold-after-end-get',
  title: 'an update of the minutes does not bring back a hold that is over and not cancellable',
  uses: ['update'],
  judge: (trial, { profile }) => {
    const { over, overRead, overUpdated, overReread } = trial
    if (!overRead || !overUpdated) return unseen('no update of a hold that is over was tried')
    // Update is allowed exactly when cancellable is true, so where that is shown it may do what it does.
    const cancellable = overRead.accepted ? overRead.read('cancellable') : false
    if (cancellable !== false) return notApplicable('the hold that is over does not show cancellable false')
    const [{ short }, others] = [momentsOf(profile), meanwhile(trial)]
    if (judgeOver(over, short, overRead, others).outcome !== 'pass')
      return untested('the hold was not over before the update')
    return judgeStaysOver(over, short, overReread, others, 'an update of its minutes')
  },
})

check(extended, {
  id: 'hold.over-not-revived',
  clause: '7/refused-extend-changes-nothing',
  title: 'a refused extend does not bring back a hold that is over',
  judge: (trial, { profile }) => {
    const { over, overExtended, overRead } = trial
    if (overExtended?.refused !== true) return unseen('no extend of a hold that is over was refused')
    const { short } = momentsOf(profile)
    return judgeStaysOver(over, short, overRead, meanwhile(trial), 'an extend that was refused')
  },
})

observe(extended, {
  id: 'hold.over-updated',
  clause: '3/update-expired',
  observe: ({ overRead, overUpdated }) =>
    !overRead || !overUpdated || isOnHold(overRead) ? null : whatCameOf(overUpdated, overRead),
})

observe(extended, {
  id: 'hold.extend-counted-from',
  clause: '3/extend-counted-from',
  observe: ({ late, lateExtended }, { profile }) => {
    if (unusable(late) !== null || unusable(lateExtended) !== null || !late || !lateExtended) return null
    const [former, end] = [holdEndOf(late), holdEndOf(lateExtended)]
    if (former === null || end === null) return null
    const { short, extension } = momentsOf(profile)
    if (profile.operations.extend?.fields['expirationMinutes'] === undefined) return null
    const passed = momentOf(lateExtended).earliest - momentOf(late).earliest
    const isAbout = (minutes: number): boolean => Math.abs(minutes - extension) <= 1
    if (isAbout(end - former)) return 'added to the hold'
    if (isAbout(end - former + short - passed)) return 'from now'
    if (isAbout(end - former + short)) return 'from the reserve'
    return 'from another moment'
  },
})

export default suite
