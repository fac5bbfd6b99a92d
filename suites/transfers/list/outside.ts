import {
  all,
  confirming,
  failAt,
  idsOf,
  openSuite,
  pass,
  unjudged,
  unseen,
  untested,
  unusable,
  wants,
} from '../vocabulary/index.js'
import type { Answer, Judgement, Suite } from '../vocabulary/index.js'
import { asked, entriesOf, sameWalk, unshownInputs } from './items.js'
import { pages, type Paged } from './pages.js'

const suite: Suite = openSuite()
const { check } = suite

check(pages, {
  id: 'list.first-page-is-1',
  clause: '4.3/list-first-page-is-1',
  title: 'nothing stands before page 1',
  needs: ['operations.list.page', 'operations.list.pageSize'],
  judge: (paged) => judgeFirst(paged),
})

/** Page 0 with twice the size would end with page 1 if pages were counted from 0; whatever else it is, is left open. */
export function judgeFirst(paged: Pick<Paged, 'before' | 'after' | 'zero' | 'pages'>): Judgement {
  const judged = judgeTop(paged)
  return judged.outcome === 'fail' && !sameWalk(paged.before, paged.after)
    ? untested('the list changed while page 1 was read', 'run it while no other client books on the account')
    : judged
}

/** Untested, where the list does not begin with page 1: it was not read from its beginning, and nobody knows where it ends. */
export function unread(paged: Paged): Judgement | null {
  return judgeFirst(paged).outcome === 'fail'
    ? untested('the list does not begin with page 1, so not all of it was read', 'mend that first')
    : null
}

function judgeTop({
  before,
  after,
  zero,
  pages: [first],
}: Pick<Paged, 'before' | 'after' | 'zero' | 'pages'>): Judgement {
  const cannot = unusable(first)
  if (cannot !== null || first === undefined) return cannot ?? untested('page 1 was not read')
  const [top] = idsOf(first)
  const shown = idsOf(zero)
  const at = top === undefined ? shown.length : shown.indexOf(top)
  // The reading of page 1 itself, in another size: both begin with the same booking.
  const [wide] = before
  const starts = wide === undefined || idsOf(wide)[0] === top || !sameWalk(before, after)
  if (at > 0)
    return failAt(zero, zero.itemsPointer, {
      message: `Page 0 holds ${at} bookings before those of page 1`,
      expected: 'nothing before page 1',
      received: shown.slice(0, at),
      restsOn: ['operations.list.page'],
    })
  if (!starts)
    return failAt(first, first.itemsPointer, {
      message: 'Page 1 begins with another booking when the page size is another',
      expected: idsOf(wide)[0] ?? 'no booking',
      received: top ?? null,
      restsOn: ['operations.list.page', 'operations.list.pageSize'],
    })
  return top === undefined ? untested('the list is empty') : pass
}

check(pages, {
  id: 'list.beyond-end-repeats-nothing',
  clause: '4.3/list-beyond-end-repeats-nothing',
  title: 'a page beyond the last repeats no booking',
  needs: ['operations.list.page'],
  judge: (paged) => judgeBeyond(paged),
})

/** What others book meanwhile can push a booking over one page's edge, but not far away. */
export function judgeBeyond(paged: Paged): Judgement {
  const restsOn = unshownInputs(paged).filter((key) => key === 'operations.list.page')
  const known = new Set(entriesOf([...paged.before, ...paged.pages]).map(({ id }) => id))
  const judge = (page: Answer | null, mayRepeat: number): Judgement => {
    if (page === null) return untested('the end of the list was not found')
    if (page.outcome === 'none') return unjudged(page)
    const repeated = entriesOf([page]).filter(({ id }) => known.has(id))
    const [first] = repeated
    if (first === undefined) return pass
    if (repeated.length <= mayRepeat)
      return untested('pages before it repeat as many bookings, so it may be the last one', 'mend that first')
    return failAt(page, first.pointer, {
      message: `A page beyond the last repeats ${repeated.length} bookings of earlier pages`,
      expected: 'no booking of an earlier page',
      received: first.id,
      restsOn,
    })
  }
  const far = judge(paged.farBeyond, 0)
  // Of pages that overlap, one more is needed to reach the end.
  return sameWalk(paged.before, paged.after) ? all(judge(paged.beyond, mostRepeated(paged.pages)), far) : far
}

/** How many bookings of the page before it a page repeats at most. */
function mostRepeated(pages: readonly Answer[]): number {
  const ids = pages.map(idsOf)
  return Math.max(0, ...ids.map((page, at) => page.filter((id) => ids[at - 1]?.includes(id)).length))
}

check(pages, {
  id: 'list.beyond-end-empty',
  clause: '4.3/list-beyond-end-empty',
  title: 'a page beyond the last is an empty list',
  needs: ['operations.list.page'],
  judge: (paged) => unread(paged) ?? judgeEmpty(paged.farBeyond, paged.pages[0]),
})

function judgeEmpty(page: Answer | null, first: Answer | undefined): Judgement {
  if (page === null) return untested('the end of the list was not found')
  if (page.outcome === 'none') return unjudged(page)
  if (page.refused && first?.accepted !== true) return untested('the first page of this size was not accepted either')
  if (page.accepted && page.items.length === 0) return pass
  return failAt(page, page.accepted ? page.itemsPointer : '', {
    message: page.accepted ? 'A page beyond the last is not empty' : 'A page beyond the last is refused',
    expected: 'an empty list',
    wanted: page.accepted ? { value: { type: 'array', maxItems: 0 } } : { answer: 'accepted' },
    received: page.accepted ? `${page.items.length} bookings` : page.describe(),
    restsOn: ['operations.list.page'],
  })
}

check(pages, {
  id: 'list.size-is-maximum',
  clause: '4.3/list-size-is-maximum',
  title: 'a page holds no more bookings than the page size asked for',
  needs: ['operations.list.pageSize'],
  judge: (paged, { profile }) => {
    const { before, pages: cut, after, asc, desc, sizes } = paged
    const restsOn = unshownInputs(paged).filter((key) => key === 'operations.list.pageSize')
    const all = [...before, ...cut, ...after, ...sizes, ...asc, ...desc].filter(({ accepted }) => accepted)
    const over = all.find((page) => page.items.length > (asked(page, 'pageSize') ?? Infinity))
    if (over !== undefined)
      return failAt(over, over.itemsPointer, {
        message: `A page of at most ${asked(over, 'pageSize') ?? '?'} bookings holds ${over.items.length}`,
        ...wants.fitting(`at most ${asked(over, 'pageSize') ?? '?'} bookings`, {
          type: 'array',
          maxItems: asked(over, 'pageSize') ?? 0,
        }),
        received: over.items.length,
        restsOn,
      })
    const tested = all.some((page) => page.items.length === asked(page, 'pageSize'))
    return tested && restsOn.length === 0
      ? confirming('operations.list.pageSize')
      : unseen(
          'no page was full, so none shows that the page size is a maximum',
          ...(profile.declared.has('operations.list.pageSize') ? [] : ['declare operations.list.pageSize']),
        )
  },
})

export default suite
