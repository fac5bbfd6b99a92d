import { isDeepStrictEqual } from 'node:util'
import {
  contract,
  expect,
  failAt,
  idsOf,
  isJsonObject,
  openSuite,
  outside,
  pass,
  sideBySide,
  placeUsed,
  untested,
} from '../vocabulary/index.js'
import type { Answer, Profile, ShownBooking, Suite, Trials } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check, sweep, observe } = suite

interface Inputs extends Readonly<
  Record<'bare' | 'plain' | 'sorted' | 'typed' | 'zero' | 'negative' | 'empty' | 'huge', Answer>
> {
  /** With every input, where neither none nor the two of paging will do: no document says which may be left out. */
  readonly full: Answer | null
}

const size = 10
const hugeSize = 1000
/** What lies before the first page, and what holds nothing. */
const [beforeFirst = null, farBefore = null] = outside(contract.input('list', 'page')).edges
const [none = null] = outside(contract.input('list', 'pageSize')).edges

/** The list with each of its inputs; that there is something in it is seen to first. */
const inputs: Trials<Inputs> = scenario(
  'list.inputs',
  async ({ target, hold, marker, made }) => {
    if (made().length === 0) await hold({ notes: marker('listed') })
    const first = { page: 1, pageSize: size }
    const byPrice = { ...first, sortField: 'price', sortOrder: 'descending' }
    // None changes anything for the others.
    const [bare, plain, sorted, typed, zero, negative, empty, huge] = await sideBySide(
      target.list(),
      target.list(first),
      target.list(byPrice),
      target.list({ ...first, bookingType: 'product' }),
      target.list({ page: beforeFirst, pageSize: size }),
      target.list({ page: farBefore, pageSize: size }),
      target.list({ page: 1, pageSize: none }),
      target.list({ page: 1, pageSize: hugeSize }),
    )
    const isBare = bare.refused && plain.refused
    const full = isBare ? await target.list({ ...byPrice, bookingType: 'product' }) : null
    return { bare, plain, sorted, typed, zero, negative, empty, huge, full }
  },
  { uses: ['list'], bookings: 1 },
)

check(inputs, {
  id: 'list.accepted',
  clause: '4.3/list-accepted',
  title: 'get bookings answers the bookings of the account',
  judge: ({ bare, plain, sorted, typed, full }) =>
    [bare, sorted, typed, full].some((answer) => answer?.accepted)
      ? pass
      : expect(plain).toBeAccepted('neither with a page number and a page size nor with more or without any input'),
})

for (const { id, clause, title, answered, input, restsOn } of [
  {
    id: 'list.sort-by-price-accepted',
    clause: '4.3/list-sort-price-accepted',
    title: 'the sort field PRICE is accepted',
    answered: 'sorted',
    input: 'sort field',
    // DESCENDING occurs as a value, and so does Descending.
    restsOn: ['operations.list.sortField', 'operations.list.sortOrder', 'operations.list.values.descending'],
  },
  {
    id: 'list.booking-type-accepted',
    clause: '4.3/list-booking-type-accepted',
    title: 'the booking type Product is accepted',
    answered: 'typed',
    input: 'booking type',
    restsOn: ['operations.list.bookingType'],
  },
] as const)
  check(inputs, {
    id,
    clause,
    title,
    restsOn,
    judge: ({ plain, full, ...answers }) => {
      if (full?.accepted === true) return pass
      return plain.accepted
        ? expect(answers[answered]).toBeAccepted(`though the same list is, without the ${input}`)
        : untested(`the list was not accepted without a ${input} either`)
    },
  })

sweep({
  id: 'list.items-are-bookings',
  clause: '4.3/list-items-are-bookings',
  title: 'every item of the list is a booking',
  of: ['list'],
  judge: (answer) => {
    if (!answer.accepted || answer.items.length === 0) return null
    const odd = answer.bookings.find((each) => !isBooking(each))
    if (odd === undefined) return pass
    return failAt(answer, odd.pointer, {
      message: `Item ${answer.bookings.indexOf(odd) + 1} of the list is no booking`,
      expected: 'a booking, with status, cancellable and expirationMinutes',
    })
  },
})

observe(['list'], {
  id: 'list.sort-ascending-value',
  clause: '4.3/list-sort-ascending-value',
  observe: ({ accepted, exchange: { input } }, { profile }) =>
    accepted && input['sortOrder'] === 'ascending' ? saidAs('ascending', profile) : null,
})

type Seen = (inputs: Inputs, profile: Profile) => string | null

/** What shows of that which the documents leave open. */
const seen: Readonly<Record<string, Seen>> = {
  path: ({ plain }, { operations: { list } }) =>
    list === null ? null : `${list.method} ${list.path}: HTTP ${plain.status ?? 'none'}`,
  envelope: ({ plain: { accepted, itemsPointer } }) =>
    accepted ? (itemsPointer === '' ? 'none: an array' : `the array is at ${itemsPointer}`) : null,
  'inputs-optional': ({ bare }) =>
    bare.accepted ? `all of them; ${counted(bare)} come then` : `not all of them: ${bare.describe()}`,
  'default-page-size': ({ bare, huge }) => {
    if (!bare.accepted || !huge.accepted) return null
    return huge.items.length > bare.items.length ? String(bare.items.length) : `at least ${bare.items.length}`
  },
  'page-size-bounds': ({ huge }) => `asked for ${hugeSize}: ${huge.accepted ? counted(huge) : huge.describe()}`,
  'page-zero': ({ plain, zero }) => beside(plain, zero),
  'page-negative': ({ plain, negative }) => beside(plain, negative),
  'size-zero': ({ plain, empty }) => beside(plain, empty),
  'booking-type-filter': ({ plain, typed }) => {
    if (!plain.accepted || !typed.accepted) return null
    return isSame(plain, typed)
      ? 'nothing that shows: the same bookings as without it'
      : `other bookings than without it: ${counted(typed)}`
  },
  'page-name': nameOf('page'),
  'page-size-name': nameOf('pageSize'),
  'sort-field-name': nameOf('sortField'),
  'sort-order-name': nameOf('sortOrder'),
  'booking-type-name': nameOf('bookingType'),
  'booking-type-values': valueOf('product', 'typed'),
  'sort-field-values': valueOf('price', 'sorted'),
  'sort-descending-value': valueOf('descending', 'sorted'),
}
const otherClauses: Readonly<Record<string, string>> = {
  'default-page-size': '8/page-size-default',
  'page-size-bounds': '8/page-size-bounds',
}

for (const [name, see] of Object.entries(seen))
  observe(inputs, {
    id: `list.${name}`,
    clause: otherClauses[name] ?? `4.3/list-${name}`,
    observe: (data, { profile }) => see(data, profile),
  })

/** The place of an input in the requests that were sent with it. */
function nameOf(field: 'page' | 'pageSize' | 'sortField' | 'sortOrder' | 'bookingType'): Seen {
  return ({ full, sorted, typed }) =>
    placeUsed(full, 'list', field) ?? placeUsed(sorted, 'list', field) ?? placeUsed(typed, 'list', field)
}

function valueOf(value: ListValue, of: 'sorted' | 'typed'): Seen {
  return ({ full, ...answers }, profile) =>
    full?.accepted === true || answers[of].accepted ? saidAs(value, profile) : null
}

type ListValue = 'product' | 'price' | 'ascending' | 'descending'

function saidAs(value: ListValue, { operations: { list } }: Profile): string {
  return `${list?.values[value] ?? value} is accepted`
}

/** A summary may leave out fields, which is their checks' matter; but something of a booking must be there. */
function isBooking(item: ShownBooking): boolean {
  const fields = ['status', 'cancellable', 'expirationMinutes'] as const
  return isJsonObject(item.json) && fields.some((field) => item.read(field) !== undefined)
}

function counted({ items }: Answer): string {
  return items.length === 1 ? '1 booking' : `${items.length} bookings`
}

function isSame(one: Answer, other: Answer): boolean {
  return isDeepStrictEqual(idsOf(one), idsOf(other))
}

function beside(plain: Answer, answer: Answer): string | null {
  if (answer.outcome === 'none') return null
  if (!answer.accepted) return `refused: ${answer.describe()}`
  return isSame(plain, answer) ? 'as page 1' : `accepted: ${counted(answer)}`
}

export default suite
