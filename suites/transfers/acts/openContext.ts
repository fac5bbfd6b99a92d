import { operations } from '../operations.js'
import { effortOf, markerOf, mayCommit, openRandom, seedFor, Stop, targetOver } from '../vocabulary/index.js'
import type { Context, Json, OperationName, TargetOptions } from '../vocabulary/index.js'
import { askNowhere, seeState } from './premises.js'
import { endHolds, releaseHold } from './cleanUp.js'
import { openConfirm, openHold } from './openHold.js'
import { openFilling, openSlots } from './openSlots.js'
import { isTurnedAway, type TransferStage } from './stage.js'
import { settlingReads } from './settlingReads.js'

export function openContext(id: string, stage: TransferStage): Context {
  const { session, judging, shared, agenda, clock, signal } = stage
  const { plan, profile } = judging
  // A scenario that acts once more must not find what it wrote before.
  const turn = (shared.turns.get(id) ?? 0) + 1
  shared.turns.set(id, turn)
  let turnedDown = 0
  const reads = settlingReads(targetOver(session.for(id)), {
    profile,
    clock,
    signal,
    settled: shared.settled,
    written: shared.written,
    clockMovedAt: () => session.clockMovedAt,
    turnedDown: () => {
      turnedDown += 1
      shared.turnedDown.add(id)
    },
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

  const sending = targetOver({
    ...reads.target,
    send: async (name: OperationName, said, options: TargetOptions = {}) => {
      const before = session.bookings.find(({ id: known, as }) => known === said.id && as === 'reseller')
      const answer = await reads.target.send(name, said, options)
      if (name === 'confirm' && answer.accepted && answer.exchange.as === 'reseller') shared.confirmedIn ??= answer.n
      seeState(answer, before, stage)
      await askNowhere(name, answer, reads.target, stage)
      if (name === 'availability') shared.takenChecks.see(answer, options.bookable ?? profile.bookable.standard)
      const wanted = said.fields?.['availabilityId']
      if ((name === 'reserve' || name === 'update') && typeof wanted === 'string' && !answer.refused) {
        for (const had of [wanted, checkOf.get(wanted)]) if (had !== undefined) shared.hadSlots.add(had)
        shared.takenChecks.take(wanted)
      }
      // Requests that start together keep all room for themselves: ending the holds of others would wait for ever.
      if (reads.areMeeting()) return answer
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
      if (name === 'reserve' && !answer.refused && isTurnedAway(answer, session)) shared.withoutHold.add(id)
      return answer
    },
  })
  const marker: Context['marker'] = (what) => markerOf(plan.nonce, id, turn === 1 ? what : `${what}, turn ${turn}`)
  const random = openRandom(seedFor(plan.seed, id))
  const release = (booking: string): Promise<void> => releaseHold(booking, target, { session, judging, shared, clock })
  const filling = openFilling(
    id,
    { target: sending, release, makeRoom: [endLeft, () => agenda.wait()], mayActAnew: turn === 1 },
    stage,
  )
  const slots = openSlots(id, target, checkOf, filling, stage)
  const { slot, checked } = slots
  const hold = openHold(id, { target: sending, slots, filling, endLeft }, stage)
  const confirm = openConfirm(target, { profile, marker, forms: shared.forms })
  const standing: Context['standing'] = async (make) => {
    const [before, actsAnew] = [turnedDown, shared.turnedDown.has(id)]
    try {
      const made = await make()
      if (turnedDown === before) return made
    } catch (error) {
      if (turnedDown === before) throw error
    }
    if (!actsAnew) shared.turnedDown.delete(id)
    return make()
  }

  return {
    target,
    profile,
    random,
    slot,
    checked,
    filled: filling.filled,
    ahead: () => session.ahead,
    isTaken: shared.takenChecks.isTaken,
    namedBy: shared.takenChecks.namedBy,
    hold,
    effort: effortOf(plan.effort),
    marker,
    settle: reads.settle,
    isSettled: reads.isSettled,
    confirm,
    forms: shared.forms,
    release: async (held) => {
      if (held.accepted) await release(held.bookingId)
    },
    makeDo: () => shared.withoutHold.delete(id),
    quiet: (look) => agenda.quiet(look),
    alone: () => agenda.wait(),
    age: async (minutes, orMore = false) => {
      // A test clock may stand still but for its moves.
      const moved = session.clockMinutes + minutes
      const moment = (): number => clock.now() + Math.max(session.clockMinutes, moved) * 60_000
      const arrival = await agenda.until(moment, id, orMore ? 'any time later' : 'then')
      if (arrival instanceof Stop) throw arrival
    },
    key: () => session.nextKey(id),
    quotedIn: () => shared.quotedIn,
    confirmedIn: () => shared.confirmedIn,
    made: () =>
      session.bookings.flatMap(({ id, scenario, as, status, key, endsAt }) =>
        id === null || as !== 'reseller'
          ? []
          : [{ id, scenario, status, key, endsAt, isSettled: !shared.crowded && reads.isSettled(id) }],
      ),
    atOnce: (acts, apart = 0) =>
      reads.asTheyMeet(() =>
        session.together(id, acts.length, () =>
          Promise.all(
            acts.map((act, place) => (apart * place > 0 ? clock.sleep(apart * place, signal).then(act) : act())),
          ),
        ),
      ),
    offers: (operation) =>
      profile.operations[operation] !== null && (mayCommit(profile, plan) || operations[operation]?.commits !== true),
    standing,
    confirmed: (fields, bookable) =>
      standing(async () => {
        const held = await hold(fields, bookable)
        return { ...held, confirmed: (await confirm(held.reserved.bookingId)).need() }
      }),
  }
}
