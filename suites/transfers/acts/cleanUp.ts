import {
  cleanUpScenario,
  isPending,
  orNone,
  targetOver,
  markerOf,
  bookablesOf,
  listWide,
  Stop,
} from '../vocabulary/index.js'
import type { Answer, LedgerEntry, Target, Json, Profile, Wide } from '../vocabulary/index.js'
import { asCaller, type TransferStage } from './stage.js'
import { awaitSettled, type Waiting } from './awaitSettled.js'
import type { TransferProfile } from '../transferProfile.js'

/** Refused cancellations of holds after which no more are tried: a server may not cancel holds (3/cancel-on-hold). */
const patience = 3

type Stage = Pick<TransferStage, 'session' | 'judging' | 'shared' | 'clock'>

/** Ends a hold that is of no more use, now or when time passes, unless the target has refused that too often. */
export async function releaseHold(id: string, target: Pick<Target, 'cancel' | 'get'>, stage: Stage): Promise<void> {
  const { shared, judging } = stage
  shared.released.add(id)
  if (judging.profile.operations.cancel === null || shared.holdsKept >= patience) return
  if (isLeftToTime(stage)) return void shared.left.add(id)
  const answer = await target.cancel(id)
  if (answer.refused) shared.holdsKept += 1
  // A read shows what a success without a booking in it does not; cancelled again, it would be refused.
  if (answer.undocumented && judging.profile.operations.get !== null) await target.get(id).catch(orNone)
}

/**
 * Cancels what a scenario booked and did not end itself, as far as the server allows. The ledger keeps what is left.
 * @param mayLapse the run goes on: holds may be left to the time that it lets pass, which ends them all at once
 */
export async function cleanUp(
  scenario: string,
  stage: Stage & Pick<TransferStage, 'signal'>,
  mayLapse = false,
): Promise<void> {
  const { session, judging, shared } = stage
  const { profile } = judging
  if (profile.operations.cancel === null) return
  const { cancelled, expired, confirmed, rejected } = profile.booking.statuses
  // It said itself that it cannot be cancelled, and refused it; asking again would only be a nuisance.
  const isKept = ({ mayEnd, ending }: LedgerEntry): boolean => mayEnd === false && ending?.outcome === 'refused'
  // As the ledger has them by then.
  const own = (): readonly LedgerEntry[] => session.bookings.filter((entry) => entry.scenario === scenario)
  const open = own().filter(
    (entry) =>
      entry.id !== null &&
      entry.status !== cancelled &&
      entry.status !== expired &&
      !isKept(entry) &&
      // A state of an unknown name may be a hold, whatever it says.
      !(entry.mayEnd === false && entry.status !== null && [confirmed, rejected].includes(entry.status)),
  )
  if (own().some((entry) => entry.status === 'ON_HOLD' && isKept(entry))) shared.holdsKept ||= 1
  const lapsing = mayLapse && isLeftToTime(stage) ? open.filter(endsByItself) : []
  for (const { id } of lapsing) if (id !== null) shared.left.add(id)
  await cancelAll(
    open.filter((entry) => !lapsing.includes(entry)),
    stage,
  )
  if (shared.crowded) await endByConfirming(own(), stage).catch(orNone)
  // What was cancelled is as good as never held: the next availability check says whether it is on offer again.
  if (!own().every(({ status }) => status === cancelled)) return
  for (const [slot, holder] of shared.takenSlots) if (holder === scenario) shared.takenSlots.delete(slot)
}

/**
 * Cancels the holds that were left to time and that it has not ended by now.
 * @param now in the target's time, in milliseconds since the epoch
 */
export async function endHolds(now: number, stage: Stage): Promise<void> {
  const { session, judging, shared } = stage
  const grace = judging.profile.hold.graceSeconds * 1000
  const left = session.bookings.filter(
    (entry) =>
      entry.id !== null && shared.left.delete(entry.id) && endsByItself(entry) && (entry.endsAt ?? now) + grace >= now,
  )
  await cancelAll(left, stage)
}

/** Cancels confirmed bookings side by side, and holds one by one until one is cancelled; then the others together. */
async function cancelAll(entries: readonly LedgerEntry[], { session, judging, shared, clock }: Stage): Promise<void> {
  const { profile } = judging
  const target = targetOver(session.for(cleanUpScenario, { always: true }))
  const { cancelled, expired } = profile.booking.statuses
  const cancel = async ({ id, status, as, ending, mayEnd }: LedgerEntry): Promise<Answer | null> => {
    if (id === null) return null
    const caller = { as: asCaller({ as }) }
    /** A success without a booking in it tells nothing: a read says what became of it. */
    const isEnded = async (): Promise<boolean> => {
      const read = profile.operations.get === null ? null : await target.get(id, caller).catch(orNone)
      const shown = read?.accepted === true ? read.read('status') : undefined
      return shown === cancelled || shown === expired
    }
    if (ending?.outcome === 'none' && (await isEnded())) return null
    if (status === 'ON_HOLD' && shared.holdsKept >= patience) return null
    // Where no hold is cancelled, one that says of itself that it cannot be needs not be tried.
    if (status === 'ON_HOLD' && shared.holdsKept > 0 && mayEnd === false) return null
    const settled = async (last: Answer): Promise<Answer> =>
      profile.operations.get === null
        ? last
        : awaitSettled(last, clock.now(), () => target.get(id, caller), { profile, clock })
    // Nothing can be done to it while something else is.
    if (profile.operations.get !== null && isPending(status ?? undefined, profile))
      await target.get(id, caller).then(settled).catch(orNone)
    const answer = await target.cancel(id, {}, caller).catch(orNone)
    shared.written.set(id, clock.now())
    if (answer?.undocumented === true && (await isEnded()) && status === 'ON_HOLD') shared.cancels = true
    if (answer?.accepted === true) await settled(answer).catch(orNone)
    if (answer?.refused === true && status === 'ON_HOLD') shared.holdsKept += 1
    if (answer?.accepted === true && status === 'ON_HOLD') shared.cancels = true
    return answer
  }
  const isHold = ({ status }: LedgerEntry): boolean => status === 'ON_HOLD'
  const others = entries.filter((entry) => !isHold(entry)).map(cancel)
  const holds = entries.filter(isHold)
  for (let next = holds.shift(); next !== undefined; next = holds.shift()) {
    const first = cancel(next)
    if (shared.cancels || (await first)?.accepted === true) others.push(first, ...holds.splice(0).map(cancel))
  }
  await Promise.all(others)
}

/**
 * Whether the run lets so much time pass that holds end by it. Until then they may be in the way of others, as the
 * limit of an account's holds is not shown. The first refusal that may be due to it ends this (`hold` of the context).
 */
function isLeftToTime({ judging, shared }: Stage): boolean {
  return shared.leaves && judging.plan.ageing === 'clock' && !isInTurn(judging.profile)
}

function endsByItself({ status, endsAt }: LedgerEntry): boolean {
  return status === 'ON_HOLD' && endsAt !== null
}

/** Whether scenarios must act one after another: an availability takes one booking, so they would take it away. */
export function isInTurn({ availability }: TransferProfile): boolean {
  return availability.exclusive
}

/**
 * Ends holds that the server does not let cancel: they are confirmed, then cancelled. Otherwise an account with few
 * holds at a time would have none left to test with. Never on a live server.
 * @returns whether there is room for another hold now
 */
export async function endByConfirming(
  bookings: readonly LedgerEntry[],
  { session, judging, clock }: Pick<TransferStage, 'session' | 'judging' | 'clock'>,
): Promise<boolean> {
  const { plan, profile } = judging
  const { confirm, cancel, get } = profile.operations
  if (confirm === null || cancel === null || profile.target.environment === 'live') return false
  const { rejected } = profile.booking.statuses
  const target = targetOver(session.for(cleanUpScenario, { always: true }))
  let ended = false
  for (const entry of bookings) {
    if (entry.id === null || entry.status !== 'ON_HOLD') continue
    const as = { as: asCaller(entry) }
    const plain = await target.confirm(entry.id, {}, as)
    const reference = markerOf(plan.nonce, cleanUpScenario, 'voucher')
    // The documents do not say of the reference that it is optional.
    const named = plain.refused && confirm.fields['reference'] !== undefined
    const confirmed = named ? await target.confirm(entry.id, { reference }, as) : plain
    if (!confirmed.accepted) continue
    ended = true
    const { id } = entry
    const settled =
      get === null
        ? confirmed
        : await awaitSettled(confirmed, clock.now(), () => target.get(id, as), { profile, clock })
    // What was turned down is over.
    if (rejected !== undefined && settled.read('status') === rejected) continue
    // What cannot be cancelled then would be left for good.
    if ((await target.cancel(entry.id, {}, as)).refused) break
  }
  return ended
}

/** Pages of the list of bookings that are looked through for what carries the marker of the run. */
const mostPages = 20

/**
 * Finishes what a run left behind. It looks for each booking without an id by its key, which is its id on servers that
 * follow public OCTO. Then it looks by its marker in the list, and at last reserves with the same key again, as one key
 * makes one booking. Then it reads each that is not over, and cancels it. The ledger keeps the outcome.
 */
export async function finishBookings({ session, judging, shared, signal, clock }: TransferStage): Promise<void> {
  const { profile } = judging
  const target = targetOver(session.for(cleanUpScenario))
  const step = async (act: () => Promise<unknown>): Promise<void> => {
    if (signal.aborted) return
    await act().catch((error: unknown) => {
      // A limit of the profile ends this step, the end of the time all of them.
      if (!(error instanceof Stop) && !signal.aborted) throw error
    })
  }
  const unknown = (): readonly LedgerEntry[] => session.bookings.filter(({ id }) => id === null)

  for (const entry of unknown()) await step(() => findByKey(entry, target, profile))
  if (unknown().some(({ asked }) => asked?.['notes'] !== undefined || asked?.['reference'] !== undefined))
    for (const as of ['reseller', 'other'] as const)
      if (unknown().some((entry) => asCaller(entry) === as))
        await step(() => lookThrough(as, { target, forms: shared.forms }, profile))
  const now = clock.now() + session.clockMinutes * 60_000
  for (const entry of unknown()) await step(() => reserveAgain(entry, now, target, profile))
  for (const { id, as } of session.bookings) {
    if (id === null) continue
    const entry = (): LedgerEntry | undefined => session.bookings.find((each) => each.id === id && each.as === as)
    await step(() => finishOne(id, entry, target, { profile, clock, signal }))
  }
}

async function findByKey(entry: LedgerEntry, target: Target, { operations }: Profile): Promise<void> {
  if (entry.key !== null && operations.get !== null) await target.get(entry.key, { as: asCaller(entry) })
}

async function lookThrough(as: 'reseller' | 'other', wide: Wide, { operations }: Profile): Promise<void> {
  if (operations.list === null) return
  const pages = operations.list.fields['page'] !== undefined
  let seen = ''
  for (let page = 1; page <= (pages ? mostPages : 1); page += 1) {
    const { items, accepted } = await (pages ? listWide(wide, { page }, { as }) : wide.target.list({}, { as }))
    const shown = JSON.stringify(items)
    // Past the end, or a list that does not know pages.
    if (!accepted || items.length === 0 || shown === seen) return
    seen = shown
  }
}

/** A key that was never answered may have made nothing: what this makes is cancelled at once, like what it finds. */
async function reserveAgain(entry: LedgerEntry, now: number, target: Target, profile: Profile): Promise<void> {
  const { asked, key, endsAt, unread } = entry
  if (asked === null || key === null || unread !== null || profile.operations.cancel === null) return
  // Nobody who has no id can have confirmed it, so by then it is over by itself.
  if (endsAt !== null && endsAt + profile.hold.graceSeconds * 1000 < now) return
  if (Object.values(asked).some(isRedacted)) return
  const bookable = bookablesOf(profile).find(
    (each) => each.productId === asked['productId'] && each.optionId === asked['optionId'],
  )
  await target.reserve(asked, { as: asCaller(entry), bookable: bookable ?? profile.bookable.standard })
}

async function finishOne(
  id: string,
  entry: () => LedgerEntry | undefined,
  target: Target,
  waiting: Waiting,
): Promise<void> {
  const { operations, booking } = waiting.profile
  const { cancelled, expired, confirmed, rejected } = booking.statuses
  const isOver = (): boolean => [cancelled, expired, rejected ?? cancelled].some((status) => entry()?.status === status)
  const as = asCaller(entry() ?? { as: 'reseller' })
  const read = async (): Promise<void> => {
    const get = (): Promise<Answer> => target.get(id, { as })
    if (operations.get !== null) await awaitSettled(await get(), waiting.clock.now(), get, waiting)
  }
  if (isOver()) return
  await read()
  if (isOver() || operations.cancel === null) return
  // It said itself that it cannot be cancelled; asking again would only be a nuisance.
  if (entry()?.status === confirmed && entry()?.mayEnd === false) return
  await target.cancel(id, {}, { as })
  if (!isOver()) await read()
}

function isRedacted(value: Json): boolean {
  return typeof value === 'string' && value.includes('[redacted:')
}
