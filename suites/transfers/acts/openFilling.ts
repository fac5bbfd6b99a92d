import { fillersOf, mostInVain, Stop } from '../vocabulary/index.js'
import type { Answer, Bookable, Context, Target } from '../vocabulary/index.js'
import { isTurnedAway, type TransferStage } from './stage.js'

/** The longest hold there is: no refusal is expected later than three hours after the first request of a scenario, see `momentsOf`. */
const minutes = 200

/** Fills availabilities that take a few bookings up with holds of the run, so that one place is left. */
export interface Filling {
  /** False: it was refused, as where somebody else has a place. @throws Stop where the target answers neither so nor so */
  readonly fill: (availabilityId: string, bookable: Bookable) => Promise<boolean>
  /**
   * Leaves an availability to others that had no place left, and makes room for another: an account may have few holds at a time.
   * @throws Stop where too many were left so
   */
  readonly leave: (availabilityId: string, refused: Answer) => Promise<void>
  /** What to throw where there is no other one, if some were left so. */
  readonly because: (error: unknown) => unknown
  readonly filled: Context['filled']
}

export interface FillingParts {
  readonly target: Pick<Target, 'reserve'>
  readonly release: (id: string) => Promise<void>
  /** What may make room for more holds, in turn. */
  readonly makeRoom: readonly (() => Promise<unknown>)[]
  /** Whether the scenario may act anew, when all others have ended. */
  readonly mayActAnew: boolean
}

export function openFilling(
  id: string,
  { target, release, makeRoom, mayActAnew }: FillingParts,
  { session, shared }: Pick<TransferStage, 'session' | 'shared'>,
): Filling {
  const fillers: Answer[] = []
  const rooms = [...makeRoom]
  const inVain: Answer[] = []
  let stop: Stop | null = null

  const giveUp = (refused: Answer): Stop => {
    const few = inVain.length === 1 ? 'one availability did not take' : `of ${inVain.length} availabilities none took`
    stop = new Stop(
      `${few} as many bookings of this run as bookable.exclusive.places says: ${refused.describe()}`,
      'say in bookable.exclusive.places how many bookings one availability takes, and in bookable.exclusive.availability when nobody else books; where an account may have few holds at a time, name something with fewer places',
      refused.n,
    )
    if (mayActAnew) shared.withoutHold.add(id)
    // Nobody was in its way, and not one had the room: others need not try.
    else if (fillers.length === 0) shared.unfilled = stop
    return stop
  }

  const leave: Filling['leave'] = async (availabilityId, refused) => {
    for (const filler of fillers.filter(({ exchange }) => exchange.input['availabilityId'] === availabilityId)) {
      fillers.splice(fillers.indexOf(filler), 1)
      await release(filler.bookingId)
    }
    inVain.push(refused)
    if (inVain.length > mostInVain) throw giveUp(refused)
    await rooms.shift()?.()
  }

  return {
    leave,
    fill: async (availabilityId, bookable) => {
      stop ??= shared.unfilled
      if (stop !== null) throw stop
      for (let place = 0; place < fillersOf(bookable); place += 1) {
        const filler = await target.reserve({ availabilityId, expirationMinutes: minutes }, { bookable })
        if (isTurnedAway(filler, session) && Number(filler.status) < 500) {
          await leave(availabilityId, filler)
          return false
        }
        fillers.push(filler.need())
      }
      return true
    },
    because: (error) => {
      const last = inVain.at(-1)
      return error instanceof Stop && last !== undefined ? giveUp(last) : error
    },
    filled: () => ({ fillers: [...fillers], lacking: stop && { reason: stop.message, remedy: stop.remedy } }),
  }
}
