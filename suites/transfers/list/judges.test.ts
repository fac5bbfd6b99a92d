import { expect, test } from 'vitest'
import { answer, booking, profile } from '../../../src/suite/answer.test.data.js'
import type { Answer } from '../vocabulary/index.js'
import { judgeTrial } from '../judge.test.data.js'
import { judgeOnce } from './once.js'
import { judgeBeyond, judgeFirst } from './outside.js'
import type { Paged } from './pages.js'
import { judgeSorted } from './sorted.js'
import { judgeTypes } from './types.js'

/** A page of bookings: `a5` is booking a at the price 5. */
function page(number: number, pageSize: number, ...names: readonly string[]): Answer {
  const items = names.map((name) => ({
    ...booking,
    uuid: name.charAt(0),
    pricing: { retail: Number(name.slice(1) || 1), net: 1, includedTaxes: [], currency: 'EUR', currencyPrecision: 2 },
  }))
  return answer(items, { purpose: 'list', input: { page: number, pageSize } })
}

function paged(more: Partial<Paged> = {}): Paged {
  const wide = [page(1, 100, 'a', 'b', 'c')]
  return {
    confirmed: [{ id: 'a', booking: answer({ ...booking, uuid: 'a' }) }],
    other: null,
    unlisted: [],
    held: null,
    cancelled: null,
    whole: true,
    size: 2,
    before: wide,
    pages: [page(1, 2, 'a', 'b'), page(2, 2, 'c')],
    after: wide,
    lastAlone: null,
    beyond: page(3, 2),
    farBeyond: page(50, 2),
    zero: answer({ error: 'no' }, { purpose: 'list' }, 400),
    sizes: [],
    asc: [],
    desc: [],
    spelled: null,
    sideways: null,
    ascAgain: [],
    ascFirst: null,
    ascBeyond: null,
    settled: [],
    typed: null,
    ...more,
  }
}

test('each booking once is a pass that shows both inputs at work', () => {
  expect(judgeOnce(paged())).toEqual({
    outcome: 'pass',
    confirms: ['operations.list.page', 'operations.list.pageSize'],
  })
})

test('a booking on two pages, and one on none, are found where they are missed', () => {
  const repeated = page(2, 2, 'b', 'c')
  expect(judgeOnce(paged({ pages: [page(1, 2, 'a', 'b'), repeated] }))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 'b', exchange: repeated.n, pointer: '/0' }],
  })
  const last = page(2, 2)
  expect(judgeOnce(paged({ pages: [page(1, 2, 'a', 'b'), last] }))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: null, exchange: last.n }],
  })
})

test("what others do meanwhile is nobody's fault, and one's own booking once is still a pass", () => {
  const after = [page(1, 100, 'x', 'a', 'b', 'c')]
  expect(judgeOnce(paged({ after, pages: [page(1, 2, 'a', 'b'), page(2, 2, 'b', 'c')] })).outcome).toBe('pass')
  expect(judgeOnce(paged({ after, pages: [page(1, 2, 'x', 'a'), page(2, 2, 'a', 'b')] })).outcome).toBe('untested')
})

test('a list that is asked for without a page may be the first of several where it is as long as pages are', () => {
  const { list, ...operations } = profile.operations
  const fields = Object.fromEntries(Object.entries(list?.fields ?? {}).filter(([name]) => name !== 'page'))
  const pageless = { ...profile, operations: { ...operations, list: list && { ...list, fields } } }
  const without = (...names: readonly string[]): Paged => {
    const all = [page(1, 100, ...names)]
    return paged({ before: all, pages: all, after: all })
  }
  const judge = (data: Paged, of = profile): string => judgeTrial('list.confirmed-listed', data, of).outcome
  expect(judge(without('b', 'c', 'd', 'e', 'f'), pageless)).toBe('untested')
  expect(judge(without('b', 'c', 'd', 'e'), pageless)).toBe('fail')
  expect(judge(without('b', 'c', 'd', 'e', 'f'))).toBe('fail')
  expect(judge(without('a', 'b', 'c', 'd', 'e'), pageless)).toBe('pass')
})

test('a list that shows no effect of our names for its inputs rests on them', () => {
  const always = (number: number, size: number): Answer => page(number, size, 'a', 'b', 'c')
  const judged = judgeOnce(
    paged({ before: [always(1, 100)], after: [always(1, 100)], pages: [always(1, 2), always(2, 2)] }),
  )
  expect(judged).toMatchObject({
    outcome: 'fail',
    findings: [{ restsOn: ['operations.list.page', 'operations.list.pageSize'] }, {}, {}],
  })
})

test('a page beyond the last that is refused for its size is not refused for its number', () => {
  const refused = answer({ error: 'no' }, { purpose: 'list' }, 400)
  const judge = (more: Partial<Paged>): string => judgeTrial('list.beyond-end-empty', paged(more)).outcome
  expect([judge({ farBeyond: refused }), judge({ farBeyond: refused, pages: [refused] })]).toEqual(['fail', 'untested'])
})

test('a booking that only one of the two orders shows is missed', () => {
  const asc = [page(1, 2, 'a1', 'b2'), page(2, 2)]
  const desc = [page(1, 2, 'c3', 'b2'), page(2, 2, 'a1')]
  const judged = judgeOnce(paged({ asc, desc, ascAgain: asc, ascBeyond: page(3, 2) }))
  expect(judged).toMatchObject({ outcome: 'fail', findings: [{ message: expect.stringContaining('Booking c') }] })
  // A list that has grown beyond the pages read says nothing.
  expect(judgeOnce(paged({ asc, desc, ascAgain: asc, ascBeyond: page(3, 2, 'd') })).outcome).toBe('pass')
  // Ties that come in another order each time: the sorted walks differ, but the list was the same before and after them.
  const { after } = paged({})
  const shaken = paged({ asc, desc, ascAgain: [...asc].reverse(), ascBeyond: page(3, 2), settled: after })
  expect(judgeOnce(shaken).outcome).toBe('fail')
})

test('a sorted page that no answer came to misses nothing', () => {
  const asc = [page(1, 2, 'a1', 'b2'), page(2, 2, 'c3')]
  const lost = answer('', { purpose: 'list', response: null })
  const desc = [page(1, 2, 'c3', 'b2'), page(2, 2, 'a1')]
  const { after } = paged({})
  for (const [up, down] of [
    [[asc[0] ?? lost, lost], desc],
    [asc, [desc[0] ?? lost, lost]],
  ])
    expect(judgeOnce(paged({ asc: up ?? [], desc: down ?? [], settled: after })).outcome).toBe('pass')
})

test('pages counted from 0 show by what page 0 holds before page 1', () => {
  expect(judgeFirst(paged({ zero: page(0, 4, 'a', 'b', 'c') })).outcome).toBe('pass')
  const zero = page(0, 4, 'y', 'z', 'a', 'b')
  expect(judgeFirst(paged({ zero }))).toMatchObject({
    outcome: 'fail',
    findings: [{ received: ['y', 'z'], exchange: zero.n }],
  })
  expect(judgeFirst(paged({ zero, after: [page(1, 100, 'q')] })).outcome).toBe('untested')
})

test('a page beyond the end may be anything but a repetition', () => {
  expect(judgeBeyond(paged({ beyond: answer({ error: 'no' }, { purpose: 'list' }, 404) })).outcome).toBe('pass')
  expect(judgeBeyond(paged({ beyond: page(3, 2, 'c') }))).toMatchObject({
    outcome: 'fail',
    findings: [{ pointer: '/0' }],
  })
  // What others book pushes a booking over the next edge, but not fifty pages on.
  expect(judgeBeyond(paged({ beyond: page(3, 2, 'c'), after: [page(1, 100, 'x')] })).outcome).toBe('pass')
})

test('of pages that overlap, the one after the last may repeat as much, and one long after that nothing', () => {
  const pages = [page(1, 2, 'a', 'b'), page(2, 2, 'b', 'c')]
  expect(judgeBeyond(paged({ pages, beyond: page(3, 2, 'c') })).outcome).toBe('untested')
  const farBeyond = page(50, 2, 'c')
  expect(judgeBeyond(paged({ pages, farBeyond }))).toMatchObject({
    outcome: 'fail',
    findings: [{ exchange: farBeyond.n }],
  })
})

test('prices are compared as numbers, over pages, each currency by itself', () => {
  const context = { profile }
  const asc = [page(1, 2, 'a9', 'b10'), page(2, 2, 'c100')]
  const desc = [page(1, 2, 'c100', 'b10'), page(2, 2, 'a9')]
  const pages = [page(1, 2, 'b10', 'a9'), page(2, 2, 'c100')]
  const { confirmed } = paged()
  expect(judgeSorted({ asc, desc, pages, confirmed }, 'ascending', context)).toMatchObject({
    outcome: 'pass',
    confirms: expect.arrayContaining(['operations.list.sortField', 'operations.list.sortOrder']),
  })
  const within = [page(1, 2, 'b10', 'c100'), page(2, 2, 'a9')]
  expect(judgeSorted({ asc: within, desc, pages, confirmed }, 'ascending', context)).toMatchObject({
    outcome: 'fail',
    findings: [{ received: 9, exchange: within[1]?.n, pointer: '/0/pricing/retail' }],
  })
  // Where others book meanwhile, one may stand on two pages, or on none.
  expect(judgeSorted({ asc: within, desc, pages, confirmed }, 'ascending', context, false).outcome).toBe('pass')
  const wrong = [page(1, 2, 'c100', 'b10'), page(2, 2, 'a9')]
  expect(judgeSorted({ asc: wrong, desc, pages, confirmed }, 'ascending', context, false).outcome).toBe('fail')
  const same = [page(1, 2, 'a5', 'b5')]
  expect(judgeSorted({ asc: same, desc: same, pages, confirmed }, 'descending', context).outcome).toBe('untested')
})

test('an order that is turned round the other way, and is of no amount that bookings show, tells nothing', () => {
  const { confirmed } = paged()
  const pages = [page(1, 5, 'a5', 'b10', 'c7', 'd9')]
  const judge = (asc: Answer, desc: Answer): string =>
    judgeSorted({ asc: [asc], desc: [desc], pages, confirmed }, 'ascending', { profile }).outcome
  expect(judge(page(1, 5, 'b10', 'a5', 'd9', 'c7'), page(1, 5, 'c7', 'd9', 'a5', 'b10'))).toBe('untested')
  // Two of them are equal.
  expect(judge(page(1, 5, 'b10', 'a5', 'd9', 'c7'), page(1, 5, 'c7', 'a5', 'd9', 'b10'))).toBe('untested')
  const same = page(1, 5, 'b10', 'a5', 'd9', 'c7')
  expect(judge(same, same)).toBe('fail')
  const ofTheList = [page(1, 5, 'a5', 'b10', 'c7', 'd9'), page(1, 5, 'd9', 'c7', 'b10', 'a5')] as const
  expect(judge(...ofTheList)).toBe('fail')
  expect(judge(page(1, 5, 'b10', 'a5', 'c7', 'd9'), page(1, 5, 'd9', 'c7', 'a5', 'b10'))).toBe('fail')
  expect(judge(page(1, 5, 'b10', 'd9', 'c7', 'a5'), page(1, 5, 'a5', 'c7', 'd9', 'b10'))).toBe('fail')
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
  const { confirmed } = paged()
  const judge = (asc: Answer, desc: Answer): readonly string[] =>
    (['ascending', 'descending'] as const).map(
      (direction) => judgeSorted({ asc: [asc], desc: [desc], pages: [asc], confirmed }, direction, { profile }).outcome,
    )
  const byNet = [priced([9, 1], [5, 2], [7, 3]), priced([7, 3], [5, 2], [9, 1])] as const
  const byTotal = [priced([5, 2], [7, 3], [9, 1]), priced([9, 1], [7, 3], [5, 2])] as const
  expect(judge(...byNet)).toEqual(['pass', 'pass'])
  expect(judge(...byTotal)).toEqual(['pass', 'pass'])
  expect(judge(byTotal[0], byNet[1])).toEqual(['pass', 'fail'])
  expect(judge(byNet[0], byTotal[1])).toEqual(['fail', 'pass'])
})

/** A list that nobody changed from before the first reading until after the last. */
function still(more: Partial<Paged> = {}): Paged {
  const trial = paged(more)
  return { ...trial, settled: trial.after }
}

test('a booking that others moved from page to page meanwhile is missed in the list of no type', () => {
  const other = { id: 'x', booking: answer({ ...booking, uuid: 'x' }) }
  const bookable = { ...profile.bookable, other: [{ ...profile.bookable.standard, bookingType: 'T' }] }
  const judge = (more: Partial<Paged>, ...ofOther: readonly string[]): string => {
    const typed = { product: [page(1, 9, 'a')], other: [page(1, 9, ...ofOther)], sorted: null }
    return judgeTypes({ ...still({ other }), ...more, typed }, { profile: { ...profile, bookable } }).outcome
  }
  expect(judge({}, 'y')).toBe('fail')
  const moved = [page(1, 100, 'z', 'a', 'b', 'c')]
  for (const more of [{ before: moved }, { settled: moved }, { settled: [] }]) {
    expect(judge(more, 'y')).toBe('untested')
    // What is of another type stands in no list of it, whatever moved.
    expect(judge(more, 'x', 'a')).toBe('fail')
  }
})

/** What is said of the lists of T and of the standard one's type, with what the bookings show of their own and what the profile says. */
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
  const one = (id: string, type: string | null): Paged['confirmed'][number] => ({
    id,
    booking: answer({ ...booking, uuid: id, ...(type !== null && { type }) }),
  })
  const typed = { product: [page(1, 9, ...lists.product)], other: [page(1, 9, ...lists.other)], sorted: null }
  const trial = { ...still({ confirmed: [one('a', shown[0])], other: one('x', shown[1]) }), typed }
  const judged = judgeTypes(trial, { profile: { ...profile, bookable } })
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
  const named = {
    profile: { ...profile, bookable: { ...profile.bookable, standard, other: [{ ...standard, bookingType: 'T' }] } },
  }
  const other = { id: 'x', booking: answer({ ...booking, uuid: 'x' }) }
  const judge = (product: readonly Answer[], ofOther: readonly Answer[], whole = true): string =>
    judgeTypes({ ...still({ other, whole }), typed: { product, other: ofOther, sorted: null } }, named).outcome
  expect(judge([page(1, 9, 'a', 'b')], [page(1, 9, 'x')])).toBe('pass')
  expect(judge([page(1, 9, 'a', 'x')], [page(1, 9, 'x')])).toBe('fail')
  expect(judge([page(1, 9, 'a')], [page(1, 9, 'a', 'x')])).toBe('fail')
  expect(judge([page(1, 9, 'b')], [page(1, 9, 'x')])).toBe('fail')
  expect(judge([page(1, 9, 'b')], [page(1, 9, 'x')], false)).toBe('untested')
  const refused = answer({ error: 'no' }, { purpose: 'list', input: { page: 2 } }, 404)
  expect(judge([page(1, 9, 'a', 'b')], [page(1, 9, 'x'), refused])).toBe('pass')
  const first = answer({ error: 'no' }, { purpose: 'list', input: { page: 1 } }, 404)
  expect(judge([page(1, 9, 'a')], [first])).toBe('untested')
  expect(judgeTypes({ ...paged({ other }), typed: null }, { profile }).outcome).toBe('untested')
  // One type by two names: then both lists rightly hold both.
  const alike = { ...named.profile.bookable, other: [{ ...standard, bookingType: 'Product' }] }
  const both = [page(1, 9, 'a', 'x')]
  const said = { profile: { ...named.profile, bookable: alike } }
  expect(judgeTypes({ ...paged({ other }), typed: { product: both, other: both, sorted: null } }, said).outcome).toBe(
    'untested',
  )
})

test('what can be booked is in no list of a type of which nothing can be', () => {
  const list = profile.operations.list
  const said = { ...profile.operations, list: list && { ...list, values: { ...list.values, otherType: 'Transfer' } } }
  const judge = (product: readonly Answer[], ofOther: readonly Answer[]): string =>
    judgeTypes(
      { ...paged(), typed: { product, other: ofOther, sorted: null } },
      { profile: { ...profile, operations: said } },
    ).outcome
  expect(judge([page(1, 9, 'a', 'b')], [page(1, 9)])).toBe('pass')
  expect(judge([page(1, 9, 'a', 'b')], [page(1, 9, 'z')])).toBe('pass')
  expect(judge([page(1, 9, 'a', 'b')], [page(1, 9, 'a', 'b')])).toBe('fail')
  // Then the booking may be of that very type.
  expect(judge([page(1, 9, 'b')], [page(1, 9, 'a')])).toBe('untested')
})

test('amounts in the order of their digits as text are no order of prices, whatever the currencies', () => {
  const made = (...amounts: readonly string[]): Answer =>
    answer(
      amounts.map((each, at) => {
        const [currency = '', retail] = each.split(' ')
        const pricing = { retail: Number(retail), net: 1, includedTaxes: [], currency, currencyPrecision: 2 }
        return { ...booking, uuid: String(at), pricing }
      }),
      { purpose: 'list', input: { page: 1, pageSize: 100 } },
    )
  const said = (asc: Answer): string =>
    judgeSorted(paged({ asc: [asc], desc: [made('EUR 1')] }), 'ascending', { profile }).outcome
  const low = ['EUR 1445', 'GBP 3303', 'EUR 3588', 'GBP 3627', 'EUR 5308', 'JPY 5401']
  expect(said(made(...low, 'KWD 66809', 'USD 7336'))).toBe('fail')
  // By the value of each in one currency, and by number: both are orders of prices.
  expect(said(made('GBP 3303', ...low.slice(2), 'USD 7336', 'EUR 5409', 'KWD 66809'))).not.toBe('fail')
  expect(said(made(...low, 'USD 7336', 'KWD 66809'))).not.toBe('fail')
})

test('where one of two words for descending sorts otherwise, the finding says which was sent', () => {
  const confirmed = ['a', 'b', 'c'].map((id) => ({ id, booking: answer({ ...booking, uuid: id }) }))
  const up = [page(1, 10, 'a5', 'b7', 'c9')]
  const items = up[0]?.json ?? []
  const spelled = answer(items, { purpose: 'list', input: { page: 1, sortOrder: 'DESCENDING' } })
  const down = [page(1, 10, 'c9', 'b7', 'a5')]
  const sideways = answer({ error: 'no' }, { purpose: 'list' }, 400)
  expect(
    judgeTrial(
      'list.descending-known-in-either-spelling',
      paged({ confirmed, pages: up, asc: up, desc: down, spelled, sideways }),
    ),
  ).toMatchObject({
    outcome: 'fail',
    findings: [{ message: expect.stringContaining('(the word that was sent is "DESCENDING")') as string }, {}],
  })
})

test('a list that shows no prices, or no booking, is not told to have one price', () => {
  const { confirmed } = paged()
  const reasonOf = (asc: Answer): string => {
    const judged = judgeSorted({ asc: [asc], desc: [asc], pages: [asc], confirmed }, 'ascending', { profile })
    return judged.outcome === 'untested' ? judged.reason : judged.outcome
  }
  const unpriced = answer([{ ...booking, pricing: null }], { purpose: 'list', input: { page: 1, pageSize: 3 } })
  expect(reasonOf(unpriced)).toBe('no booking in the list that is sorted by price shows one, so no order shows')
  expect(reasonOf(page(1, 3))).toBe('the list that is sorted by price shows no booking, so no order shows')
  expect(reasonOf(page(1, 3, 'a', 'b'))).toBe('all bookings in the list have one price, so no order shows')
})
