import {
  check,
  fail,
  pass,
  readBooking,
  scenario,
  untested,
  type Answer,
  type Json,
  type Judgement,
  type Trials,
} from '../../src/suite/index.js'

interface Lists {
  /** Bookings of the first reseller, newest last. */
  readonly own: readonly { readonly id: string; readonly booking: Answer }[]
  /** Lists of the owner: which of the bookings are listed at all. */
  readonly ownLists: readonly Answer[]
  /** Lists of the other reseller, in every way that a list can be asked for. */
  readonly lists: readonly Answer[]
}

const bookings = 2

const lists: Trials<Lists> = scenario(
  'isolation.list',
  async ({ hold, target, marker }): Promise<Lists> => {
    const own: Lists['own'][number][] = []
    for (let index = 0; index < bookings; index += 1) {
      const { reserved } = await hold({ notes: marker(`hold ${index + 1}`) })
      if (index === 0 || reserved.accepted) own.push({ id: reserved.bookingId, booking: reserved })
    }
    const wide = { pageSize: 25 }
    const ownLists = [await target.list({ page: 1, ...wide })]
    // Each input at least once, and each alone in some way: a leak may depend on any of them.
    const asked = [
      { page: 1, ...wide },
      { page: 2, ...wide },
      { page: 1, pageSize: 2, bookingType: 'product' },
      { page: 2, pageSize: 2, sortField: 'price', sortOrder: 'descending' },
      { page: 1, pageSize: 24, sortField: 'price', sortOrder: 'ascending' },
      {},
    ]
    const found: Answer[] = []
    for (const fields of asked) found.push(await target.list(fields, { as: 'other' }))
    found.push(await target.list({ page: 1, ...wide }, { as: 'other', capabilities: null }))
    return { own, ownLists, lists: found }
  },
  { uses: ['list'], needs: ['otherReseller'], bookings, alone: true },
)

check(lists, {
  id: 'isolation.list-hides-foreign-bookings',
  clause: '5/foreign-list-hidden',
  title: 'no list shows a booking of another reseller',
  judge: judgeLists,
})

/**
 * The bookings of this scenario, and all that the owner's list shows: what both accounts list is a leak. Ids that are counted up
 * may be counted for each account by itself, so two alike are no proof.
 */
export function judgeLists({ own, ownLists, lists: found }: Lists): Judgement {
  const mine = new Set([...own.map(({ id }) => id), ...ownLists.flatMap(idsOf)].filter((id) => !/^\d{1,12}$/.test(id)))
  for (const list of found) {
    const index = idsOf(list).findIndex((id) => mine.has(id))
    if (index >= 0)
      return fail({
        message: "The list of one reseller shows another reseller's booking",
        expected: 'bookings of the reseller who asks, and no others',
        received: list.items[index] ?? null,
        exchange: list.n,
        pointer: `${list.itemsPointer}/${index}`,
      })
  }
  if (mine.size === 0) return untested('the ids of the bookings are short numbers, which two accounts may share')
  if (!found.some(({ accepted }) => accepted))
    return untested("no list of the second reseller's was accepted", 'see otherReseller.headers in the profile')
  const listed = ownLists.flatMap(idsOf)
  return listed.some((id) => mine.has(id))
    ? pass
    : untested("the owner's own list shows none of the bookings, so that the other's does not either proves nothing")
}

function idsOf(list: Answer): readonly string[] {
  return list.accepted
    ? list.items.map((item: Json) => String(readBooking(list.profile, item, 'id') ?? '')).filter(Boolean)
    : []
}
