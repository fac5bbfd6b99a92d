import { holdEndOf, isOnHold, momentOf, openSuite, sideBySide, unusable } from '../vocabulary/index.js'
import type { Answer, Context, Suite } from '../vocabulary/index.js'
import { heldAs, idIn, lookAt, lookAtOver, readOver, textIn, type Holds } from './held.js'
import { updateAsTaken } from '../update/updater.js'
import { momentsOf } from './moments.js'
import { whatCameOf } from './judgeHold.js'

const suite: Suite = openSuite()
const { timeline, observe } = suite

/** `early` is extended at once, `late` shortly before its end, and `over` after its end. */
interface Extended extends Holds<'early' | 'late' | 'over'> {
  readonly lateExtended: Answer
  readonly overRead: Answer | null
  /** Then updated to more minutes. */
  readonly overUpdated: Answer | null
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
          if (id !== null) await context.target.extend(id, { expirationMinutes: at.extension })
          return {
            ...early,
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
          if (id !== null) await context.target.extend(id, { expirationMinutes: at.extension })
          const [, over] = await sideBySide(
            lookAt(context, soFar, 'early', 'late'),
            id === null ? {} : reviveOver(context, soFar, id, at.extension),
          )
          return over
        },
      },
      {
        at: at.extendedBefore,
        before: at.extendedBeforeLatest,
        act: (context, soFar) => lookAt(context, soFar, 'early', 'late'),
      },
      {
        // Not later: a hold that lasts twice as long as it was extended would be over by then.
        at: at.extendedAfter,
        act: (context, soFar) => lookAtOver(context, soFar, 'early', 'late'),
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
): Promise<Partial<Pick<Extended, 'overRead' | 'overUpdated'>>> {
  const overRead = await readOver(context, soFar, 'over')
  const slot = textIn(soFar, 'overSlot')
  if (!context.offers('update') || slot === null) return { overRead }
  const overUpdated = await updateAsTaken(context, id, { expirationMinutes: minutes }, { slot })
  await lookAtOver(context, soFar, 'over')
  return { overRead, overUpdated }
}

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
