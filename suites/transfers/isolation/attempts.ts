import {
  idText,
  isLost,
  isOnHold,
  openSuite,
  orLost,
  otherIdsOf,
  shortened,
  sideBySide,
  unseen,
  type Answer,
  type Context,
  type Fields,
  type Held,
  type Judgement,
  type Lost,
  type OperationName,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { openUpdater } from '../update/updater.js'
import { askAll, strangers } from './callers.js'
import type { AllAsked, Around, As, AskedFor, CallerRow, Wanted } from './callers.js'
import { whose } from './refusedTo.js'
import { useKey, type Keys, type KeyUsed } from './useKey.js'

const suite: Suite = openSuite()
const { scenario } = suite

/** Reads by the other reseller; `read` is what the owner was last shown. */
export interface Seen {
  readonly read: Answer
  readonly got: readonly Answer[]
  /** By what else the owner reads it. */
  readonly byOtherIds?: readonly { readonly read: Answer; readonly got: Answer }[]
}

/** What others and strangers did to a booking, and what its owner read around it. */
export interface Isolated {
  readonly reserved: Answer
  /** A booking of the other reseller's own, or a list of its, which shows that its credentials are good; null: the profile has none. */
  readonly credentials: Answer | null
  /** null: there is no second reseller. */
  readonly seen: Seen | null
  /** Once its owner has cancelled it. */
  readonly seenCancelled?: Seen | null
  readonly asked: AskedFor
  /** What strangers reserved against expectation, as the owner of the account reads it. */
  readonly found?: { readonly nobody: Answer | null; readonly wrong: Answer | null }
  /** Around what strangers alone did. */
  readonly byStrangers: readonly Around[]
  /** What the other reseller was answered when it reserved with the key of the booking: from then on both may have one of that id. */
  readonly underKey?: Answer | null
}

const page = { page: 1, pageSize: 10 }

async function credentialsOf({ target, profile, offers, slot, marker }: Context): Promise<Answer | null> {
  const as = { as: 'other' } as const
  if (profile.otherReseller === null) return null
  const listed = offers('list') ? await target.list(page, as) : null
  // Some refuse a list in which there is nothing, but none for want of good credentials.
  if (listed !== null && (!listed.refused || [401, 403].includes(Number(listed.status)))) return listed
  // Without a list, it is known by what it books itself.
  const own = { availabilityId: await slot(), expirationMinutes: 60, notes: marker('of the other') }
  const reserved = await target.reserve(own, as)
  const id = idText(reserved.read('id'))
  if (!reserved.accepted || id === undefined) return reserved
  const read = await target.get(id, as)
  if (offers('cancel')) await target.cancel(id, {}, as)
  return read
}

/** What became of a booking while it was held, and when it was confirmed; null: confirm is not offered, or there was nothing to confirm. */
export interface IsolatedTwice extends Isolated {
  /** null: no key can be sent, or there is no second reseller. */
  readonly keys: Keys | null
  readonly confirmed: Isolated | Lost | null
}

/** A booking that others and strangers read and write, each in turn: while it is held, and once more when its owner has confirmed it. */
export const isolated: Trials<IsolatedTwice> = scenario(
  'isolation.booking',
  async (context): Promise<IsolatedTwice> => {
    const { hold, slot, target, marker, profile, offers } = context
    const availabilityId = await slot()
    const asStrangers = strangers((as) =>
      target.reserve({ availabilityId, expirationMinutes: 60, notes: marker(as) }, { as }),
    )
    const open = (): Promise<Held> => hold({ notes: marker('hold'), expirationMinutes: 60 })
    const [reserve, first] = await sideBySide(asStrangers, open())
    const found = { nobody: await readBy(context, reserve.nobody), wrong: await readBy(context, reserve.wrong) }
    const isKeyed = profile.operations.reserve?.fields['idempotencyKey'] !== undefined
    const used: { last: KeyUsed | null } = { last: null }
    const all = await askAll(context, first, open, (held, isAnother): Wanted => {
      const id = held.reserved.bookingId
      const updates = openUpdater(context, held.availabilityId)
      return {
        look: () => Promise.all([target.get(id, { as: 'other' }), target.get(id, { as: 'other', capabilities: null })]),
        rows: [
          {
            operation: 'reserve',
            by: isKeyed ? ['other'] : [],
            act: async () => (used.last = await useKey(context, held.reserved)).verbatim,
            isOwnLater: true,
          },
          { operation: 'get', by: ['strangers'], act: (as) => target.get(id, { as }) },
          { operation: 'list', by: ['strangers'], act: (as) => target.list(page, { as }) },
          {
            operation: 'extend',
            by: ['other', 'strangers'],
            act: (as) => target.extend(id, { expirationMinutes: as === 'other' ? 90 : 95 }, { as }),
          },
          {
            operation: 'update',
            by: ['other', 'strangers'],
            act: (as) =>
              updates.send(
                id,
                { reference: marker(`by ${as}`), expirationMinutes: as === 'other' ? 120 : 110 },
                { as },
              ),
            first: async () =>
              (await updates.control(id, { reference: marker('control'), expirationMinutes: 75 })).answer,
          },
          { operation: 'cancel', by: ['other'], act: cancelling(context, id), isOwnLater: true },
          // What was tried in vain is tried on a booking of its own then, and a confirm is in the way of the rest.
          ...(isAnother ? [] : [confirming(context, held)]),
        ],
      }
    })
    const { reserved } = all.held
    const areRefused = [reserve.nobody, reserve.wrong].every(({ refused }) => refused)
    // Where strangers may not reserve, who did is none.
    const credentials = (areRefused ? ownOf(used.last) : null) ?? (await credentialsOf(context))
    // Whatever was done to the booking must not hide what is done to a confirmed one: that is another one then.
    const isConfirmed = all.asked.confirm?.own.accepted === true
    const shared = all.isAsItWas && isConfirmed ? all : null
    const { second, verbatim } = used.last ?? { second: null, verbatim: null }
    const underKey = second !== null && !isLost(second) && !second.refused ? second : verbatim
    const { cancel } = all.unasked
    const [confirmed, otherHold] = await sideBySide(
      offers('confirm') ? onceConfirmed(context, shared, underKey).catch(orLost) : null,
      cancel && isConfirmed ? cancelOtherHold(context, reserved, used.last) : null,
    )
    const own = cancel && (isConfirmed ? otherHold : await target.cancel(reserved.bookingId))
    const aroundKey = all.unasked.reserve?.other
    const seen = { read: all.read, got: all.seen, byOtherIds: await readByOtherIds(context, all.read) }
    return {
      reserved,
      credentials,
      seen: profile.otherReseller === null ? null : seen,
      asked: {
        ...all.asked,
        ...(own && { cancel: { ...cancel, own } }),
        reserve: { ...reserve, own: reserved, other: null },
      },
      found,
      byStrangers: [all.byStrangers],
      underKey,
      keys:
        used.last && aroundKey ? { ...used.last, first: reserved, around: all.isEachTold ? aroundKey : null } : null,
      confirmed: confirmed === null || isLost(confirmed) ? confirmed : { ...confirmed, credentials },
    }
  },
  { uses: ['get'], bookings: 13 },
)

/** What the other reseller reserved for itself; null: nothing. */
function ownOf(used: KeyUsed | null): Answer | null {
  const made = used === null ? [] : [used.second, used.control]
  return made.find((each): each is Answer => each !== null && !isLost(each) && each.accepted) ?? null
}

/**
 * A hold cancelled by whose it is, where the one that was tried is confirmed by now: that may be all that can be cancelled. The other
 * reseller's own does, which nothing else is done with.
 */
async function cancelOtherHold({ target }: Context, first: Answer, used: KeyUsed | null): Promise<Answer | null> {
  const isOwn = (answer: Answer): boolean => isOnHold(answer) && whose(answer, [first], answer) === 'stranger'
  const made = used === null ? [] : [used.second, used.control, used.verbatim]
  const own = made.find((each): each is Answer => each !== null && !isLost(each) && isOwn(each))
  return own === undefined ? null : target.cancel(own.bookingId, {}, { as: 'other' })
}

/** A reference of a length that this target is known to take. */
function named({ marker, forms }: Context): Fields {
  const long = { reference: marker('confirmed') }
  return forms.areShort === true ? shortened(long) : long
}

function confirming(context: Context, { reserved }: Held): CallerRow {
  return {
    operation: 'confirm',
    by: ['other', 'strangers'],
    act: (as) => context.target.confirm(reserved.bookingId, named(context), { as }),
  }
}

/**
 * A booking that others and strangers read and write when its owner has confirmed it.
 * @param shared what they did to it before, and to confirm it; null: nothing yet, and it is another one
 * @param underKey see `Isolated`, of the booking that is shared
 */
async function onceConfirmed(
  context: Context,
  shared: AllAsked | null,
  underKey: Answer | null,
): Promise<Omit<Isolated, 'credentials'>> {
  const { hold, target, marker, profile } = context
  const open = (): Promise<Held> => hold({ notes: marker('confirm') })
  const held = shared ?? (await askAll(context, await open(), open, (made) => ({ rows: [confirming(context, made)] })))
  const openConfirmed = async (): Promise<Held> => {
    const made = await open()
    await target.confirm(made.reserved.bookingId, named(context))
    return made
  }
  const foreignGet = ({ reserved }: Held): Promise<Answer> => target.get(reserved.bookingId, { as: 'other' })
  const confirmed = await askAll(context, held.held, openConfirmed, (made): Wanted => {
    const id = made.reserved.bookingId
    const updates = openUpdater(context, made.availabilityId)
    return {
      look: async () => [await foreignGet(made)],
      rows: [
        {
          operation: 'update',
          by: ['other'],
          act: (as) => updates.send(id, { reference: marker(`confirmed, by ${as}`) }, { as }),
          first: async () => (await updates.control(id, { reference: marker('confirmed, control') })).answer,
        },
        { operation: 'cancel', by: ['other', 'strangers'], act: cancelling(context, id) },
      ],
    }
  })
  const cancelled = confirmed.asked.cancel?.own
  const hasOther = profile.otherReseller !== null
  const { confirm } = held.asked
  return {
    reserved: confirmed.held.reserved,
    seen: hasOther ? { read: confirmed.read, got: confirmed.seen } : null,
    seenCancelled:
      hasOther && cancelled?.accepted ? { read: confirmed.read, got: [await foreignGet(confirmed.held)] } : null,
    asked: { ...(confirm && { confirm }), ...confirmed.asked },
    byStrangers: [held.byStrangers, confirmed.byStrangers],
    underKey: confirmed.held === shared?.held ? underKey : null,
  }
}

/** What else the owner reads the booking by, and what the other reseller is then answered. */
async function readByOtherIds({ target, profile }: Context, read: Answer): Promise<NonNullable<Seen['byOtherIds']>> {
  if (profile.otherReseller === null) return []
  const found: { readonly read: Answer; readonly got: Answer }[] = []
  for (const id of otherIdsOf(read)) {
    const own = await target.get(id)
    if (own.accepted && own.read('id') === read.read('id'))
      found.push({ read: own, got: await target.get(id, { as: 'other' }) })
  }
  return found
}

function cancelling({ target }: Context, id: string): (as: As) => Promise<Answer> {
  return (as) => target.cancel(id, {}, { as })
}

/** A booking that a stranger made, where that was possible, read by the owner of the account. */
async function readBy({ target }: Context, made: Answer): Promise<Answer | null> {
  return made.accepted ? target.get(made.bookingId) : null
}

/** In which state the booking was. */
export type Phase = 'held' | 'confirmed'

/** Operations that it takes to get there. */
export function usedIn(phase: Phase): readonly OperationName[] {
  return phase === 'held' ? [] : ['confirm']
}

/** Judges what was done to the booking in one state. */
export function whenIn(phase: Phase, judge: (data: Isolated) => Judgement): (data: IsolatedTwice) => Judgement {
  return (data) => {
    const done = phase === 'held' ? data : data.confirmed
    if (isLost(done)) return unseen(`no booking could be confirmed for it: ${done.lost}`, done.remedy)
    return done === null ? unseen('no booking could be confirmed') : judge(done)
  }
}

export default suite
