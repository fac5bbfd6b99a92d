import { expect, test } from 'vitest'
import { answer, answerOf, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer, Json, Judgement, Profile } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import type { Listed } from './pages.js'

/** A page of bookings: `a5` is booking a at the price 5. */
function page(number: number, pageSize: number, ...names: readonly string[]): Answer {
  const items = names.map((name) => ({
    ...booking,
    uuid: name.charAt(0),
    pricing: { retail: Number(name.slice(1) || 1), net: 1, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 },
  }))
  return answer(items, { purpose: 'list', input: { page: number, pageSize } })
}

/** A page that was refused. */
function refusedPage(number: number, pageSize = 2): Answer {
  return answer({ error: 'no' }, { purpose: 'list', input: { page: number, pageSize } }, 400)
}

/** The same answers to requests with more inputs. */
function asked(pages: readonly Answer[], more: Readonly<Record<string, Json>>): readonly Answer[] {
  return pages.map(({ exchange }) => answerOf({ ...exchange, input: { ...exchange.input, ...more } }))
}

/** All that was read of a list of three bookings, but for what is given. */
interface Read extends Partial<Omit<Listed, 'lists'>> {
  readonly pages?: readonly Answer[]
  readonly zero?: Answer
  readonly beyond?: Answer
  readonly farBeyond?: Answer
  readonly asc?: readonly Answer[]
  readonly desc?: readonly Answer[]
  readonly spelled?: readonly Answer[]
  readonly sideways?: readonly Answer[]
  readonly typed?: Readonly<Record<string, readonly Answer[]>>
}

function listedOf(read: Read = {}): Listed {
  const { pages, zero, beyond, farBeyond, asc = [], desc = [], spelled = [], sideways = [], typed = {}, ...more } = read
  const wide = [page(1, 100, 'a', 'b', 'c')]
  const sorted = (walk: readonly Answer[], sortOrder: string): readonly Answer[] =>
    asked(walk, { sortField: 'price', sortOrder })
  return {
    confirmed: [{ id: 'a', booking: answer({ ...booking, uuid: 'a' }) }],
    other: null,
    unlisted: [],
    held: null,
    cancelled: null,
    total: 3,
    effective: 100,
    end: 3,
    size: Number(pages?.[0]?.exchange.input['pageSize'] ?? 2),
    before: wide,
    lists: [
      ...(pages ?? [page(1, 2, 'a', 'b'), page(2, 2, 'c')]),
      beyond ?? page(3, 2),
      farBeyond ?? page(52, 2),
      zero ?? refusedPage(0, 4),
      ...sorted(asc, 'ascending'),
      ...sorted(desc, 'descending'),
      ...sorted(spelled, 'DESCENDING'),
      ...sorted(sideways, 'Sideways'),
      ...Object.entries(typed).flatMap(([bookingType, walk]) => asked(walk, { bookingType })),
    ],
    after: wide,
    ...more,
  }
}

function judge(check: string, read: Read = {}, of: Profile = profile): Judgement {
  return judgeTrial(`list.${check}`, listedOf(read), of)
}

function outcomeOf(check: string, read: Read = {}, of: Profile = profile): string {
  return judge(check, read, of).outcome
}

test('each booking once is a pass that shows both inputs at work', () => {
  expect(judge('own-bookings-once')).toEqual({
    outcome: 'pass',
    confirms: ['operations.list.page', 'operations.list.pageSize'],
  })
})

test('a booking on two pages, and one on none, are found where they are missed', () => {
  const repeated = page(2, 2, 'b', 'c')
  expect(judge('own-bookings-once', { pages: [page(1, 2, 'a', 'b'), repeated] })).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 'b', exchange: repeated.n, pointer: '/0' }],
  })
  const last = page(2, 2)
  expect(judge('own-bookings-once', { pages: [page(1, 2, 'a', 'b'), last] })).toMatchObject({
    outcome: 'fail',
    findings: [{ received: null, exchange: last.n }],
  })
})

test("what others do meanwhile is nobody's fault, and one's own booking once is still a pass", () => {
  const after = [page(1, 100, 'x', 'a', 'b', 'c')]
  const said = (...pages: readonly Answer[]): string => outcomeOf('own-bookings-once', { after, pages })
  expect(said(page(1, 2, 'a', 'b'), page(2, 2, 'b', 'c'))).toBe('pass')
  expect(said(page(1, 2, 'x', 'a'), page(2, 2, 'a', 'b'))).toBe('untested')
})

test('a list that is asked for without a page may be the first of several where it is as long as pages are', () => {
  const { list, ...operations } = profile.operations
  const fields = Object.fromEntries(Object.entries(list?.fields ?? {}).filter(([name]) => name !== 'page'))
  const pageless = { ...profile, operations: { ...operations, list: list && { ...list, fields } } }
  const said = (names: string, of = profile): string => {
    const all = [page(1, 100, ...names)]
    return outcomeOf('confirmed-listed', { before: all, pages: all, after: all }, of)
  }
  expect(said('bcdef', pageless)).toBe('untested')
  expect(said('bcde', pageless)).toBe('fail')
  expect(said('bcdef')).toBe('fail')
  expect(said('abcde', pageless)).toBe('pass')
})

test('a list that shows no effect of our names for its inputs rests on them', () => {
  const always = (number: number, size: number): Answer => page(number, size, 'a', 'b', 'c')
  const wide = [always(1, 100)]
  const pages = [always(1, 2), always(2, 2)]
  expect(judge('own-bookings-once', { before: wide, after: wide, pages })).toMatchObject({
    outcome: 'fail',
    findings: [{ restsOn: ['operations.list.page', 'operations.list.pageSize'] }, {}, {}],
  })
})

test('a page beyond the last that is refused for its size is not refused for its number', () => {
  const farBeyond = refusedPage(52)
  expect(outcomeOf('beyond-end-empty', { farBeyond })).toBe('fail')
  expect(outcomeOf('beyond-end-empty', { farBeyond, pages: [refusedPage(1)] })).toBe('untested')
})

test('a booking that only one of the two orders shows is missed', () => {
  const desc = [page(1, 2, 'c3', 'b2'), page(2, 2, 'a1')]
  const asc = [page(1, 2, 'a1', 'b2'), page(2, 2)]
  expect(judge('own-bookings-once', { asc, desc })).toMatchObject({
    outcome: 'fail',
    findings: [{ message: expect.stringContaining('Booking c') as string }],
  })
  // A list that changed meanwhile says nothing.
  expect(outcomeOf('own-bookings-once', { asc, desc, after: [page(1, 100, 'd', 'a', 'b', 'c')] })).toBe('pass')
  // A sorted list may hear of a booking later than the plain one.
  expect(outcomeOf('own-bookings-once', { asc, desc: [page(1, 2, 'b2', 'a1'), page(2, 2)] })).toBe('pass')
  // Ties that come in another order when a page is read again, of a list that was the same before and after.
  const again = [page(1, 2, 'a1', 'b2'), page(2, 2, 'c2'), page(1, 2, 'a1', 'c2')]
  expect(outcomeOf('own-bookings-once', { asc: again, desc })).toBe('fail')
  expect(outcomeOf('own-bookings-once', { asc: [...again.slice(0, 2), page(1, 2, 'b2', 'a1')], desc })).toBe('pass')
})

test('a sorted page that no answer came to misses nothing', () => {
  const asc = [page(1, 2, 'a1', 'b2'), page(2, 2, 'c3')]
  const desc = [page(1, 2, 'c3', 'b2'), page(2, 2, 'a1')]
  const lost = [page(1, 2, 'a1', 'b2'), answer('', { purpose: 'list', input: { page: 2 }, response: null })]
  expect(outcomeOf('own-bookings-once', { asc: lost, desc })).toBe('pass')
  expect(outcomeOf('own-bookings-once', { asc, desc: lost })).toBe('pass')
})

test('pages counted from 0 show by what page 0 holds before page 1', () => {
  expect(outcomeOf('first-page-is-1', { zero: page(0, 4, 'a', 'b', 'c') })).toBe('pass')
  const zero = page(0, 4, 'y', 'z', 'a', 'b')
  expect(judge('first-page-is-1', { zero })).toMatchObject({
    outcome: 'fail',
    findings: [{ received: ['y', 'z'], exchange: zero.n }],
  })
  expect(outcomeOf('first-page-is-1', { zero, after: [page(1, 100, 'q')] })).toBe('untested')
})

test('a page beyond the end may be anything but a repetition', () => {
  expect(outcomeOf('beyond-end-repeats-nothing', { beyond: refusedPage(3) })).toBe('pass')
  expect(judge('beyond-end-repeats-nothing', { beyond: page(3, 2, 'c') })).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/0' }],
  })
  // What others book pushes a booking over the next edge, but not fifty pages on.
  const moved = { beyond: page(3, 2, 'c'), after: [page(1, 100, 'x')] }
  expect(outcomeOf('beyond-end-repeats-nothing', moved)).toBe('pass')
})

test('of pages that overlap, the one after the last may repeat as much, and one long after that nothing', () => {
  const pages = [page(1, 2, 'a', 'b'), page(2, 2, 'b', 'c')]
  expect(outcomeOf('beyond-end-repeats-nothing', { pages, beyond: page(3, 2, 'c') })).toBe('untested')
  const farBeyond = page(52, 2, 'c')
  expect(judge('beyond-end-repeats-nothing', { pages, farBeyond })).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: farBeyond.n }],
  })
})

test('prices are compared as numbers, over pages, each currency by itself', () => {
  const desc = [page(1, 2, 'c100', 'b10'), page(2, 2, 'a9')]
  const pages = [page(1, 2, 'b10', 'a9'), page(2, 2, 'c100')]
  expect(judge('sorted-ascending', { asc: [page(1, 2, 'a9', 'b10'), page(2, 2, 'c100')], desc, pages })).toMatchObject({
    outcome: 'pass',
    confirms: expect.arrayContaining(['operations.list.sortField', 'operations.list.sortOrder']) as string[],
  })
  const within = [page(1, 2, 'b10', 'c100'), page(2, 2, 'a9')]
  expect(judge('sorted-ascending', { asc: within, desc, pages })).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 9, exchange: within[1]?.n, pointer: '/0/pricing/retail' }],
  })
  // Where others book meanwhile, one may stand on two pages, or on none.
  const after = [page(1, 100, 'x', 'a', 'b', 'c')]
  expect(outcomeOf('sorted-ascending', { asc: within, desc, pages, after })).toBe('pass')
  expect(outcomeOf('sorted-ascending', { asc: desc, desc, pages, after })).toBe('fail')
  const same = [page(1, 2, 'a5', 'b5')]
  expect(outcomeOf('sorted-descending', { asc: same, desc: same, pages })).toBe('untested')
})

test('an order that is turned round the other way, and is of no amount that bookings show, tells nothing', () => {
  const pages = [page(1, 5, 'a5', 'b10', 'c7', 'd9')]
  const said = (asc: Answer, desc: Answer): string => outcomeOf('sorted-ascending', { asc: [asc], desc: [desc], pages })
  expect(said(page(1, 5, 'b10', 'a5', 'd9', 'c7'), page(1, 5, 'c7', 'd9', 'a5', 'b10'))).toBe('untested')
  // Two of them are equal.
  expect(said(page(1, 5, 'b10', 'a5', 'd9', 'c7'), page(1, 5, 'c7', 'a5', 'd9', 'b10'))).toBe('untested')
  const same = page(1, 5, 'b10', 'a5', 'd9', 'c7')
  expect(said(same, same)).toBe('fail')
  const ofTheList = [page(1, 5, 'a5', 'b10', 'c7', 'd9'), page(1, 5, 'd9', 'c7', 'b10', 'a5')] as const
  expect(said(...ofTheList)).toBe('fail')
  expect(said(page(1, 5, 'b10', 'a5', 'c7', 'd9'), page(1, 5, 'd9', 'c7', 'a5', 'b10'))).toBe('fail')
  expect(said(page(1, 5, 'b10', 'd9', 'c7', 'a5'), page(1, 5, 'a5', 'c7', 'd9', 'b10'))).toBe('fail')
})

/** A page of bookings that cost, in total and net, so much. */
function priced(...prices: readonly (readonly [number, number])[]): Answer {
  const items = prices.map(([retail, net], index) => ({
    ...booking,
    uuid: `${retail}-${index}`,
    pricing: { retail, net, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 },
  }))
  return answer(items, { purpose: 'list', input: { page: 1, pageSize: 3 } })
}

test('any one price of a booking may be what is sorted by, but the same in both directions', () => {
  const said = (asc: Answer, desc: Answer): readonly string[] =>
    ['ascending', 'descending'].map((direction) =>
      outcomeOf(`sorted-${direction}`, { asc: [asc], desc: [desc], pages: [asc] }),
    )
  const byNet = [priced([9, 1], [5, 2], [7, 3]), priced([7, 3], [5, 2], [9, 1])] as const
  const byTotal = [priced([5, 2], [7, 3], [9, 1]), priced([9, 1], [7, 3], [5, 2])] as const
  expect(said(...byNet)).toEqual(['pass', 'pass'])
  expect(said(...byTotal)).toEqual(['pass', 'pass'])
  expect(said(byTotal[0], byNet[1])).toEqual(['pass', 'fail'])
  expect(said(byNet[0], byTotal[1])).toEqual(['fail', 'pass'])
})

/** The usual booking type of the list. */
const usual = profile.operations.list?.values.product ?? ''

test('a booking that others moved from page to page meanwhile is missed in the list of no type', () => {
  const other = { id: 'x', booking: answer({ ...booking, uuid: 'x' }) }
  const bookable = { ...profile.bookable, other: [{ ...profile.bookable.standard, bookingType: 'T' }] }
  const said = (more: Read, ofOther: string): string => {
    const typed = { [usual]: [page(1, 9, 'a')], T: [page(1, 9, ...ofOther)] }
    return outcomeOf('booking-type-returned', { other, ...more, typed }, { ...profile, bookable })
  }
  expect(said({}, 'y')).toBe('fail')
  for (const after of [[page(1, 100, 'a', 'b', 'c', 'z')], []]) {
    expect(said({ after }, 'y')).toBe('untested')
    // What is of another type stands in no list of it, whatever moved.
    expect(said({ after }, 'xa')).toBe('fail')
  }
})

test('a list of one type that forgets the type when it is sorted shows bookings of the usual type', () => {
  const other = { id: 'x', booking: answer({ ...booking, uuid: 'x' }) }
  const bookable = { ...profile.bookable, other: [{ ...profile.bookable.standard, bookingType: 'T' }] }
  const typed = { [usual]: [page(1, 9, 'a', 'c')], T: [page(1, 9, 'x')] }
  const said = (...names: readonly string[]): string => {
    const byPrice = { bookingType: 'T', sortField: 'price', sortOrder: 'ascending' }
    const pages = [page(1, 2, 'a', 'b'), page(2, 2, 'c'), ...asked([page(1, 9, ...names)], byPrice)]
    return outcomeOf('booking-type-returned', { other, typed, pages }, { ...profile, bookable })
  }
  expect(said('x')).toBe('pass')
  expect(said('c', 'x')).toBe('fail')
})

/** The judgement of the lists of T and of the standard type, with the types that bookings show and the profile says. */
function judgedOf(
  lists: { readonly product: string; readonly other: string },
  shown: readonly [standard: string | null, other: string | null] = [null, null],
  said?: string,
): { readonly outcome: string; readonly remedy: string } {
  const { standard } = profile.bookable
  const bookable = {
    ...profile.bookable,
    standard: { ...standard, ...(said !== undefined && { bookingType: said }) },
    other: [{ ...standard, bookingType: 'T' }],
  }
  const one = (id: string, type: string | null): Listed['confirmed'][number] => ({
    id,
    booking: answer({ ...booking, uuid: id, ...(type !== null && { type }) }),
  })
  const name = said ?? (shown[0]?.toLowerCase() === usual.toLowerCase() ? usual : (shown[0] ?? usual))
  const typed = { [name]: [page(1, 9, ...lists.product)], T: [page(1, 9, ...lists.other)] }
  const read = { confirmed: [one('a', shown[0])], other: one('x', shown[1]), typed }
  const judged = judge('booking-type-returned', read, { ...profile, bookable })
  return { outcome: judged.outcome, remedy: judged.outcome === 'untested' ? (judged.remedy ?? '') : '' }
}

test('of which type the standard product is is taken for granted of no server', () => {
  // It may be a transfer, as the other one is.
  expect(judgedOf({ product: 'b', other: 'ax' })).toEqual({
    outcome: 'untested',
    remedy: 'write bookable.standard.bookingType: T, and give bookable.other something of another booking type',
  })
  expect(judgedOf({ product: '', other: 'ax' }, ['t', 'T'])).toEqual({
    outcome: 'untested',
    remedy: 'write bookable.standard.bookingType: T, and give bookable.other something of another booking type',
  })
  // Or of a third type, whose name the list may spell otherwise.
  expect(judgedOf({ product: 'b', other: 'x' })).toMatchObject({
    outcome: 'untested',
    remedy: 'give bookable.standard its bookingType, as the list calls it',
  })
  expect(judgedOf({ product: 'b', other: 'x' }, ['Ride', 'T'])).toMatchObject({
    outcome: 'untested',
    remedy: 'write bookable.standard.bookingType: Ride, or what the list calls it',
  })
  expect(judgedOf({ product: 'ab', other: 'x' }, ['Ride', 'T']).outcome).toBe('pass')
})

test('a list that does not go by the type is failed by what the bookings show, by what the profile says, or by being in two lists', () => {
  expect(judgedOf({ product: 'ax', other: 'ax' }).outcome).toBe('fail')
  expect(judgedOf({ product: 'a', other: 'ax' }).outcome).toBe('fail')
  expect(judgedOf({ product: 'b', other: 'ax' }, ['Ride', 'T']).outcome).toBe('fail')
  expect(judgedOf({ product: 'b', other: 'x' }, ['PRODUCT', 'T']).outcome).toBe('fail')
  expect(judgedOf({ product: 'b', other: 'x' }, [null, null], 'Ride').outcome).toBe('fail')
  expect(judgedOf({ product: 'b', other: 'ax' }, [null, null], 'Ride').outcome).toBe('fail')
  expect(judgedOf({ product: 'a', other: 'x' }, [null, null], 'Ride').outcome).toBe('pass')
})

test('a booking is in the list of its own type alone', () => {
  const standard = { ...profile.bookable.standard, bookingType: 'Product' }
  const typedAs = (bookingType: string): Profile => ({
    ...profile,
    bookable: { ...profile.bookable, standard, other: [{ ...standard, bookingType }] },
  })
  const other = { id: 'x', booking: answer({ ...booking, uuid: 'x' }) }
  const said = (product: string, ofOther: readonly Answer[], more: Read = {}): string => {
    const typed = { Product: [page(1, 9, ...product)], T: ofOther }
    return outcomeOf('booking-type-returned', { other, ...more, typed }, typedAs('T'))
  }
  expect(said('ab', [page(1, 9, 'x')])).toBe('pass')
  expect(said('ax', [page(1, 9, 'x')])).toBe('fail')
  expect(said('a', [page(1, 9, 'a', 'x')])).toBe('fail')
  expect(said('b', [page(1, 9, 'x')])).toBe('fail')
  expect(said('b', [page(1, 9, 'x')], { total: null })).toBe('untested')
  expect(said('ab', [page(1, 9, 'x'), refusedPage(2, 9)])).toBe('pass')
  expect(said('a', [refusedPage(1, 9)])).toBe('untested')
  expect(outcomeOf('booking-type-returned', { other })).toBe('untested')
  // One type by two names: then both lists rightly hold both.
  const both = { Product: [page(1, 9, 'a', 'x')] }
  expect(outcomeOf('booking-type-returned', { other, typed: both }, typedAs('Product'))).toBe('untested')
})

test('what can be booked is in no list of a type of which nothing can be', () => {
  const list = profile.operations.list
  const operations = { ...profile.operations, list: list && { ...list, values: { ...list.values, otherType: 'Ride' } } }
  const said = (product: string, ofOther: string): string => {
    const typed = { [usual]: [page(1, 9, ...product)], Ride: [page(1, 9, ...ofOther)] }
    return outcomeOf('booking-type-returned', { typed }, { ...profile, operations })
  }
  expect(said('ab', '')).toBe('pass')
  expect(said('ab', 'z')).toBe('pass')
  expect(said('ab', 'ab')).toBe('fail')
  // Then the booking may be of that very type.
  expect(said('b', 'a')).toBe('untested')
})

test('where one of two words for descending sorts otherwise, the finding says which was sent', () => {
  const up = [page(1, 10, 'a5', 'b7', 'c9')]
  const desc = [page(1, 10, 'c9', 'b7', 'a5')]
  const read = { pages: up, asc: up, desc, spelled: up, sideways: [refusedPage(1)] }
  expect(judge('descending-known-in-either-spelling', read)).toMatchObject({
    outcome: 'fail',
    findings: [{ message: expect.stringContaining('(the word that was sent is "DESCENDING")') as string }, {}],
  })
})

test('a list that shows no prices, or no booking, is not told to have one price', () => {
  const reasonOf = (shown: Answer): string => {
    const walk = [shown]
    const judged = judge('sorted-ascending', { before: walk, after: walk, pages: walk, asc: walk, desc: walk })
    return judged.outcome === 'untested' ? judged.reason : judged.outcome
  }
  const unpriced = answer([{ ...booking, pricing: null }], { purpose: 'list', input: { page: 1, pageSize: 3 } })
  expect(reasonOf(unpriced)).toBe('no booking in the list that is sorted by price shows one, so no order shows')
  expect(reasonOf(page(1, 3))).toBe('the list that is sorted by price shows no booking, so no order shows')
  expect(reasonOf(page(1, 3, 'a', 'b'))).toBe('all bookings in the list have one price, so no order shows')
})
