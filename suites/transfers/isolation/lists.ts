import {
  failAt,
  isCounted,
  isKeptIn,
  isMarker,
  isOfScenario,
  listWide,
  notApplicable,
  openSuite,
  pass,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, ShownBooking, Json, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { isItsKey } from './isItsKey.js'
import { isolated } from './attempts.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

interface Own {
  readonly id: string
  readonly notes: string
  readonly booking: Answer
}

interface Lists {
  /** Bookings of the first reseller, newest last; none where those of other scenarios do. */
  readonly own: readonly Own[]
  /** Every booking that the run saw reserved by the owner, but for those whose id may be the other's too. */
  readonly made: readonly string[]
  /** The id of a booking is the key that it was reserved with. */
  readonly keyed: boolean
  /** Lists of the owner: which of the bookings are listed at all. */
  readonly ownLists: readonly Answer[]
  /** Lists of the other reseller, in every way that a list can be asked for. */
  readonly lists: readonly Answer[]
  /** Where the list says how many bookings there are: the owner's first page at that moment, and two pages of the other's. */
  readonly counted: { readonly own: Answer; readonly page: Answer; readonly next: Answer } | null
}

const bookings = 2
/** Bookings in the pages that the other reseller asks for. */
const reach = 50

/** Scenarios that send a key from both accounts; the second is how earlier versions called it, whose bookings may still be listed. */
const keysOfBoth: readonly string[] = [isolated.id, 'isolation.keys']

const lists: Trials<Lists> = scenario(
  'isolation.list',
  async (context): Promise<Lists> => {
    const { target, marker, made, quiet } = context
    const { operations } = context.profile
    const { cancelled } = context.profile.booking.statuses
    const wide = { pageSize: 25 }
    // A list that looks for something goes another way, on which whose it is may be forgotten.
    const reference = operations.list?.fields['reference'] === undefined ? null : marker('voucher')
    // Each input at least once, and each alone in some way: a leak may depend on any of them.
    const asked = [
      { page: 1, ...wide },
      { page: 2, pageSize: 1 },
      // Several: the one at that place may be its own.
      { page: 2, pageSize: 5 },
      { page: 1, pageSize: 2, bookingType: 'product' },
      { page: 2, pageSize: 2, sortField: 'price', sortOrder: 'descending' },
      { page: 1, pageSize: 24, sortField: 'price', sortOrder: 'ascending' },
      {},
      ...(reference === null ? [] : [{ page: 1, ...wide, reference }]),
    ]
    const as = { as: 'other' } as const
    const count = async (): Promise<Lists['counted']> => {
      const own = await listWide(context)
      const page = await listWide(context, {}, as)
      return { own, page, next: await listWide(context, { page: 2 }, as) }
    }
    const look = async (own: readonly Own[]): Promise<Lists> => {
      const [ownLists, found, counted] = await Promise.all([
        ownPages(context),
        Promise.all([
          ...asked.map((fields) => target.list(fields, as)),
          target.list({ page: 1, ...wide }, { ...as, capabilities: null }),
        ]),
        operations.list?.total == null ? null : count(),
      ])
      const keyed = made().some(({ id, key }) => isItsKey(id, key))
      return { own, made: alone().map(({ id }) => id), keyed, ownLists, lists: found, counted }
    }
    // A hold and one that is cancelled, by whose ids alone they are known.
    const isEnough = (others: ReturnType<typeof made>): boolean =>
      reference === null &&
      others.every(({ id }) => !isCounted(id)) &&
      ['ON_HOLD', cancelled].every((state) => others.some(({ status }) => status === state))
    // An id that is the key may be a booking's in each account that has sent it.
    const alone = (): ReturnType<typeof made> => made().filter(({ scenario: maker }) => !keysOfBoth.includes(maker))
    // Then the run has made most of the bookings that could be listed wrongly, and no others come in between.
    const seen = await quiet(async () => (isEnough(alone()) ? look([]) : null))
    if (seen !== null) return seen
    const own = await bookOwn(context, reference)
    return quiet(() => look(own))
  },
  { uses: ['list'], needs: ['otherReseller'], bookings },
)

/** The owner's list, as far as the pages of the other reseller may reach into it. */
async function ownPages(context: Context): Promise<readonly Answer[]> {
  const first = await listWide(context)
  return first.items.length >= reach ? [first] : [first, await listWide(context, { page: 2 })]
}

/** A hold and one that is cancelled: what is over may be shown where what is held is not. */
async function bookOwn({ hold, target, marker, offers }: Context, reference: string | null): Promise<readonly Own[]> {
  const own: Own[] = []
  for (let index = 0; index < bookings; index += 1) {
    const notes = marker(`hold ${index + 1}`)
    const { reserved } = await hold({ notes })
    if (index === 0 || reserved.accepted) own.push({ id: reserved.bookingId, notes, booking: reserved })
  }
  const [first, last] = own
  if (own.length > 1 && last !== undefined && offers('cancel')) await target.cancel(last.id)
  if (reference !== null && first !== undefined && offers('update')) await target.update(first.id, { reference })
  return own
}

check(lists, {
  id: 'isolation.list-hides-foreign-bookings',
  clause: '5/foreign-list-hidden',
  title: 'no list shows a booking of another reseller',
  judge: judgeLists,
})

check(lists, {
  id: 'isolation.list-total-counts-own-bookings',
  clause: '5/foreign-not-counted',
  title: 'the total of a list counts no bookings of another reseller',
  judge: ({ counted }) => judgeTotal(counted),
})

/**
 * A total may count what its list leaves out, such as what has run out. But where the other's whole list is shorter than its total, and the
 * owner is told that very number, it is one count for both.
 */
export function judgeTotal(counted: Lists['counted']): Judgement {
  if (counted === null)
    return notApplicable('the profile does not say where the list tells how many bookings there are')
  const { own, page, next } = counted
  // A page beyond the last may be refused: then the first is all that there is.
  const cannot = unusable(own) ?? unusable(page) ?? (next.refused ? null : unusable(next))
  if (cannot !== null) return cannot
  const place = page.profile.operations.list?.total ?? ''
  const [told, toldOwner] = [page, own].map((each) => totalAt(place, each))
  if (typeof told !== 'number')
    return untested('the list shows no number where the profile says', 'see operations.list.total in the profile')
  const { length } = page.items
  if (told === length) return pass
  if (next.items.length > 0) return untested('the list of the second account is too long to be counted')
  if (told < length || told !== toldOwner) return untested(`the total is ${told}, of ${length} that are shown`)
  return failAt(page, '', {
    message: `The second account is told of ${told} bookings at ${place}, as the first is, and its whole list has ${length}`,
    expected: `${length}, or what the first account is not told`,
    received: told,
  })
}

/** A number in a header is a text of digits. */
function totalAt(place: string, answer: Answer): Json | undefined {
  if (!place.startsWith('header:')) return answer.at(place)
  const text = answer.exchange.response?.headers[place.slice('header:'.length).toLowerCase()]?.trim() ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/**
 * The bookings that the owner made in this run, and all that the owner's list shows: what both accounts list is a leak, unless its id may be
 * another booking's in the other account. Ids that are counted may be, so there the notes tell. An id that is the key it was
 * reserved with may be, too: `isolation.booking` sends a key from both accounts, in former runs as well.
 */
export function judgeLists({ own, made, keyed, ownLists, lists: found }: Omit<Lists, 'counted'>): Judgement {
  const ofOneAccount = (item: ShownBooking): boolean =>
    !keyed || (isMarker(notesOf(item)) && !keysOfBoth.some((maker) => isOfScenario(notesOf(item), maker)))
  const owned = new Set([
    ...own.map(({ id }) => id),
    ...made,
    ...ownLists.flatMap(({ bookings }) => bookings.filter(ofOneAccount).flatMap(({ id }) => id ?? [])),
  ])
  const isOwners = (item: ShownBooking): boolean => {
    const { id } = item
    // What has no id is nobody's that is known.
    if (id === undefined) return false
    if (!isCounted(id)) return owned.has(id)
    return own.some((each) => each.id === id && isKeptIn(each.notes, notesOf(item)))
  }
  for (const list of found) {
    const leaked = list.bookings.find(isOwners)
    if (leaked !== undefined)
      return failAt(list, leaked.pointer, {
        message: "The list of one reseller shows another reseller's booking",
        expected: 'bookings of the reseller who asks, and no others',
      })
  }
  if (!found.some(({ accepted }) => accepted))
    return untested("no list of the second reseller's was accepted", 'see otherReseller.headers in the profile')
  if (ownLists.some(({ bookings }) => bookings.some(isOwners))) return pass
  return own.length > 0 && own.every(({ id }) => isCounted(id))
    ? untested('the ids of the bookings are short numbers, which two accounts may share, and the list shows no notes')
    : untested("the owner's own list shows none of the bookings, so that the other's does not either proves nothing")
}

function notesOf(item: ShownBooking): string {
  const notes = item.read('notes')
  return typeof notes === 'string' ? notes : ''
}

export default suite
