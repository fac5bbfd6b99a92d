import {
  all,
  confirming,
  fail,
  failAt,
  findingAt,
  idsOf,
  openSuite,
  pass,
  say,
  unjudged,
  unseen,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Finding, Judgement, Suite } from '../vocabulary/index.js'
import { pages, type Listed } from './pages.js'
import { far } from './round.js'
import { asked, askedFor, cutPages, entriesOf, isBeyond, isStill, unshownInputs, type Entry } from './walks.js'

const suite: Suite = openSuite()
const { check } = suite

const [page, pageSize] = ['operations.list.page', 'operations.list.pageSize']
const alone = 'run it while no other client books on the account'

check(pages, {
  id: 'list.own-bookings-once',
  clause: '4.3/list-own-bookings-once',
  title: 'over all pages, each booking appears exactly once',
  needs: [page, pageSize],
  judge: (listed) => {
    const restsOn = unshownInputs(listed)
    const cut = cutPages(listed)
    if (!cut.every(({ accepted }) => accepted)) return untested('a page of the list was not accepted')
    const found = entriesOf(cut).map(({ id }) => id)
    const own = listed.confirmed.filter(({ id }) => found.includes(id))
    // In a list that never rests, others may also have moved an own booking over the edge of a page.
    const isOnce = own.length > 0 && own.every(({ id }) => found.indexOf(id) === found.lastIndexOf(id))
    if (!isStill(listed) && !(isOnce && own.length === listed.confirmed.length))
      return untested('the list changed during each of several walks through its pages', alone)
    const findings = isStill(listed) ? misplacedIn(listed, cut) : []
    if (findings.length > 0) return fail(...findings.slice(0, 5).map((finding) => ({ ...finding, restsOn })))
    if (cut.length < 2 || own.length === 0) return unseen('no own booking was found on the pages that were read')
    return confirming(...[page, pageSize].filter((key) => !restsOn.includes(key)))
  },
})

/** Bookings that stand on two pages, or on none, of a list in which nothing changed. */
function misplacedIn(listed: Listed, cut: readonly Answer[]): readonly Finding[] {
  const { lists, before, total } = listed
  if (total === null) return twice(cut)
  const sorted = ['ascending', 'descending'].map((sortOrder) => askedFor(lists, { sortOrder }))
  const [up = [], down = []] = sorted.filter((walk) => walk.length > 0 && walk.every(({ accepted }) => accepted))
  // The sorted list may hear of a write later than the plain one, and nothing has waited for it.
  const lost = [...missing(before, cut), ...(down.length > 0 ? [...missing(up, down), ...missing(down, up)] : [])]
  return [...[cut, up, down].flatMap(twice), ...lost, ...emptyLast(listed)]
}

/** A page that was read again may have them in another order. */
function twice(walk: readonly Answer[]): readonly Finding[] {
  const seen = new Map<string, Entry>()
  return entriesOf(walk).flatMap((entry) => {
    const { id, answer } = entry
    const before = seen.get(id)
    seen.set(id, before ?? entry)
    if (before === undefined || (before.answer !== answer && asked(before.answer, 'page') === asked(answer, 'page')))
      return []
    return [
      findingAt(answer, entry.pointer, {
        ...say`Booking ${id} of request ${answer} stands in request ${before.answer} already`,
        expected: 'each booking once over all pages',
        wanted: { notIn: before.answer.n },
        received: id,
      }),
    ]
  })
}

/** Bookings of one reading of the whole list that another reading lacks, though nothing changed in between. */
function missing(whole: readonly Answer[], walk: readonly Answer[]): readonly Finding[] {
  const found = new Set(entriesOf(walk).map(({ id }) => id))
  const [first, last] = [walk[0], walk.at(-1)]
  return entriesOf(whole)
    .filter(({ id }) => !found.has(id))
    .map((entry) => ({
      ...say`Booking ${entry.id}, which request ${entry.answer} lists, is on no page of requests ${first} to ${last}`,
      expected: 'each booking once over all pages',
      wanted: { listed: entry.id, ofMany: true },
      received: null,
      exchange: last?.n ?? null,
      pointer: last?.itemsPointer ?? null,
    }))
}

/** The last page of one booking each, if empty: a last page that is full is easily taken for one too many. */
function emptyLast({ lists, total }: Listed): readonly Finding[] {
  const single = askedFor(lists).filter((each) => asked(each, 'pageSize') === 1)
  const last = single.find((each) => asked(each, 'page') === total)
  if (!single.some(({ items }) => items.length === 1) || !last?.accepted || last.items.length > 0) return []
  return [
    findingAt(last, last.itemsPointer, {
      message: `Page ${total ?? '?'} of one booking each is empty, though there are ${total ?? '?'} bookings`,
      expected: 'one booking',
      received: 0,
    }),
  ]
}

check(pages, {
  id: 'list.first-page-is-1',
  clause: '4.3/list-first-page-is-1',
  title: 'nothing stands before page 1',
  needs: [page, pageSize],
  judge: judgeFirst,
})

/** Page 0 with twice the size would end with page 1 if pages were counted from 0; whatever else it is, is left open. */
function judgeFirst(listed: Listed): Judgement {
  const judged = judgeTop(listed)
  return judged.outcome === 'fail' && !isStill(listed)
    ? untested('the list changed while page 1 was read', alone)
    : judged
}

function judgeTop(listed: Listed): Judgement {
  const [first] = cutPages(listed)
  const cannot = unusable(first)
  if (cannot !== null || first === undefined) return cannot ?? untested('page 1 was not read')
  const zero = listed.lists.find((each) => asked(each, 'page') === 0)
  const [top] = idsOf(first)
  const shown = zero === undefined ? [] : idsOf(zero)
  const at = top === undefined ? shown.length : shown.indexOf(top)
  if (zero !== undefined && at > 0)
    return failAt(zero, zero.itemsPointer, {
      message: `Page 0 holds ${at} bookings before those of page 1`,
      expected: 'nothing before page 1',
      received: shown.slice(0, at),
      restsOn: [page],
    })
  // The reading of page 1 itself, in another size: both begin with the same booking.
  const [wide] = listed.before
  if (wide !== undefined && idsOf(wide)[0] !== top && isStill(listed))
    return failAt(first, first.itemsPointer, {
      message: 'Page 1 begins with another booking when the page size is another',
      expected: idsOf(wide)[0] ?? 'no booking',
      received: top ?? null,
      restsOn: [page, pageSize],
    })
  return top === undefined ? untested('the list is empty') : pass
}

/** Untested where the list does not begin with page 1: its beginning was not read, and nobody knows its end. */
export function unread(listed: Listed): Judgement | null {
  return judgeFirst(listed).outcome === 'fail'
    ? untested('the list does not begin with page 1, so not all of it was read', 'mend that first')
    : null
}

check(pages, {
  id: 'list.beyond-end-repeats-nothing',
  clause: '4.3/list-beyond-end-repeats-nothing',
  title: 'a page beyond the last repeats no booking',
  needs: [page],
  judge: (listed) => {
    const [next, last] = beyondOf(listed)
    const cut = cutPages(listed)
    const restsOn = unshownInputs(listed).filter((key) => key === page)
    const known = new Set(entriesOf([...listed.before, ...cut]).map(({ id }) => id))
    const judge = (beyond: Answer | undefined, mayRepeat: number): Judgement => {
      if (beyond === undefined) return untested('the end of the list was not found')
      if (beyond.outcome === 'none') return unjudged(beyond)
      const repeated = entriesOf([beyond]).filter(({ id }) => known.has(id))
      const [first] = repeated
      if (first === undefined) return pass
      if (repeated.length <= mayRepeat)
        return untested('pages before it repeat as many bookings, so it may be the last one', 'mend that first')
      return failAt(beyond, first.pointer, {
        message: `A page beyond the last repeats ${repeated.length} bookings of earlier pages`,
        expected: 'no booking of an earlier page',
        received: first.id,
        restsOn,
      })
    }
    // Bookings of others can push a booking over one page's edge, but not far away. Pages that overlap need one more
    // to reach the end.
    return isStill(listed) ? all(judge(next, mostRepeated(cut)), judge(last, 0)) : judge(last, 0)
  },
})

/** The page after the last, and one long after it. */
function beyondOf(listed: Listed): readonly [Answer | undefined, Answer | undefined] {
  const beyond = askedFor(listed.lists).filter((each) => isBeyond(each, listed))
  return [beyond[0], beyond.find((each) => isBeyond(each, listed, far - 1))]
}

/** How many bookings of the page before it a page repeats at most. */
function mostRepeated(walk: readonly Answer[]): number {
  const ids = walk.map(idsOf)
  return Math.max(0, ...ids.map((shown, at) => shown.filter((id) => ids[at - 1]?.includes(id)).length))
}

check(pages, {
  id: 'list.beyond-end-empty',
  clause: '4.3/list-beyond-end-empty',
  title: 'a page beyond the last is an empty list',
  needs: [page],
  judge: (listed) => {
    const lacking = unread(listed)
    const [, last] = beyondOf(listed)
    if (lacking !== null || last === undefined) return lacking ?? untested('the end of the list was not found')
    if (last.outcome === 'none') return unjudged(last)
    if (last.refused && cutPages(listed)[0]?.accepted !== true)
      return untested('the first page of this size was not accepted either')
    if (last.accepted && last.items.length === 0) return pass
    return failAt(last, last.accepted ? last.itemsPointer : '', {
      message: last.accepted ? 'A page beyond the last is not empty' : 'A page beyond the last is refused',
      expected: 'an empty list',
      wanted: last.accepted ? { value: { type: 'array', maxItems: 0 } } : { answer: 'accepted' },
      received: last.accepted ? `${last.items.length} bookings` : last.describe(),
      restsOn: [page],
    })
  },
})

check(pages, {
  id: 'list.size-is-maximum',
  clause: '4.3/list-size-is-maximum',
  title: 'a page holds no more bookings than the page size asked for',
  needs: [pageSize],
  judge: (listed, { profile }) => {
    const restsOn = unshownInputs(listed).filter((key) => key === pageSize)
    const read = [...listed.before, ...listed.lists, ...listed.after].filter(({ accepted }) => accepted)
    const over = read.find((each) => each.items.length > sizeOf(each))
    if (over !== undefined)
      return failAt(over, over.itemsPointer, {
        message: `A page of at most ${sizeOf(over)} bookings holds ${over.items.length}`,
        ...wants.fitting(`at most ${sizeOf(over)} bookings`, { type: 'array', maxItems: sizeOf(over) }),
        received: over.items.length,
        restsOn,
      })
    if (restsOn.length === 0 && read.some((each) => each.items.length === sizeOf(each))) return confirming(pageSize)
    const remedy = profile.declared.has(pageSize) ? [] : [`declare ${pageSize}`]
    return unseen('no page was full, so none shows that the page size is a maximum', ...remedy)
  },
})

function sizeOf(answer: Answer): number {
  return asked(answer, 'pageSize') ?? Infinity
}

export default suite
