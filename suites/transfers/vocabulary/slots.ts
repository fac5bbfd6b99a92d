import { checksOf, untested } from './words.js'
import type { Answer, OperationName, Bookable, Context, Judgement } from './words.js'
import { orNone } from './inStep.js'

/** The method and path that an operation was accepted at; null where it was not. */
export function pathUsed(answer: Answer | null, name: OperationName): string | null {
  const operation = answer?.profile.operations[name] ?? null
  return answer?.accepted === true && operation !== null ? `${operation.method} ${operation.path}` : null
}

/** The place in which an input was sent with a request that was accepted; null where it was not sent. */
export function placeUsed(answer: Answer | null, name: OperationName, field: string): string | null {
  const place = answer?.profile.operations[name]?.fields[field]
  if (answer?.accepted !== true || place === undefined || answer.exchange.input[field] === undefined) return null
  return `${place.in}:${place.in === 'body' ? place.pointer : place.name}, which is accepted`
}

/** One bookable for each of its checks, those of what the run has taken last: these may be sold out by now. */
export function untakenFirst({ isTaken }: Pick<Context, 'isTaken'>, bookable: Bookable): readonly Bookable[] {
  return checksOf(bookable)
    .map((availability) => ({ ...bookable, availability }))
    .toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)))
}

/** So many availability checks are made for it at most. */
const most = 3

/**
 * An availability that the other account is offered, where availabilityIds belong to the account that asked. The checks
 * of what the run has taken come last. null: it is offered none.
 */
export async function slotOfOther(
  context: Pick<Context, 'target' | 'isTaken'>,
  bookable: Bookable,
): Promise<string | null> {
  for (const each of untakenFirst(context, bookable).slice(0, most)) {
    const offered = await context.target.availability({}, { as: 'other', bookable: each })
    const id = offered.accepted ? offered.freeAvailabilityIds.at(-1) : undefined
    if (id !== undefined) return id
  }
  return null
}

/**
 * Reserves what nobody has had, which shows whether the account has room for one more hold: another availability of the
 * same, or else one of the standard. For when nobody else acts (`Context.alone`). null: neither is to be had.
 */
export async function reserveUnused(
  {
    target,
    slot,
    profile,
  }: Pick<Context, 'slot' | 'profile'> & { readonly target: Pick<Context['target'], 'reserve'> },
  bookable: Bookable,
  expirationMinutes: number,
  as: 'reseller' | 'other' = 'reseller',
): Promise<Answer | null> {
  for (const each of new Set([bookable, profile.bookable.standard])) {
    const availabilityId = await slot(each, { control: true }).catch(orNone)
    if (availabilityId !== null) return target.reserve({ availabilityId, expirationMinutes }, { bookable: each, as })
  }
  return null
}

/**
 * Sends a reservation that should be accepted. An account may have few holds at a time, and a refusal does not say that
 * it is for that. So a refused one is sent once more between two other holds: the one before is accepted and given
 * back, the one after is accepted. Nobody else acts meanwhile, who would take the room, or leave some.
 * @returns null where it was refused, and nobody knows whether there was room
 */
export async function withRoom(
  context: Pick<Context, 'hold' | 'slot' | 'offers' | 'alone' | 'settle' | 'release'> & {
    readonly target: Pick<Context['target'], 'reserve' | 'cancel'>
  },
  reserve: () => Promise<Answer>,
): Promise<Answer | null> {
  const { target } = context
  const first = await reserve()
  if (!first.refused) return first
  await context.alone()
  const { availabilityId, reserved: before } = await context.hold()
  if (!before.accepted) return null
  const freed = context.offers('cancel') ? await target.cancel(before.bookingId) : null
  if (freed?.accepted === true) await context.settle(before.bookingId)
  const second = await reserve()
  if (!second.refused) return second
  // No other `hold`, which would wait for what others leave. What was given back need not be on offer again.
  const after = async (id: string | null): Promise<boolean> => {
    if (id === null) return false
    const answer = await target.reserve({ availabilityId: id, expirationMinutes: 60 })
    await context.release(answer)
    return answer.accepted
  }
  return (await after(availabilityId)) || (await after(await context.slot().catch(orNone))) ? second : null
}

/**
 * Skipped where the availability check itself says that the availability is full: a refusal to reserve it is no failure
 * of the server, whose calendar may be small. null: the check does not say so.
 * @param checked the last one before the reservation; null: there was none
 */
export function wasFull(checked: Answer | null, reserved: Answer): Judgement | null {
  const id = reserved.exchange.input['availabilityId']
  if (checked?.accepted !== true || !reserved.refused || typeof id !== 'string') return null
  if (!checked.availabilityIds.includes(id) || checked.freeAvailabilityIds.includes(id)) return null
  return untested(
    `nothing was available: the availability check says of what was reserved that it is full (request ${checked.n})`,
    'offer more dates in operations.availability.body, or another bookable.standard: a run holds some fifty at a time',
  )
}

/**
 * Whether a request is an update that asks for no change: a server that answers it with the booking as it is has
 * refused nothing, and allowed nothing either. Fields without a place in the profile are not sent.
 * @param shown the booking right before; null: not known, so that whatever is sent counts as a change
 */
export function asksForNothing({ exchange, profile }: Answer, shown: Answer | null): boolean {
  const fields = profile.operations.update?.fields ?? {}
  const sent = Object.entries(exchange.input).filter(([name]) => Object.hasOwn(fields, name))
  return (
    exchange.purpose === 'update' &&
    sent.every(([name, value]) => {
      // The receipt option is false by default.
      if (name === 'emailReceipt') return value === false
      if (name === 'reference' || name === 'expirationMinutes' || name === 'notes') return shown?.read(name) === value
      return shown?.at(`/${name}`) === value
    })
  )
}

/** The end of an availabilityId that no server has: octospec adds it. */
export const unknownAvailability = '-octospec-unknown'
