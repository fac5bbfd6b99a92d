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
import type { Answer, ShownBooking, Suite, Trials } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { scenario, check, sweep, observe } = suite

type Asked = 'bare' | 'plain' | 'sorted' | 'typed' | 'zero' | 'negative' | 'empty' | 'huge'

interface Inputs extends Readonly<Record<Asked, Answer>> {
  /** With every input at once; only where neither none nor the two of paging will do: which may be left out is left open. */
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
  async ({ target, hold, marker, made }): Promise<Inputs> => {
    if (made().length === 0) await hold({ notes: marker('listed') })
    const [first, byPrice] = [
      { page: 1, pageSize: size },
      { sortField: 'price', sortOrder: 'descending' },
    ]
    // None changes anything for the others.
    const [bare, plain, sorted, typed, zero, negative, empty, huge] = await sideBySide(
      target.list(),
      target.list(first),
      target.list({ ...first, ...byPrice }),
      target.list({ ...first, bookingType: 'product' }),
      target.list({ page: beforeFirst, pageSize: size }),
      target.list({ page: farBefore, pageSize: size }),
      target.list({ page: 1, pageSize: none }),
      target.list({ page: 1, pageSize: hugeSize }),
    )
    const isBare = bare.refused && plain.refused
    const full = isBare ? await target.list({ ...first, ...byPrice, bookingType: 'product' }) : null
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

observe(inputs, {
  id: 'list.path',
  clause: '4.3/list-path',
  observe: ({ plain }, { profile: { operations } }) =>
    operations.list === null
      ? null
      : `${operations.list.method} ${operations.list.path}: HTTP ${plain.status ?? 'none'}`,
})
observe(inputs, {
  id: 'list.envelope',
  clause: '4.3/list-envelope',
  observe: ({ plain }) =>
    plain.accepted ? (plain.itemsPointer === '' ? 'none: an array' : `the array is at ${plain.itemsPointer}`) : null,
})
observe(inputs, {
  id: 'list.inputs-optional',
  clause: '4.3/list-inputs-optional',
  observe: ({ bare }) =>
    bare.accepted ? `all of them; ${counted(bare)} come then` : `not all of them: ${bare.describe()}`,
})
observe(inputs, {
  id: 'list.default-page-size',
  clause: '8/page-size-default',
  observe: ({ bare, huge }) => {
    if (!bare.accepted || !huge.accepted) return null
    return huge.items.length > bare.items.length ? String(bare.items.length) : `at least ${bare.items.length}`
  },
})
observe(inputs, {
  id: 'list.page-size-bounds',
  clause: '8/page-size-bounds',
  observe: ({ huge }) => `asked for ${hugeSize}: ${huge.accepted ? counted(huge) : huge.describe()}`,
})
for (const [name, of] of [
  ['page-zero', 'zero'],
  ['page-negative', 'negative'],
  ['size-zero', 'empty'],
] as const)
  observe(inputs, {
    id: `list.${name}`,
    clause: `4.3/list-${name}`,
    observe: ({ plain, ...answers }) => beside(plain, answers[of]),
  })
observe(inputs, {
  id: 'list.booking-type-filter',
  clause: '4.3/list-booking-type-filter',
  observe: ({ plain, typed }) =>
    plain.accepted && typed.accepted
      ? idsOf(typed).join() === idsOf(plain).join()
        ? 'nothing that shows: the same bookings as without it'
        : `other bookings than without it: ${counted(typed)}`
      : null,
})
observe(['list'], {
  id: 'list.sort-ascending-value',
  clause: '4.3/list-sort-ascending-value',
  observe: ({ accepted, exchange: { input } }, { profile }) =>
    accepted && input['sortOrder'] === 'ascending'
      ? `${profile.operations.list?.values.ascending ?? 'ascending'} is accepted`
      : null,
})
for (const [name, field] of [
  ['page-name', 'page'],
  ['page-size-name', 'pageSize'],
  ['sort-field-name', 'sortField'],
  ['sort-order-name', 'sortOrder'],
  ['booking-type-name', 'bookingType'],
] as const)
  observe(inputs, {
    id: `list.${name}`,
    clause: `4.3/list-${name}`,
    observe: ({ sorted, typed, full }) =>
      placeUsed(full, 'list', field) ?? placeUsed(sorted, 'list', field) ?? placeUsed(typed, 'list', field),
  })
for (const [name, value, of] of [
  ['booking-type-values', 'product', 'typed'],
  ['sort-field-values', 'price', 'sorted'],
  ['sort-descending-value', 'descending', 'sorted'],
] as const)
  observe(inputs, {
    id: `list.${name}`,
    clause: `4.3/list-${name}`,
    observe: ({ full, ...answers }, { profile }) =>
      full?.accepted === true || answers[of].accepted
        ? `${profile.operations.list?.values[value] ?? value} is accepted`
        : null,
  })

/** A summary may leave out fields, which is their checks' matter; but something of a booking must be there. */
function isBooking(item: ShownBooking): boolean {
  const fields = ['status', 'cancellable', 'expirationMinutes'] as const
  return isJsonObject(item.json) && fields.some((field) => item.read(field) !== undefined)
}

function counted(answer: Answer): string {
  return answer.items.length === 1 ? '1 booking' : `${answer.items.length} bookings`
}

function beside(plain: Answer, answer: Answer): string | null {
  if (answer.outcome === 'none') return null
  if (!answer.accepted) return `refused: ${answer.describe()}`
  return idsOf(answer).join() === idsOf(plain).join() ? 'as page 1' : `accepted: ${counted(answer)}`
}

export default suite
