import { bookableKey, Stop, placesIn, readPointer, checksOf } from '../vocabulary/index.js'
import type { Answer, Bookable, Profile, Target, Json } from '../vocabulary/index.js'
import { areClosed, soonestFirst } from './soonestFirst.js'
import { isOver, type TransferStage } from './stage.js'

interface Round {
  /** The check that named each availability; and the last of them that was accepted. */
  readonly namedBy: Map<string, Answer>
  readonly free: Set<string>
  last: Answer | null
  refusal: Answer | null
}

/** What is on offer to one scenario, by the availability checks that it, or another one, made. */
export class Offers {
  readonly #target: Pick<Target, 'availability'>
  readonly #taken: TakenSlots
  readonly #stage: Pick<TransferStage, 'session' | 'judging' | 'shared'>
  /** Scenarios start at different places of the same answer, so that they do not all want the same seats. */
  readonly #start: number
  /** The check that named what was found last; and of each, all that were made at one time. */
  readonly #checks = new Map<Bookable, Answer>()
  readonly #rounds = new Map<Bookable, Round['namedBy']>()
  readonly #refused = new Set<Bookable>()

  /** @param start the place that this scenario starts at */
  constructor(
    target: Pick<Target, 'availability'>,
    taken: TakenSlots,
    start: number,
    stage: Pick<TransferStage, 'session' | 'judging' | 'shared'>,
  ) {
    this.#target = target
    this.#taken = taken
    this.#start = start
    this.#stage = stage
  }

  checked(bookable: Bookable): Answer | null {
    return this.#checks.get(bookable) ?? null
  }

  found(slot: string, bookable: Bookable): void {
    const answer = this.#rounds.get(bookable)?.get(slot)
    if (answer !== undefined) this.#checks.set(bookable, answer)
  }

  /** What was on offer to all may be so no longer: this scenario asks for itself. */
  refuse(bookable: Bookable): void {
    this.#stage.shared.offers.delete(bookable)
    this.#refused.add(bookable)
  }

  /**
   * What is on offer, asked once for all scenarios. After a refused hold this scenario asks for itself. Each asks where
   * a hold takes it from the others, and for bookable.closing, whose cutOffMinutes count from the availability check.
   */
  async look(bookable: Bookable): Promise<readonly string[]> {
    const { late, closing } = this.#stage.judging.profile.bookable
    // What starts first starts too soon more surely than what starts later.
    if (late.includes(bookable)) return this.#ask(bookable)
    if (bookable.cutOffAt !== undefined) return this.#bySoonest(bookable)
    if (this.#taken.isExclusive(bookable)) return this.#ask(bookable)
    const forItself = this.#refused.has(bookable) || closing.includes(bookable)
    return this.#rotated(await (forItself ? this.#ask(bookable) : this.#askForAll(bookable)))
  }

  async #bySoonest(bookable: Bookable): Promise<readonly string[]> {
    const { session, judging } = this.#stage
    const { profile } = judging
    const ids = await this.#ask(bookable)
    const checked = [...new Set(this.#rounds.get(bookable)?.values())]
    // Where a test clock shows nothing, the Date of an answer may be of another one.
    const isTimeKnown = session.ahead !== null || profile.clock === null
    if (isTimeKnown && profile.bookable.closing.includes(bookable) && areClosed(ids, checked, bookable, session.ahead))
      throw noneOpen(bookable, checked, profile)
    return soonestFirst(ids, checked, bookable, session.ahead)
  }

  async #askForAll(bookable: Bookable): Promise<readonly string[]> {
    const { offers } = this.#stage.shared
    // What was lost to whoever asked is not lost to this one.
    const asked =
      offers.get(bookable)?.catch((error: unknown) => {
        if (error instanceof Stop) return this.#ask(bookable)
        throw error
      }) ?? this.#ask(bookable)
    offers.set(bookable, asked)
    return asked.catch((error: unknown) => {
      offers.delete(bookable)
      throw error
    })
  }

  #rotated(ids: readonly string[]): readonly string[] {
    const from = this.#start % ids.length
    return [...ids.slice(from), ...ids.slice(0, from)]
  }

  /** Asks several checks if each tells of one day only: all, or as many as it takes to find what nobody has yet. */
  async #ask(bookable: Bookable): Promise<readonly string[]> {
    const round: Round = { namedBy: new Map(), free: new Set(), last: null, refusal: null }
    this.#rounds.set(bookable, round.namedBy)
    const asks = this.#taken.checksOf(bookable)
    const isExclusive = this.#taken.isExclusive(bookable)
    for (const ask of asks) {
      if (isExclusive && this.#taken.isGone(ask.check)) continue
      const free = await this.#check(bookable, ask, round, asks.length > 1)
      if (isExclusive && free.some((each) => this.#taken.isNew(each, this.#taken.wasHad(ask)))) break
    }
    const { namedBy, free, last, refusal } = round
    if (last === null && refusal !== null) this.#accepted(refusal, bookable)
    if (namedBy.size > 0) return [...(free.size > 0 ? free : namedBy.keys())]
    throw last === null ? nothingLeft(bookable, this.#stage.judging.profile) : this.#nothingNamed(bookable, last.n)
  }

  async #check(
    bookable: Bookable,
    { availability, check }: NamedCheck,
    round: Round,
    isOneOfMany: boolean,
  ): Promise<readonly string[]> {
    const answer = await this.#target.availability({}, { bookable: { ...bookable, availability } })
    // There may be nothing on one day, and something on the next.
    if (answer.refused && isOneOfMany) {
      round.refusal ??= answer
      return []
    }
    const { availabilityIds: all, freeAvailabilityIds: free } = this.#accepted(answer, bookable)
    for (const id of all) round.namedBy.set(id, answer)
    for (const id of free) round.free.add(id)
    round.last = answer
    this.#checks.set(bookable, answer)
    if (this.#taken.isExclusive(bookable)) this.#taken.name(namesOf(answer, { check, isOneOfMany }))
    return free
  }

  /** A refusal of what is named beside the standard one is the matter of that line first. */
  #accepted(answer: Answer, bookable: Bookable): Answer {
    const { profile } = this.#stage.judging
    if (!answer.refused || bookable === profile.bookable.standard) return answer.need()
    throw new Stop(
      `availability was not accepted: ${answer.describe()}`,
      `mend ${bookableKey(profile, bookable)} in the profile: its productId, optionId and availability`,
      answer.n,
    )
  }

  #nothingNamed(bookable: Bookable, exchange: number): Stop {
    const { profile } = this.#stage.judging
    return new Stop(
      'the availability check names no availabilityId',
      bookable === profile.bookable.standard
        ? 'see operations.availability in the profile: body (dates on which something is free), items and availabilityId'
        : `name in ${bookableKey(profile, bookable)}.availability other days, on which something of it is free, or name another product`,
      exchange,
      bookableKey(profile, bookable),
    )
  }
}

function noneOpen(bookable: Bookable, checked: readonly Answer[], profile: Profile): Stop {
  const key = bookableKey(profile, bookable)
  const { cutOffAt = '', cutOffBefore } = bookable
  const by = cutOffBefore === undefined ? cutOffAt : `${cutOffBefore} minutes before ${cutOffAt}`
  return new Stop(
    `nothing of ${key} was on offer that can still be cancelled, by ${by}`,
    `name other days in ${key}.availability, on which something starts later; if what it names can be cancelled still, see its cutOffAt and cutOffBefore`,
    checked.at(-1)?.n,
    key,
  )
}

export function nothingLeft(bookable: Bookable, profile: Profile): Stop {
  const isOwn = bookable.availability !== undefined || bookable !== profile.bookable.standard
  const key = isOwn ? `${bookableKey(profile, bookable)}.availability` : 'operations.availability.body'
  return new Stop(
    'the target has no availability left that this run has not held',
    `offer more dates in ${key}`,
    null,
    key,
  )
}

/**
 * Names of availabilities besides their ids, which may be new at each check. One that is alone in one of several
 * checks goes by its check. Others go by their time, in the first member that has another time for each. The rest have
 * no name.
 * @param of.check what was asked, in words: the same start may be something else in another check
 */
export function namesOf(
  checked: Answer,
  { check, isOneOfMany }: { readonly check: string; readonly isOneOfMany: boolean },
): ReadonlyMap<string, string> {
  const items = checked.items.flatMap((item): [string, Json][] => {
    const id = checked.availabilityIdOf(item)
    return id === undefined ? [] : [[id, item]]
  })
  const [first] = items
  if (first === undefined) return new Map()
  if (isOneOfMany && items.length === 1) return new Map([[first[0], check]])
  const places = placesIn(first[1]).filter(({ value }) => isTime(value))
  for (const { pointer } of places) {
    const times = items.map(([, item]) => readPointer<Json>(item, pointer))
    if (times.every(isTime) && new Set(times).size === times.length)
      return new Map(items.map(([id], index) => [id, `${check} ${times[index] ?? ''}`]))
  }
  return new Map()
}

function isTime(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT?\d{0,2}/.test(value) && value.length < 100
}

/** An availability check of a bookable, and what it is called as long as what it names is somebody's. */
export interface NamedCheck {
  readonly availability: NonNullable<Bookable['availability']>
  readonly check: string
}

/** Which availabilities are somebody's, as one scenario sees it. */
export class TakenSlots {
  readonly #stage: Pick<TransferStage, 'judging' | 'shared'>
  /** What else an availability goes by, since the next check may call the same by another id: see `namesOf`. */
  readonly #checkOf: Map<string, string>
  readonly #own = new Set<string>()

  constructor(stage: Pick<TransferStage, 'judging' | 'shared'>, checkOf: Map<string, string>) {
    this.#stage = stage
    this.#checkOf = checkOf
  }

  isExclusive(bookable: Bookable): boolean {
    const { profile } = this.#stage.judging
    return profile.availability.exclusive || bookable === profile.bookable.exclusive
  }

  /** Nobody takes it again: who has it is not done. */
  isGone(check: string | undefined): boolean {
    const { takenSlots } = this.#stage.shared
    return check !== undefined && takenSlots.has(check) && !this.#isOver(takenSlots.get(check))
  }

  /** Whether a booking of this run had it, by this id or by another. */
  isHad(slot: string): boolean {
    const { hadSlots } = this.#stage.shared
    return [slot, this.#checkOf.get(slot)].some((each) => each !== undefined && hadSlots.has(each))
  }

  isTaken(bookable: Bookable, slot: string): boolean {
    if (!this.isExclusive(bookable)) return this.#own.has(slot)
    return this.#stage.shared.takenSlots.has(slot) || this.isGone(this.#checkOf.get(slot))
  }

  /** On offer again, though a scenario that is over by now once asked for it. */
  isLeftBehind(slot: string): boolean {
    const holder = this.#stage.shared.takenSlots.get(slot)
    return !this.#own.has(slot) && this.#isOver(holder) && !this.isGone(this.#checkOf.get(slot))
  }

  /** Whether no booking had it, by whichever check. @param wasHad a booking had what this check names anyway */
  isNew(slot: string, wasHad: boolean): boolean {
    const { takenSlots } = this.#stage.shared
    return !takenSlots.has(slot) && !this.isGone(this.#checkOf.get(slot)) && (wasHad || !this.isHad(slot))
  }

  /** The checks of a bookable; what a booking had comes last: it may be given back, and taken by somebody else. */
  checksOf(bookable: Bookable): readonly NamedCheck[] {
    const named = checksOf(bookable).map((availability) => ({
      availability,
      check: `check ${JSON.stringify([bookable.productId, bookable.optionId, availability])}`,
    }))
    return named.toSorted((a, b) => Number(this.wasHad(a)) - Number(this.wasHad(b)))
  }

  wasHad({ check }: NamedCheck): boolean {
    return this.#stage.shared.hadSlots.has(check)
  }

  name(names: ReadonlyMap<string, string>): void {
    for (const [slot, name] of names) this.#checkOf.set(slot, name)
  }

  take(slot: string, id: string): void {
    const { takenSlots } = this.#stage.shared
    this.#own.add(slot)
    takenSlots.set(slot, id)
    const check = this.#checkOf.get(slot)
    if (check !== undefined) takenSlots.set(check, id)
  }

  /** All that this scenario took may be taken by it again. */
  beginAnew(): void {
    this.#own.clear()
  }

  /** What is kept for who asks for what no booking had is never over. */
  #isOver(holder: string | Bookable | undefined): boolean {
    return typeof holder !== 'object' && isOver(holder, this.#stage)
  }
}
