import { inStep, momentOf, openSuite, Stop } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Profile, Stage, Suite, Trials } from '../vocabulary/index.js'
import { edgeAt, soonKey, updatedAtEdge, type Taken } from './edge.js'

const suite: Suite = openSuite()
const { timeline } = suite

/** A confirmed booking of a bookable.closing: read and updated before its window closes and after, then cancelled. */
export interface FurtherWindow {
  readonly which: number
  readonly checked: Answer | null
  readonly reserved: Answer
  readonly confirmed: Answer
  readonly ahead: number | null
  readonly open?: Answer
  readonly openUpdate?: Answer | null
  readonly closed?: Answer
  readonly closedUpdate?: Answer | null
  readonly closedCancel?: Answer
}

export interface Unbooked {
  readonly which: number
  readonly reason: string
  readonly remedy: string
}

export interface FurtherWindows {
  readonly windows: readonly (FurtherWindow | Unbooked)[]
}

/** What took the availability of it, by which it is known when its window closes. */
export function takenBy({ which, checked, reserved, ahead }: FurtherWindow): Taken {
  return { which, checked, taken: reserved, reserved, ahead }
}

/** Each of bookable.closing but the first (see `cancel.window`): each may have a policy and a time zone of its own. */
export const furtherWindows: Trials<Partial<FurtherWindows>> = timeline<FurtherWindows>(
  'cancel.further-windows',
  (profile, { windows = [] }) => [
    {
      at: 0,
      act: async (context) => {
        const booked: (FurtherWindow | Unbooked)[] = []
        let crowded = false
        // One after the other: a scenario has one place among those that act.
        for (const [at, soon] of profile.bookable.closing.slice(1).entries()) {
          const one = await bookedOne(context, soon, at + 1)
          booked.push(one)
          crowded = crowded || ('reason' in one && context.checked(soon)?.freeAvailabilityIds.length !== 0)
        }
        // There will not be more later of what is sold out.
        if (!crowded) context.makeDo()
        return { windows: booked }
      },
    },
    ...looksAt(windows, profile),
  ],
  {
    uses: ['confirm', 'get'],
    needs: ['closings'],
    bookings: ({ bookable }) => Math.max(0, bookable.closing.length - 1),
  },
)

async function bookedOne(context: Context, soon: Bookable, which: number): Promise<FurtherWindow | Unbooked> {
  try {
    const { reserved, confirmed } = await context.confirmed({ notes: context.marker(`${which}`) }, soon)
    return { which, checked: context.checked(soon), reserved, confirmed, ahead: context.ahead() }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { which, reason: `${soonKey(which)} could not be booked: ${error.message}`, remedy: error.remedy }
  }
}

interface Look {
  readonly which: number
  readonly at: number
  /** Undefined: it may be later, by a while. */
  readonly latest?: number
  readonly look: (context: Context, window: FurtherWindow) => Promise<Partial<FurtherWindow>>
}

/** Minutes by which a look after a window has closed may follow that at another. */
const aWhile = 2

/** The stages at the edges, in order. Looks that fall together share a stage: a test clock is moved once for them. */
function looksAt(windows: FurtherWindows['windows'], profile: Profile): readonly Stage<FurtherWindows>[] {
  const booked = windows.flatMap((each) => ('reason' in each ? [] : [each]))
  const began = Math.min(...booked.flatMap(({ checked }) => (checked === null ? [] : [momentOf(checked).earliest])))
  const looks = booked.flatMap((each): readonly Look[] => {
    const edge = edgeAt(takenBy(each), profile)
    if (edge === null || each.checked === null) return []
    const { which } = each
    const from = momentOf(each.checked).earliest - began
    return [
      { which, at: from + edge.before, latest: from + edge.beforeLatest, look: lookBefore },
      { which, at: from + edge.after, look: lookAfter },
    ]
  })
  const stages: [Look, ...Look[]][] = []
  for (const each of looks.toSorted((one, other) => one.at - other.at)) {
    const last = stages.at(-1)
    const until = last && Math.min(...last.map(({ at, latest = at + aWhile }) => latest))
    if (last?.[0].look === each.look && until !== undefined && each.at < until) last.push(each)
    else stages.push([each])
  }
  return stages.map((together) => {
    const latest = Math.min(...together.map((each) => each.latest ?? Infinity))
    return {
      at: Math.max(...together.map(({ at }) => at)),
      ...(latest < Infinity && { before: latest }),
      act: async (context, { windows: all = [] }) => ({
        windows: await inStep(
          context,
          ...all.map((each) => async (own: Context) => {
            const found = together.find(({ which }) => which === each.which)
            return found === undefined || 'reason' in each ? each : { ...each, ...(await found.look(own, each)) }
          }),
        ),
      }),
    }
  })
}

async function lookBefore(context: Context, { which, reserved }: FurtherWindow): Promise<Partial<FurtherWindow>> {
  const open = await context.target.get(reserved.bookingId)
  return { open, openUpdate: await updatedAtEdge(context, reserved, `open ${which}`) }
}

async function lookAfter(context: Context, { which, reserved }: FurtherWindow): Promise<Partial<FurtherWindow>> {
  const { target, offers } = context
  const id = reserved.bookingId
  const closed = await target.get(id)
  const closedUpdate = await updatedAtEdge(context, reserved, `closed ${which}`)
  return { closed, closedUpdate, ...(offers('cancel') && { closedCancel: await target.cancel(id) }) }
}

export default suite
