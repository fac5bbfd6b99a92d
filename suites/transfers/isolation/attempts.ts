import {
  idText,
  openSuite,
  otherIdsOf,
  type Answer,
  type Context,
  type Held,
  type Suite,
  type Trials,
} from '../vocabulary/index.js'
import { openUpdater } from '../update/updater.js'
import { askAll, strangers, type Around, type As, type AskedFor, type Wanted } from './callers.js'

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
  /** A list of the other reseller's, or a booking of its own, which shows that its credentials are good; null: the profile has none. */
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
}

const page = { page: 1, pageSize: 10 }

async function credentialsOf({ target, profile, offers, slot, marker }: Context): Promise<Answer | null> {
  const as = { as: 'other' } as const
  if (profile.otherReseller === null) return null
  if (offers('list')) return target.list(page, as)
  // Where there is no list, it is known by what it books itself.
  const own = { availabilityId: await slot(), expirationMinutes: 60, notes: marker('of the other') }
  const reserved = await target.reserve(own, as)
  const id = idText(reserved.read('id'))
  if (!reserved.accepted || id === undefined) return reserved
  const read = await target.get(id, as)
  if (offers('cancel')) await target.cancel(id, {}, as)
  return read
}

/** A hold that others and strangers read and write, each in turn. */
export const onHold: Trials<Isolated> = scenario(
  'isolation.hold',
  async (context): Promise<Isolated> => {
    const { hold, slot, target, marker, profile } = context
    const availabilityId = await slot()
    const reserve = await strangers((as) =>
      target.reserve({ availabilityId, expirationMinutes: 60, notes: marker(as) }, { as }),
    )
    const found = { nobody: await readBy(context, reserve.nobody), wrong: await readBy(context, reserve.wrong) }
    const credentials = await credentialsOf(context)
    const open = (): Promise<Held> => hold({ notes: marker('hold'), expirationMinutes: 60 })
    const all = await askAll(context, await open(), open, ({ reserved, availabilityId: held }): Wanted => {
      const id = reserved.bookingId
      const updates = openUpdater(context, held)
      return {
        look: () => Promise.all([target.get(id, { as: 'other' }), target.get(id, { as: 'other', capabilities: null })]),
        rows: [
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
          { operation: 'cancel', by: ['other'], act: cancelling(context, id) },
        ],
      }
    })
    const { asked, read, seen, byStrangers } = all
    const { reserved } = all.held
    return {
      reserved,
      credentials,
      seen:
        profile.otherReseller === null ? null : { read, got: seen, byOtherIds: await readByOtherIds(context, read) },
      asked: { ...asked, reserve: { ...reserve, own: reserved, other: null } },
      found,
      byStrangers: [byStrangers],
    }
  },
  { uses: ['get'], bookings: 4 },
)

/** The same with a booking that its owner confirms in between. */
export const onConfirmed: Trials<Isolated> = scenario(
  'isolation.confirm',
  async (context): Promise<Isolated> => {
    const { hold, target, marker, profile } = context
    const credentials = await credentialsOf(context)
    const named = { reference: marker('confirmed') }
    const open = (): Promise<Held> => hold({ notes: marker('confirm') })
    const held = await askAll(context, await open(), open, ({ reserved }) => ({
      rows: [
        {
          operation: 'confirm',
          by: ['other', 'strangers'],
          act: (as) => target.confirm(reserved.bookingId, named, { as }),
        },
      ],
    }))
    const openConfirmed = async (): Promise<Held> => {
      const made = await open()
      await target.confirm(made.reserved.bookingId, named)
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
            act: (as) => updates.send(id, { reference: marker(`by ${as}`) }, { as }),
            first: async () => (await updates.control(id, { reference: marker('control') })).answer,
          },
          { operation: 'cancel', by: ['other', 'strangers'], act: cancelling(context, id) },
        ],
      }
    })
    const cancelled = confirmed.asked.cancel?.own
    const hasOther = profile.otherReseller !== null
    return {
      reserved: confirmed.held.reserved,
      credentials,
      seen: hasOther ? { read: confirmed.read, got: confirmed.seen } : null,
      seenCancelled:
        hasOther && cancelled?.accepted ? { read: cancelled, got: [await foreignGet(confirmed.held)] } : null,
      asked: { ...held.asked, ...confirmed.asked },
      byStrangers: [held.byStrangers, confirmed.byStrangers],
    }
  },
  { uses: ['get', 'confirm'], bookings: 3 },
)

/** What else the owner reads the booking by, and what the other reseller is then answered. */
async function readByOtherIds({ target }: Context, read: Answer): Promise<NonNullable<Seen['byOtherIds']>> {
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

export default suite
