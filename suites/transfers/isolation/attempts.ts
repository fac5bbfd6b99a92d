import { openSuite, type Answer, type Context, type Suite, type Trials } from '../vocabulary/index.js'
import { openUpdater } from '../update/updater.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** What another reseller did to a booking, what the owner read before and after it, and the same by the owner. */
export interface Attempt {
  readonly foreign: Answer
  readonly before: Answer
  readonly after: Answer
  readonly own: Answer | null
}

/** One operation without credentials, with wrong ones, and by the owner. */
export interface Asked {
  readonly nobody: Answer
  readonly wrong: Answer
  readonly own: Answer
}

/** What strangers reserved against expectation, as the owner of the account reads it. */
export interface Found {
  readonly nobody: Answer | null
  readonly wrong: Answer | null
}

/** Reads by the other reseller: as usual, and without the capability; `read` is what the owner was last shown. */
export interface Seen {
  readonly read: Answer
  readonly got: readonly Answer[]
}

export interface OnHold {
  readonly reserved: Answer
  /** A list of the other reseller's, which shows that its credentials are good; null: the profile has none. */
  readonly credentials: Answer | null
  readonly seen: Seen | null
  /** null: not offered, or no second reseller. */
  readonly foreign: {
    readonly extend: Attempt | null
    readonly update: Attempt | null
    readonly cancel: Attempt | null
  }
  readonly reserve: Asked & { readonly found: Found }
  readonly get: Asked
  readonly list: Asked
  readonly extend: Asked | null
  readonly update: Asked | null
  /** The booking before and after strangers asked for its extension and its update. */
  readonly before: Answer
  readonly after: Answer
}

type As = 'reseller' | 'other' | 'nobody' | 'wrong'
type Act = (as: As) => Promise<Answer>

/** A hold that others and strangers read and write, each in turn. */
export const onHold: Trials<OnHold> = scenario(
  'isolation.hold',
  async (context): Promise<OnHold> => {
    const { hold, slot, target, marker, offers, profile } = context
    const { reserved, availabilityId: held } = await hold({ notes: marker('hold'), expirationMinutes: 60 })
    const id = reserved.bookingId
    const updates = openUpdater(context, held)
    const availabilityId = await slot()
    const reserve = await strangers((as) =>
      target.reserve({ availabilityId, expirationMinutes: 60, notes: marker(as) }, { as }),
    )
    const found = { nobody: await readBy(context, reserve.nobody), wrong: await readBy(context, reserve.wrong) }
    const listing: Act = (as) => target.list({ page: 1, pageSize: 10 }, { as })
    const extending: Act = (as) => target.extend(id, { expirationMinutes: as === 'other' ? 90 : 95 }, { as })
    const updating: Act = (as) =>
      updates.send(id, { reference: marker(`by ${as}`), expirationMinutes: as === 'other' ? 120 : 110 }, { as })
    const cancelling: Act = (as) => target.cancel(id, {}, { as })

    // By the owner first: it also shows what an update has to say here.
    const change = { reference: marker('control'), expirationMinutes: 75 }
    const ownUpdate = offers('update') ? (await updates.control(id, change)).answer : null
    const read = await target.get(id)
    const hasOther = profile.otherReseller !== null
    const credentials = hasOther ? await listing('other') : null
    const seen = hasOther ? { read, got: await foreignReads(context, id) } : null
    const first = hasOther && offers('extend') ? await attempt(context, id, read, extending) : null
    const second = hasOther && offers('update') ? await attempt(context, id, first?.after ?? read, updating) : null
    const third =
      hasOther && offers('cancel') ? await attempt(context, id, (second ?? first)?.after ?? read, cancelling) : null

    const before = (third ?? second ?? first)?.after ?? read
    const get = await strangers((as) => target.get(id, { as }))
    const list = await strangers(listing)
    const extend = offers('extend') ? await strangers(extending) : null
    const update = offers('update') ? await strangers(updating) : null
    const after = await target.get(id)

    const ownExtend = extend && (await extending('reseller'))
    return {
      reserved,
      credentials,
      seen,
      foreign: {
        extend: first && { ...first, own: ownExtend },
        update: second && { ...second, own: ownUpdate },
        cancel: third && { ...third, own: await cancelling('reseller') },
      },
      reserve: { ...reserve, own: reserved, found },
      get: { ...get, own: after },
      list: { ...list, own: await listing('reseller') },
      extend: extend && ownExtend && { ...extend, own: ownExtend },
      update: update && ownUpdate && { ...update, own: ownUpdate },
      before,
      after,
    }
  },
  { uses: ['get', 'list'], bookings: 3 },
)

export interface OnConfirmed {
  readonly reserved: Answer
  readonly credentials: Answer | null
  readonly seen: Seen | null
  /** Once its owner has cancelled it. */
  readonly seenCancelled: Seen | null
  readonly foreign: {
    readonly confirm: Attempt | null
    readonly update: Attempt | null
    readonly cancel: Attempt | null
  }
  readonly confirm: Asked
  readonly cancel: Asked | null
  /** Read before and after strangers asked for its confirmation. */
  readonly before: Answer
  readonly held: Answer
  /** Read before and after strangers asked for its cancellation. */
  readonly confirmed: Answer
  readonly kept: Answer | null
}

/** The same with a booking that its owner confirms in between. */
export const onConfirmed: Trials<OnConfirmed> = scenario(
  'isolation.confirm',
  async (context): Promise<OnConfirmed> => {
    const { hold, target, marker, offers, profile } = context
    const { reserved, availabilityId } = await hold({ notes: marker('confirm') })
    const id = reserved.bookingId
    const updates = openUpdater(context, availabilityId)
    const named = { reference: marker('confirmed') }
    const confirming: Act = (as) => target.confirm(id, named, { as })
    const updating: Act = (as) => updates.send(id, { reference: marker(`by ${as}`) }, { as })
    const cancelling: Act = (as) => target.cancel(id, {}, { as })
    const hasOther = profile.otherReseller !== null
    const credentials = hasOther ? await target.list({ page: 1, pageSize: 10 }, { as: 'other' }) : null

    const read = await target.get(id)
    const first = hasOther ? await attempt(context, id, read, confirming) : null
    const before = first?.after ?? read
    const confirm = await strangers(confirming)
    const held = await target.get(id)
    const own = await confirming('reseller')
    const ownUpdate =
      hasOther && offers('update') ? (await updates.control(id, { reference: marker('control') })).answer : null

    const readAgain = await target.get(id)
    const seen = hasOther ? { read: readAgain, got: [await target.get(id, { as: 'other' })] } : null
    const second = hasOther && offers('update') ? await attempt(context, id, readAgain, updating) : null
    const third =
      hasOther && offers('cancel') ? await attempt(context, id, second?.after ?? readAgain, cancelling) : null
    const confirmed = (third ?? second)?.after ?? readAgain
    const cancel = offers('cancel') ? await strangers(cancelling) : null
    const kept = cancel && (await target.get(id))

    const ownCancel = cancel && (await cancelling('reseller'))
    const gone = hasOther && ownCancel?.accepted === true ? [await target.get(id, { as: 'other' })] : []
    return {
      reserved,
      credentials,
      seen,
      seenCancelled: gone.length > 0 && ownCancel ? { read: ownCancel, got: gone } : null,
      foreign: {
        confirm: first && { ...first, own },
        update: second && { ...second, own: ownUpdate },
        cancel: third && { ...third, own: ownCancel },
      },
      confirm: { ...confirm, own },
      cancel: cancel && ownCancel && { ...cancel, own: ownCancel },
      before,
      held,
      confirmed,
      kept,
    }
  },
  { uses: ['get', 'list', 'confirm'], bookings: 1 },
)

async function foreignReads({ target }: Context, id: string): Promise<readonly Answer[]> {
  return [await target.get(id, { as: 'other' }), await target.get(id, { as: 'other', capabilities: null })]
}

/** A booking that a stranger made, where that was possible, read by the owner of the account. */
async function readBy({ target }: Context, made: Answer): Promise<Answer | null> {
  return made.accepted ? target.get(made.bookingId) : null
}

/** `before`: get of the booking as it is. What a write answers may tell less. */
async function attempt({ target }: Context, id: string, before: Answer, act: Act): Promise<Omit<Attempt, 'own'>> {
  return { before, foreign: await act('other'), after: await target.get(id) }
}

export async function strangers(act: Act): Promise<Omit<Asked, 'own'>> {
  const nobody = await act('nobody')
  return { nobody, wrong: await act('wrong') }
}

export default suite
