import { isDeepStrictEqual } from 'node:util'
import {
  openSuite,
  orNone,
  otherIdsOf,
  shortened,
  sideBySide,
  slotOfOther,
  type Answer,
  type Context,
  type Fields,
  type Held,
  type OperationName,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { openUpdater, type Updater } from '../update/updater.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** Another reseller, and strangers: nobody, and somebody with wrong credentials. */
type Other = 'other' | 'nobody' | 'wrong'
const strangers = ['nobody', 'wrong'] as const

/** What is asked of a booking by somebody whose it is not. */
interface Attempt {
  readonly operation: OperationName
  readonly by: readonly Other[]
  readonly act: (as: Other) => Promise<unknown>
}

/** A booking whose owner has shown that it can be updated, and how. */
interface Opened extends Held {
  readonly id: string
  readonly updates: Updater
}

const page = { page: 1, pageSize: 10 }

/** How get is answered to the owner of a booking, and to nobody. */
export interface Credentials {
  readonly own: Answer
  readonly nobody: Answer
}

/** A booking that others and strangers try, operation by operation: while held, and once its owner has confirmed it. */
export const isolated: Trials<Credentials> = scenario(
  'isolation.booking',
  async (context): Promise<Credentials> => {
    const { slot, target, marker, offers } = context
    const availabilityId = await slot()
    const reserve = (as: Other): Promise<Answer> =>
      target.reserve({ availabilityId, expirationMinutes: 60, notes: marker(as) }, { as })
    const openHold = (): Promise<Opened> =>
      opened(context, { notes: marker('hold'), expirationMinutes: 60 }, { expirationMinutes: 75 })
    const [made, first] = await sideBySide(Promise.all(strangers.map(reserve)), openHold())
    for (const each of made) if (each.accepted) await target.get(each.bookingId)
    const { booking, isAsItWas } = await tryAll(context, first, openHold, (each, isAnother) => [
      ...whileHeld(context, each),
      // A confirm would be in the way of the rest on another booking: it is then tried on a booking of its own.
      ...(isAnother ? [] : [confirming(context, each)]),
    ])
    const { id } = booking
    const own = await target.get(id)
    const nobody = await target.get(id, { as: 'nobody' })
    if (offers('list')) await target.list(page)
    if (offers('extend')) await target.extend(id, { expirationMinutes: 95 })
    await byOtherIds(context, own)
    await introduce(context)
    // Changes of the booking must not hide what is done to a confirmed one: then that is another booking.
    if (offers('confirm')) await onceConfirmed(context, isAsItWas ? booking : null).catch(orNone)
    return { own, nobody }
  },
  { uses: ['get'], bookings: 13 },
)

async function opened(context: Context, fields: Fields, update: Fields): Promise<Opened> {
  const { hold, marker, offers } = context
  const held = await hold(fields)
  const id = held.reserved.bookingId
  const updates = openUpdater(context, held.availabilityId)
  if (offers('update')) await updates.control(id, { reference: marker('control'), ...update })
  return { ...held, id, updates }
}

function whileHeld(context: Context, { id, reserved, updates }: Opened): readonly Attempt[] {
  const { target, marker, profile } = context
  const isKeyed = profile.operations.reserve?.fields['idempotencyKey'] !== undefined
  return [
    { operation: 'reserve', by: isKeyed ? ['other'] : [], act: () => useKey(context, reserved) },
    { operation: 'get', by: ['other', ...strangers], act: (as) => target.get(id, { as }) },
    { operation: 'get', by: ['other'], act: (as) => target.get(id, { as, capabilities: null }) },
    { operation: 'list', by: strangers, act: (as) => target.list(page, { as }) },
    {
      operation: 'extend',
      by: ['other', ...strangers],
      act: (as) => target.extend(id, { expirationMinutes: as === 'other' ? 90 : 95 }, { as }),
    },
    {
      operation: 'update',
      by: ['other', ...strangers],
      act: (as) =>
        updates.send(id, { reference: marker(`by ${as}`), expirationMinutes: as === 'other' ? 120 : 110 }, { as }),
    },
    { operation: 'cancel', by: ['other'], act: (as) => target.cancel(id, {}, { as }) },
  ]
}

function confirming(context: Context, { id }: Opened): Attempt {
  return {
    operation: 'confirm',
    by: ['other', ...strangers],
    act: (as) => context.target.confirm(id, named(context), { as }),
  }
}

/** A reference of a length that this target is known to take. */
function named({ marker, forms }: Context): Fields {
  const long = { reference: marker('confirmed') }
  return forms.areShort === true ? shortened(long) : long
}

/** @param shared what others have tried to confirm already; null: it is another one */
async function onceConfirmed(context: Context, shared: Opened | null): Promise<void> {
  const { target, marker, offers } = context
  const open = (): Promise<Opened> => opened(context, { notes: marker('confirm') }, {})
  const tried = shared ?? (await tryAll(context, await open(), open, (each) => [confirming(context, each)])).booking
  const confirmed = async (booking: Opened): Promise<Opened> => {
    await target.confirm(booking.id, named(context))
    if (offers('update')) await booking.updates.control(booking.id, { reference: marker('confirmed, control') })
    return booking
  }
  const attempts = ({ id, updates }: Opened): readonly Attempt[] => [
    { operation: 'get', by: ['other'], act: (as) => target.get(id, { as }) },
    {
      operation: 'update',
      by: ['other'],
      act: (as) => updates.send(id, { reference: marker(`confirmed, by ${as}`) }, { as }),
    },
    { operation: 'cancel', by: ['other', ...strangers], act: (as) => target.cancel(id, {}, { as }) },
  ]
  const openConfirmed = async (): Promise<Opened> => confirmed(await open())
  const { booking } = await tryAll(context, await confirmed(tried), openConfirmed, attempts)
  if (!offers('cancel')) return
  await target.cancel(booking.id)
  if (context.profile.otherReseller !== null) await target.get(booking.id, { as: 'other' })
}

/**
 * Has others try all of it, side by side, between two reads of its owner. If the reads differ, all is done to another
 * booking, one after the other, with a read after each: that shows which one it was.
 */
async function tryAll(
  context: Context,
  booking: Opened,
  open: () => Promise<Opened>,
  attempts: (booking: Opened, isAnother: boolean) => readonly Attempt[],
): Promise<{ readonly booking: Opened; readonly isAsItWas: boolean }> {
  const { target, release } = context
  const before = await target.get(booking.id)
  await tryTogether(context, attempts(booking, false))
  const after = await target.get(booking.id)
  if (isDeepStrictEqual(before.json, after.json)) return { booking, isAsItWas: true }
  await release(booking.reserved)
  const another = await open().catch(orNone)
  if (another === null) return { booking, isAsItWas: false }
  await tryInTurn(context, another.id, attempts(another, true))
  return { booking: another, isAsItWas: false }
}

async function tryTogether({ profile, offers }: Context, attempts: readonly Attempt[]): Promise<void> {
  const others = profile.otherReseller === null ? strangers : (['other', ...strangers] as const)
  // None of them should be let in, so that none is in the way of the others.
  await Promise.all(
    others.map(async (as) => {
      for (const { operation, by, act } of attempts) if (by.includes(as) && offers(operation)) await act(as)
    }),
  )
}

async function tryInTurn(context: Context, id: string, attempts: readonly Attempt[]): Promise<void> {
  const read = (): Promise<Answer> => context.target.get(id)
  await read()
  for (const attempt of attempts) {
    await tryTogether(context, [{ ...attempt, by: attempt.by.filter((as) => as === 'other') }])
    await read()
  }
  await tryTogether(
    context,
    attempts.map((each) => ({ ...each, by: each.by.filter((as) => as !== 'other') })),
  )
  await read()
}

/** By what else its owner reads the booking, the other reseller asks for it too. */
async function byOtherIds({ target, profile }: Context, read: Answer): Promise<void> {
  if (profile.otherReseller === null) return
  for (const id of otherIdsOf(read)) {
    const own = await target.get(id)
    if (own.accepted && own.read('id') === read.read('id')) await target.get(id, { as: 'other' })
  }
}

/** The other reseller shows that its credentials are good: by its list, or else by what it books itself. */
async function introduce({ target, profile, offers, slot, marker }: Context): Promise<void> {
  if (profile.otherReseller === null) return
  const as = { as: 'other' } as const
  // Some refuse a list in which there is nothing.
  if (offers('list') && (await target.list(page, as)).accepted) return
  await target.reserve({ availabilityId: await slot(), expirationMinutes: 60, notes: marker('of the other') }, as)
}

/** The other reseller uses the key of a booking: for something else, and for the very same. */
async function useKey(context: Context, first: Answer): Promise<void> {
  const { target, settle } = context
  await reserveOwn(context, first).catch(orNone)
  const verbatim = await target.reserve(first.exchange.input, { as: 'other' })
  if (!verbatim.accepted) return
  const id = verbatim.bookingId
  const read = await target.get(id, { as: 'other' })
  if (read.refused && (await settle(id))) await target.get(id, { as: 'other' })
}

async function reserveOwn(context: Context, first: Answer): Promise<void> {
  const { slot, target, marker, profile } = context
  const key = first.exchange.input['idempotencyKey']
  const reserve = async (availabilityId: string): Promise<boolean> => {
    const fields = { availabilityId, notes: marker('second'), expirationMinutes: 45 }
    const second = await target.reserve({ ...fields, idempotencyKey: key }, { as: 'other' })
    return !second.refused || !(await target.reserve(fields, { as: 'other' })).refused
  }
  if (await reserve(await slot())) return
  // An availabilityId may be that of the account which asked for it.
  const offered = await slotOfOther(context, profile.bookable.standard)
  if (offered !== null) await reserve(offered)
}

export default suite
