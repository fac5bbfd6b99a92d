import {
  bookableKey,
  checksOf,
  fillersOf,
  seedFor,
  Stop,
  type Answer,
  type Bookable,
  type BookableName,
  type Context,
  type Profile,
  type Target,
} from '../vocabulary/index.js'
import { isOver } from './isOver.js'
import type { Filling } from './openFilling.js'
import { namesOf } from './namesOf.js'
import { areClosed, soonestFirst } from './soonestFirst.js'
import type { TransferStage } from './stage.js'

/** Availability checks that one search for a free availability may cost. */
const searches = 3
/** Of so many availabilities that take one booking each, one can be done without. */
const plenty = 8

/** Finds one scenario something to book that no other one wants. */
export interface Slots {
  readonly slot: Slot
  readonly checked: Context['checked']
  readonly bookableOf: (name: BookableName | Bookable) => Bookable
  /** What was found may be on offer no longer. */
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
  { session, judging, shared }: Pick<TransferStage, 'session' | 'judging' | 'shared'>,
): Slots {
  const { profile } = judging
  const slots = new Map<Bookable, readonly string[]>()
  /** The check that named what was found last; and of each, all that were made at one time. */
  const checks = new Map<Bookable, Answer>()
  const rounds = new Map<Bookable, ReadonlyMap<string, Answer>>()
  const refused = new Set<Bookable>()
  // Scenarios start at different places of the same answer, so that they do not all want the same seats.
  const start = (seedFor(0, id) >>> 0) % 997
  const taken = new Set<string>()

  const over = (holder: string | Bookable | undefined): boolean =>
    typeof holder !== 'object' && isOver(holder, { judging })

  const bookableOf = (name: BookableName | Bookable): Bookable => {
    if (typeof name === 'object') return name
    const [what] = [profile.bookable[name]].flat()
    if (what === undefined || what === null)
      throw new Stop(`the profile has no bookable.${name}`, `give bookable.${name}`)
    return what
  }

  const isExclusive = (bookable: Bookable): boolean =>
    profile.availability.exclusive || bookable === profile.bookable.exclusive

  const isGone = (check: string | undefined): boolean =>
    check !== undefined && shared.takenSlots.has(check) && !over(shared.takenSlots.get(check))

  /** Whether a booking of this run had it, by this id or by another. */
  const isHad = (slot: string): boolean =>
    [slot, checkOf.get(slot)].some((each) => each !== undefined && shared.hadSlots.has(each))

  const isTaken = (bookable: Bookable, slot: string): boolean =>
    isExclusive(bookable) ? shared.takenSlots.has(slot) || isGone(checkOf.get(slot)) : taken.has(slot)

  /** Where one check tells of one day only there are several: all of them, or as many as it takes to find what nobody has yet. */
  const ask = async (bookable: Bookable): Promise<readonly string[]> => {
    const [named, offered] = [new Set<string>(), new Set<string>()]
    const asks = checksOf(bookable).map((availability) => ({
      availability,
      check: `check ${JSON.stringify([bookable.productId, bookable.optionId, availability])}`,
    }))
    const wasHad = (what: string): boolean => shared.hadSlots.has(what)
    const namedBy = new Map<string, Answer>()
    rounds.set(bookable, namedBy)
    let last: number | undefined
    let refusal: Answer | null = null
    // What a booking had comes last: it may be given back, and taken by somebody else.
    for (const { availability, check } of asks.toSorted((a, b) => Number(wasHad(a.check)) - Number(wasHad(b.check)))) {
      if (isExclusive(bookable) && isGone(check)) continue
      const answer = await target.availability({}, { bookable: { ...bookable, availability } })
      // There may be nothing on one day, and something on the next.
      if (answer.refused && asks.length > 1) {
        refusal ??= answer
        continue
      }
      const { availabilityIds: all, freeAvailabilityIds: free } = offer(answer, bookable)
      for (const id of all) {
        named.add(id)
        namedBy.set(id, answer)
      }
      for (const id of free) offered.add(id)
      last = answer.n
      checks.set(bookable, answer)
      if (isExclusive(bookable))
        for (const [id, name] of namesOf(answer, { check, isOneOfMany: asks.length > 1 })) checkOf.set(id, name)
      const isNew = (each: string): boolean =>
        !shared.takenSlots.has(each) && !isGone(checkOf.get(each)) && (wasHad(check) || !isHad(each))
      if (isExclusive(bookable) && free.some(isNew)) break
    }
    if (last === undefined && refusal !== null) offer(refusal, bookable)
    if (named.size > 0) return [...(offered.size > 0 ? offered : named)]
    if (last === undefined) throw nothingLeft(bookable, profile)
    throw new Stop(
      `the availability check names no availabilityId (exchange ${last})`,
      bookable === profile.bookable.standard
        ? 'see operations.availability in the profile: body (dates on which something is free), items and availabilityId'
        : `name in ${bookableKey(profile, bookable)}.availability other days, on which something of it is free, or name another product`,
      last,
    )
  }

  /** A refusal of what is named beside the standard one is the matter of that line first. */
  const offer = (answer: Answer, bookable: Bookable): Answer => {
    const key = bookableKey(profile, bookable)
    if (!answer.refused || bookable === profile.bookable.standard) return answer.need()
    throw new Stop(
      `availability was not accepted: ${answer.describe()}`,
      `mend ${key} in the profile: its productId, optionId and availability`,
      answer.n,
    )
  }

  const rotated = (ids: readonly string[]): readonly string[] => {
    const from = start % ids.length
    return [...ids.slice(from), ...ids.slice(0, from)]
  }

  /**
   * What is on offer: asked once for all scenarios, until a hold is refused: then this one asks for itself. Where a hold takes it from
   * the others, each does. So it is with bookable.soon, whose cutOffMinutes count from the availability check.
   */
  const look = async (bookable: Bookable): Promise<readonly string[]> => {
    // What starts first starts too soon more surely than what starts later.
    if (profile.bookable.lateStart.includes(bookable)) return ask(bookable)
    if (bookable.cutOffAt !== undefined) {
      const ids = await ask(bookable)
      const checked = [...new Set(rounds.get(bookable)?.values())]
      // Where a test clock shows nothing, the Date of an answer may be of another one.
      const isTimeKnown = session.ahead !== null || profile.clock === null
      if (isTimeKnown && profile.bookable.soon.includes(bookable) && areClosed(ids, checked, bookable, session.ahead))
        throw noneOpen(bookable, checked, profile)
      return soonestFirst(ids, checked, bookable, session.ahead)
    }
    if (isExclusive(bookable)) return ask(bookable)
    if (refused.has(bookable) || profile.bookable.soon.includes(bookable)) return rotated(await ask(bookable))
    const others = shared.offers.get(bookable)
    // What was lost to whoever asked is not lost to this one.
    const asked =
      others?.catch((error: unknown) => {
        if (error instanceof Stop) return ask(bookable)
        throw error
      }) ?? ask(bookable)
    shared.offers.set(bookable, asked)
    const ids = await asked.catch((error: unknown) => {
      shared.offers.delete(bookable)
      throw error
    })
    return rotated(ids)
  }

  /** It may be on offer no longer. */
  const lookAgain = (bookable: Bookable): void => {
    slots.delete(bookable)
    shared.offers.delete(bookable)
    refused.add(bookable)
  }

  /** What nobody gets but who asks for what no booking had: late in a run all else may have been had. */
  const setAside = (bookable: Bookable, known: readonly string[]): string | undefined => {
    const [kept] = [...shared.takenSlots].find(([, holder]) => holder === bookable) ?? []
    if (kept !== undefined) return known.includes(kept) && !isHad(kept) ? kept : undefined
    const unused = known.filter((each) => !isTaken(bookable, each) && !isHad(each))
    const last = unused.length > plenty ? unused.at(-1) : undefined
    if (last !== undefined) shared.takenSlots.set(last, bookable)
    return last
  }

  const find = async (
    bookable: Bookable,
    { unused = false, far = false }: Parameters<Slot>[1] = {},
  ): Promise<string> => {
    for (let search = 0; search < searches; search += 1) {
      const known = slots.get(bookable) ?? (await look(bookable))
      slots.set(bookable, known)
      const aside = isExclusive(bookable) ? setAside(bookable, known) : undefined
      const inTurn = known.filter((each) => !isTaken(bookable, each))
      const untaken = inTurn.slice(far ? Math.floor(inTurn.length / 2) : 0)
      const used = (): string | undefined =>
        untaken[0] ??
        // On offer again, though a scenario that is over by now once asked for it.
        known.find((each) => !taken.has(each) && over(shared.takenSlots.get(each)) && !isGone(checkOf.get(each)))
      const isExpected = (each: string): boolean => (!isExclusive(bookable) && !unused) || !isHad(each)
      const free = untaken.find(isExpected) ?? (unused && isExclusive(bookable) ? aside : used())
      if (free !== undefined) {
        taken.add(free)
        shared.takenSlots.set(free, id)
        const answer = rounds.get(bookable)?.get(free)
        if (answer !== undefined) checks.set(bookable, answer)
        const check = checkOf.get(free)
        if (check !== undefined) shared.takenSlots.set(check, id)
        return free
      }
      if (!isExclusive(bookable)) taken.clear()
      else lookAgain(bookable)
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

  return { slot, checked: (name) => checks.get(bookableOf(name)) ?? null, bookableOf, lookAgain }
}

function noneOpen(bookable: Bookable, checked: readonly Answer[], profile: Profile): Stop {
  const key = bookableKey(profile, bookable)
  const exchanges = checked.map(({ n }) => n).join(', ')
  const { cutOffAt = '', cutOffBefore } = bookable
  const by = cutOffBefore === undefined ? cutOffAt : `${cutOffBefore} minutes before ${cutOffAt}`
  return new Stop(
    `nothing of ${key} was on offer that can still be cancelled, by ${by} (exchange ${exchanges})`,
    `name other days in ${key}.availability, on which something starts later; if what it names can be cancelled still, see its cutOffAt and cutOffBefore`,
    checked.at(-1)?.n,
  )
}

function nothingLeft(bookable: Bookable, profile: Profile): Stop {
  const isOwn = bookable.availability !== undefined || bookable !== profile.bookable.standard
  return new Stop(
    'the target has no availability left that this run has not held',
    `offer more dates in ${isOwn ? `${bookableKey(profile, bookable)}.availability` : 'operations.availability.body'}`,
  )
}
