import { cleanUpScenario, bookablesOf, listWide, Stop, targetOver } from '../vocabulary/index.js'
import type { Answer, Json, LedgerEntry, Profile, Target, Wide } from '../vocabulary/index.js'
import { asCaller, type TransferStage } from './stage.js'
import { awaitSettled, type Waiting } from './awaitSettled.js'

/** Pages of the list of bookings that are looked through for what carries the marker of the run. */
const mostPages = 20

/**
 * Finishes what a run left behind. Each booking without an id is looked for: by its key, which is its id on servers that follow public
 * OCTO, by its marker in the list, and at last by reserving with the same key again, as one key makes one booking. Then each that is
 * not over is read, and cancelled. What came of it stands in the ledger.
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

/** A key that was never answered may have made nothing: what this makes then is cancelled at once, like what it finds. */
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
