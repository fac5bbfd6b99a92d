import { failAt, isCounted, listWide, notApplicable, openSuite, pass, untested, unusable } from '../vocabulary/index.js'
import type { Answer, Context, Json, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { isolated } from './attempts.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** The owner's first page, and two pages of the other's at that moment; null: the list tells no number of bookings. */
export type Counted = { readonly own: Answer; readonly page: Answer; readonly next: Answer } | null

/** Bookings in the pages that the other reseller asks for. */
const reach = 50

/** Lists of the other reseller, in every way that a list can be asked for, beside those of the owner. */
const lists: Trials<{ readonly counted: Counted }> = scenario(
  'isolation.list',
  async (context) => {
    const { made, marker, quiet } = context
    const { operations, booking } = context.profile
    // A list that looks for something goes another way, on which whose it is may be forgotten.
    const reference = operations.list?.fields['reference'] === undefined ? null : marker('voucher')
    // A hold and a cancelled one, known by their ids alone. An id that is the key may be a booking's in both accounts.
    const isEnough = (): boolean => {
      const alone = made().filter(({ scenario: maker }) => maker !== isolated.id)
      return (
        reference === null &&
        alone.every(({ id }) => !isCounted(id)) &&
        ['ON_HOLD', booking.statuses.cancelled].every((state) => alone.some(({ status }) => status === state))
      )
    }
    // Then the run has made most of the bookings that could be listed wrongly, and no others come in between.
    const seen = await quiet(async () => (isEnough() ? look(context, null) : null))
    if (seen !== null) return seen
    await bookOwn(context, reference)
    return quiet(() => look(context, reference))
  },
  { uses: ['list'], needs: ['otherReseller'], bookings: 2 },
)

async function look(context: Context, reference: string | null): Promise<{ readonly counted: Counted }> {
  const { target, profile } = context
  const as = { as: 'other' } as const
  const wide = { page: 1, pageSize: 25 }
  // Each input at least once, and each alone in some way: a leak may depend on any of them.
  const asked = [
    wide,
    { page: 2, pageSize: 1 },
    // Several: the one at that place may be its own.
    { page: 2, pageSize: 5 },
    { page: 1, pageSize: 2, bookingType: 'product' },
    { page: 2, pageSize: 2, sortField: 'price', sortOrder: 'descending' },
    { page: 1, pageSize: 24, sortField: 'price', sortOrder: 'ascending' },
    {},
    ...(reference === null ? [] : [{ ...wide, reference }]),
  ]
  const [, , counted] = await Promise.all([
    readOwn(context),
    Promise.all([...asked.map((fields) => target.list(fields, as)), target.list(wide, { ...as, capabilities: null })]),
    profile.operations.list?.total == null ? null : count(context),
  ])
  return { counted }
}

async function count(context: Context): Promise<Counted> {
  const as = { as: 'other' } as const
  const own = await listWide(context)
  const page = await listWide(context, {}, as)
  return { own, page, next: await listWide(context, { page: 2 }, as) }
}

/** The owner's list, as far as the pages of the other reseller may reach into it. */
async function readOwn(context: Context): Promise<void> {
  const first = await listWide(context)
  if (first.items.length < reach) await listWide(context, { page: 2 })
}

/** A hold and one that is cancelled: what is over may be shown where what is held is not. */
async function bookOwn({ hold, target, marker, offers }: Context, reference: string | null): Promise<void> {
  const first = await hold({ notes: marker('hold 1') })
  const last = await hold({ notes: marker('hold 2') })
  if (last.reserved.accepted && offers('cancel')) await target.cancel(last.reserved.bookingId)
  if (reference !== null && offers('update')) await target.update(first.reserved.bookingId, { reference })
}

check(lists, {
  id: 'isolation.list-total-counts-own-bookings',
  clause: '5/foreign-not-counted',
  title: 'the total of a list counts no bookings of another reseller',
  judge: ({ counted }) => judgeTotal(counted),
})

/**
 * A total may count what its list leaves out, such as ended holds. But if the other's whole list is shorter than its
 * total, and the owner is told that very number, it is one count for both.
 */
export function judgeTotal(counted: Counted): Judgement {
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

export default suite
