import { operations } from '../operations.js'
import {
  effortOf,
  checksOf,
  markerOf,
  mayCommit,
  openRandom,
  seedFor,
  Stop,
  targetOver,
  type Answer,
  type Bookable,
  type BookableName,
  type Context,
  type Held,
  type Json,
  type OperationName,
} from '../vocabulary/index.js'
import { endHolds, releaseHold } from './cleanUp.js'
import { endByConfirming } from './endByConfirming.js'
import { settlingReads } from './settlingReads.js'
import { namesOf } from './namesOf.js'
import { soonestFirst } from './soonestFirst.js'
import type { TransferStage } from './stage.js'

/** Availability checks that one search for a free availability may cost. */
const searches = 3
/** Of so many availabilities that take one booking each, one can be done without. */
const plenty = 8

/** What one scenario acts with. */
export function openContext(id: string, { session, judging, shared, agenda, clock, signal }: TransferStage): Context {
  const { plan, profile } = judging
  const reads = settlingReads(targetOver(session.for(id)), {
    profile,
    clock,
    signal,
    settled: shared.settled,
    written: shared.written,
    clockMovedAt: () => session.clockMovedAt,
  })
  /** Holds that were left to time may be in the way: on this target none are from now on. */
  const endLeft = async (): Promise<boolean> => {
    const some = shared.left.size > 0
    shared.leaves = false
    await endHolds(Number.NEGATIVE_INFINITY, { session, judging, shared, clock })
    return some
  }
  const hasMade = (key: Json | undefined): boolean =>
    session.bookings.some((entry) => entry.id !== null && entry.key === key && entry.as === 'reseller')
  /** What else an availability goes by, since the next check may call the same by another id: see `namesOf`. */
  const checkOf = new Map<string, string>()

  /** Refused, or put off until there is room for one hold more. */
  const isTurnedAway = ({ refused, status }: Answer): boolean => refused || (status === 429 && session.crowded)

  const sending = targetOver({
    ...reads.target,
    helper: (name, said) => {
      shared.reads.forget(said?.id)
      return reads.target.helper(name, said)
    },
    send: async (name: OperationName, said, options) => {
      const answer = await shared.reads.around(name, said.id, () => reads.target.send(name, said, options))
      const wanted = said.fields?.['availabilityId']
      if ((name === 'reserve' || name === 'update') && typeof wanted === 'string' && !answer.refused)
        for (const had of [wanted, checkOf.get(wanted)]) if (had !== undefined) shared.hadSlots.add(had)
      // A key that has made a booking is not refused for itself, but by who counts holds before it looks at keys.
      const isRepeat = name === 'reserve' && answer.refused && hasMade(said.fields?.['idempotencyKey'])
      return isRepeat && shared.left.size > 0 && (await endLeft()) ? reads.target.send(name, said, options) : answer
    },
  })
  const target = targetOver({
    ...sending,
    send: async (name: OperationName, said, options) => {
      const answer = await sending.send(name, said, options)
      // Whoever is put off for the holds of others acts anew after them.
      if (name === 'reserve' && !answer.refused && isTurnedAway(answer)) shared.withoutHold.add(id)
      return answer
    },
  })
  // A scenario that acts once more must not find what it wrote before.
  const turn = (shared.turns.get(id) ?? 0) + 1
  shared.turns.set(id, turn)
  const marker: Context['marker'] = (what) => markerOf(plan.nonce, id, turn === 1 ? what : `${what}, turn ${turn}`)
  const random = openRandom(seedFor(plan.seed, id))
  const slots = new Map<Bookable, readonly string[]>()
  const checks = new Map<Bookable, Answer>()
  const refused = new Set<Bookable>()
  // Scenarios start at different places of the same answer, so that they do not all want the same seats.
  const start = (seedFor(0, id) >>> 0) % 997
  const taken = new Set<string>()

  const isOver = (scenario: string | undefined): boolean =>
    scenario === undefined || judging.scenarios.get(scenario)?.done === true

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
    check !== undefined && shared.takenSlots.has(check) && !isOver(shared.takenSlots.get(check))

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
    let last: number | undefined
    // What a booking had comes last: it may be given back, and taken by somebody else.
    for (const { availability, check } of asks.toSorted((a, b) => Number(wasHad(a.check)) - Number(wasHad(b.check)))) {
      if (isExclusive(bookable) && isGone(check)) continue
      const answer = (await target.availability({}, { bookable: { ...bookable, availability } })).need()
      const { availabilityIds: all, freeAvailabilityIds: free } = answer
      for (const id of all) named.add(id)
      for (const id of free) offered.add(id)
      last = answer.n
      checks.set(bookable, answer)
      if (isExclusive(bookable))
        for (const [id, name] of namesOf(answer, { check, isOneOfMany: asks.length > 1 })) checkOf.set(id, name)
      const isNew = (each: string): boolean =>
        !shared.takenSlots.has(each) && !isGone(checkOf.get(each)) && (wasHad(check) || !isHad(each))
      if (isExclusive(bookable) && free.some(isNew)) break
    }
    if (named.size > 0) return [...(offered.size > 0 ? offered : named)]
    if (last === undefined) throw nothingLeft()
    throw new Stop(
      `the availability check names no availabilityId (exchange ${last})`,
      'see operations.availability in the profile: body (dates on which something is free), items and availabilityId',
      last,
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
    if (bookable.cutOffAt !== undefined) {
      const ids = await ask(bookable)
      return soonestFirst(ids, checks.get(bookable), bookable, session.ahead)
    }
    if (isExclusive(bookable)) return ask(bookable)
    // What starts first starts too soon more surely than what starts later.
    if (profile.bookable.lateStart.includes(bookable)) return ask(bookable)
    if (refused.has(bookable) || bookable === profile.bookable.soon) return rotated(await ask(bookable))
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
  const setAside = (bookable: Bookable, known: readonly string[]): string | null => {
    if (!shared.aside.has(bookable)) {
      const unused = known.filter((each) => !isTaken(bookable, each) && !isHad(each))
      const last = unused.length > plenty ? unused.at(-1) : undefined
      if (last === undefined) return null
      shared.aside.set(bookable, last)
      shared.takenSlots.set(last, 'nobody')
    }
    const aside = shared.aside.get(bookable)
    return aside !== undefined && known.includes(aside) && shared.takenSlots.get(aside) === 'nobody' && !isHad(aside)
      ? aside
      : null
  }

  const slot: Context['slot'] = async (name = 'standard', { unused = false, far = false } = {}) => {
    const bookable = bookableOf(name)
    for (let search = 0; search < searches; search += 1) {
      const known = slots.get(bookable) ?? (await look(bookable))
      slots.set(bookable, known)
      const aside = isExclusive(bookable) ? setAside(bookable, known) : null
      const inTurn = known.filter((each) => !isTaken(bookable, each))
      const untaken = inTurn.slice(far ? Math.floor(inTurn.length / 2) : 0)
      const used = (): string | undefined =>
        untaken[0] ??
        // On offer again, though a scenario that is over by now once asked for it.
        known.find((each) => !taken.has(each) && isOver(shared.takenSlots.get(each)) && !isGone(checkOf.get(each)))
      const free =
        untaken.find((each) => !isExclusive(bookable) || !isHad(each)) ?? (unused ? (aside ?? undefined) : used())
      if (free !== undefined) {
        taken.add(free)
        shared.takenSlots.set(free, id)
        const check = checkOf.get(free)
        if (check !== undefined) shared.takenSlots.set(check, id)
        return free
      }
      if (!isExclusive(bookable)) taken.clear()
      else lookAgain(bookable)
    }
    throw nothingLeft()
  }

  const makeRoom = async (): Promise<boolean> => {
    if (shared.holdsKept === 0) return false
    const useless = session.bookings.filter(
      (entry) => isOver(entry.scenario) || (entry.id !== null && shared.released.has(entry.id)),
    )
    shared.crowded = await endByConfirming(useless, { session, judging, clock })
    return shared.crowded
  }

  const hold: Context['hold'] = async (fields = {}, name = 'standard') => {
    const bookable = bookableOf(name)
    const reserve = async (availabilityId: string): Promise<Held> => ({
      availabilityId,
      reserved: await sending.reserve({ availabilityId, expirationMinutes: 60, ...fields }, { bookable }),
    })
    const held = await reserve(await slot(bookable))
    if (!isTurnedAway(held.reserved) || Number(held.reserved.status) >= 500) return held
    // It may have been taken since it was offered, by somebody else or elsewhere in this run: once more, of what is on offer now.
    if (held.reserved.refused) lookAgain(bookable)
    const other = held.reserved.refused ? await slot(bookable).catch(stopped) : null
    const second = other === null || other === held.availabilityId ? held : await reserve(other)
    if (!isTurnedAway(second.reserved)) return second
    const beside = (await endLeft()) ? await reserve(second.availabilityId) : second
    if (!isTurnedAway(beside.reserved)) return beside
    // There may be a limit to the holds of an account: once more when the other scenarios have released theirs.
    const third = (await agenda.wait()) ? await reserve(second.availabilityId) : beside
    // Nobody else acts now, and what they held and could not cancel may be what there is no room beside.
    const last = isTurnedAway(third.reserved) && (await makeRoom()) ? await reserve(second.availabilityId) : third
    if (isTurnedAway(last.reserved)) shared.withoutHold.add(id)
    return last
  }

  // The documents say of notes that they are optional, and of the reference only that confirm takes it.
  const takesReference = profile.operations.confirm?.fields['reference'] !== undefined
  let form: 'unknown' | 'plain' | 'named' = 'unknown'
  const confirm: Context['confirm'] = async (booking, fields = {}, options) => {
    const named = { reference: marker('voucher'), ...fields }
    const first = await target.confirm(booking, form === 'named' ? named : fields, options)
    if (form !== 'unknown' || !takesReference || Object.hasOwn(fields, 'reference')) return first
    if (first.accepted) form = 'plain'
    if (!first.refused) return first
    const second = await target.confirm(booking, named, options)
    if (!second.accepted) return first
    form = 'named'
    return second
  }

  return {
    target,
    profile,
    random,
    slot,
    checked: (name) => checks.get(bookableOf(name)) ?? null,
    ahead: () => session.ahead,
    hold,
    effort: effortOf(plan.effort),
    marker,
    settle: reads.settle,
    late: reads.late,
    confirm,
    forms: shared.forms,
    release: async (held) => {
      if (held.accepted) await releaseHold(held.bookingId, target, { session, judging, shared, clock })
    },
    makeDo: () => shared.withoutHold.delete(id),
    quiet: agenda.quiet,
    age: async (minutes, orMore = false) => {
      // A test clock may stand still but for its moves.
      const moved = session.clockMinutes + minutes
      const moment = (): number => clock.now() + Math.max(session.clockMinutes, moved) * 60_000
      const arrival = await agenda.until(moment, id, orMore ? 'any time later' : 'then')
      if (arrival instanceof Stop) throw arrival
    },
    key: () => session.nextKey(id),
    lastReads: () =>
      shared.reads.all().filter(({ n, bookingId }) => {
        // The cleanup sends for itself.
        const ending = session.bookings.find(({ id, as }) => id === bookingId && as === 'reseller')?.ending ?? null
        return ending === null || ending.exchange < n
      }),
    made: () =>
      session.bookings.flatMap(({ id, scenario, as, status, key }) =>
        id === null || as !== 'reseller' ? [] : [{ id, scenario, status, key }],
      ),
    atOnce: (acts) =>
      reads.asTheyMeet(() => session.together(id, acts.length, () => Promise.all(acts.map((act) => act())))),
    offers: (operation) =>
      profile.operations[operation] !== null && (mayCommit(profile, plan) || operations[operation]?.commits !== true),
    confirmed: async (fields, bookable) => {
      const held = await hold(fields, bookable)
      const confirmed = (await confirm(held.reserved.bookingId)).need()
      return { ...held, confirmed }
    },
  }
}

function stopped(error: unknown): null {
  if (error instanceof Stop) return null
  throw error
}

function nothingLeft(): Stop {
  return new Stop(
    'the target has no availability left that this run has not held',
    'offer more dates in operations.availability.body',
  )
}
