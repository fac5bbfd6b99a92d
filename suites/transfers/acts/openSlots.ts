import { fillersOf, seedFor, Stop, mostInVain } from '../vocabulary/index.js'
import type { Bookable, BookableName, Context, Target, Answer } from '../vocabulary/index.js'
import { nothingLeft, Offers, TakenSlots } from './offers.js'
import { isTurnedAway, type TransferStage } from './stage.js'

/** Availability checks that one search for a free availability may cost. */
const searches = 3
/** If there are more availabilities that take one booking each, one can be done without. */
const plenty = 8

/** Finds one scenario something to book that no other one wants. */
export interface Slots {
  readonly slot: Slot
  readonly checked: Context['checked']
  readonly bookableOf: (name: BookableName | Bookable) => Bookable
  readonly lookAgain: (bookable: Bookable) => void
}

type Slot = Context['slot']

/**
 * @param id of the scenario
 * @param checkOf what else an availability goes by, since the next check may call the same by another id: see `namesOf`
 */
export function openSlots(
  id: string,
  target: Pick<Target, 'availability'>,
  checkOf: Map<string, string>,
  filling: Pick<Filling, 'fill' | 'because'>,
  stage: Pick<TransferStage, 'session' | 'judging' | 'shared'>,
): Slots {
  const { judging, shared } = stage
  const { profile } = judging
  const slots = new Map<Bookable, readonly string[]>()
  const taken = new TakenSlots(stage, checkOf)
  const offers = new Offers(target, taken, (seedFor(0, id) >>> 0) % 997, stage)

  const bookableOf = (name: BookableName | Bookable): Bookable => {
    if (typeof name === 'object') return name
    const [what] = [profile.bookable[name]].flat()
    if (what === undefined || what === null)
      throw new Stop(
        `the profile has no bookable.${name}`,
        `add to bookable: - { as: ${name}, productId: ..., optionId: ... }`,
        null,
        `bookable.${name}`,
      )
    return what
  }

  const lookAgain = (bookable: Bookable): void => {
    slots.delete(bookable)
    offers.refuse(bookable)
  }

  /** What nobody gets but who asks for what no booking had: late in a run all else may have been had. */
  const setAside = (bookable: Bookable, known: readonly string[]): string | undefined => {
    const [kept] = [...shared.takenSlots].find(([, holder]) => holder === bookable) ?? []
    if (kept !== undefined) return known.includes(kept) && !taken.isHad(kept) ? kept : undefined
    const unused = known.filter((each) => !taken.isTaken(bookable, each) && !taken.isHad(each))
    const last = unused.length > plenty ? unused.at(-1) : undefined
    if (last !== undefined) shared.takenSlots.set(last, bookable)
    return last
  }

  /** One of what is known that this scenario may take; undefined: there is none. */
  const freeOf = (
    bookable: Bookable,
    known: readonly string[],
    { unused = false, far = false }: NonNullable<Parameters<Slot>[1]>,
  ): string | undefined => {
    const isExclusive = taken.isExclusive(bookable)
    const aside = isExclusive ? setAside(bookable, known) : undefined
    const inTurn = known.filter((each) => !taken.isTaken(bookable, each))
    const untaken = inTurn.slice(far ? Math.floor(inTurn.length / 2) : 0)
    const used = (): string | undefined => untaken[0] ?? known.find((each) => taken.isLeftBehind(each))
    const isExpected = (each: string): boolean => (!isExclusive && !unused) || !taken.isHad(each)
    return untaken.find(isExpected) ?? (unused && isExclusive ? aside : used())
  }

  const find = async (bookable: Bookable, options: Parameters<Slot>[1] = {}): Promise<string> => {
    for (let search = 0; search < searches; search += 1) {
      const known = slots.get(bookable) ?? (await offers.look(bookable))
      slots.set(bookable, known)
      const free = freeOf(bookable, known, options)
      if (free !== undefined) {
        taken.take(free, id)
        offers.found(free, bookable)
        return free
      }
      if (taken.isExclusive(bookable)) lookAgain(bookable)
      else taken.beginAnew()
    }
    throw nothingLeft(bookable, profile)
  }

  const slot: Slot = async (name = 'standard', options = {}) => {
    const bookable = bookableOf(name)
    const isFilled = fillersOf(bookable) > 0 && options.unused !== true && options.control !== true
    for (;;) {
      const found = await find(bookable, options).catch((error: unknown) => {
        const why = isFilled ? filling.because(error) : error
        if (why instanceof Stop) shared.unbooked.set(bookable, why)
        throw why
      })
      if (!isFilled || (await filling.fill(found, bookable))) return found
    }
  }

  return { slot, checked: (name) => offers.checked(bookableOf(name)), bookableOf, lookAgain }
}

/** The longest hold: no refusal is expected over three hours after a scenario's first request, see `momentsOf`. */
const minutes = 200

/** Fills availabilities that take a few bookings up with holds of the run, so that one place is left. */
export interface Filling {
  /** False: it was refused, as somebody else may have a place. @throws Stop where it is neither accepted nor refused */
  readonly fill: (availabilityId: string, bookable: Bookable) => Promise<boolean>
  /**
   * Leaves an availability that had no place left, and makes room for another: an account may have few holds at a time.
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
