import { confirming, fail, findingAt, openSuite, unseen, untested, say } from '../vocabulary/index.js'
import type { Answer, Finding, Judgement, Suite } from '../vocabulary/index.js'
import { asked, entriesOf, sameWalk, unshownInputs, type Entry } from './items.js'
import { pages, type Paged } from './pages.js'

const suite: Suite = openSuite()
const { check } = suite

check(pages, {
  id: 'list.own-bookings-once',
  clause: '4.3/list-own-bookings-once',
  title: 'over all pages, each booking appears exactly once',
  needs: ['operations.list.page', 'operations.list.pageSize'],
  judge: (paged) => judgeOnce(paged),
})

/** Judges the pages, and the pages in the order of price where nothing changed meanwhile. */
export function judgeOnce(paged: Paged): Judgement {
  const restsOn = unshownInputs(paged)
  if (!paged.pages.every(({ accepted }) => accepted)) return untested('a page of the list was not accepted')
  const still = sameWalk(paged.before, paged.after)
  // The list as a whole is the same before and after it was sorted, or the sorted walk is: an order may change among equal prices.
  const sortedStill =
    paged.whole &&
    [...paged.asc, ...paged.desc].every(({ accepted }) => accepted) &&
    ((still && paged.settled.length > 0 && sameWalk(paged.after, paged.settled)) ||
      sameWalk(paged.asc, paged.ascAgain)) &&
    holdsNothingNew(paged.ascBeyond, paged.asc)
  const again = paged.ascFirst?.accepted === true ? [paged.ascFirst, ...paged.asc.slice(1)] : paged.asc
  const found = entriesOf(paged.pages).map(({ id }) => id)
  const ownFound = paged.confirmed.filter(({ id }) => found.includes(id))
  // Where others never rest, what moved them may also have moved an own booking over the edge of a page.
  const ownOnce = ownFound.length > 0 && ownFound.every(({ id }) => found.indexOf(id) === found.lastIndexOf(id))
  if (!still && !sortedStill && !(ownOnce && ownFound.length === paged.confirmed.length))
    return untested(
      'the list changed during each of several walks through its pages',
      'run it while no other client books on the account',
    )
  const { asc, desc } = paged
  const lacking = paged.whole ? missing(paged.before, paged.pages) : []
  const ofPages = still ? [...twice(paged.pages), ...lacking, ...emptyLast(paged)] : []
  const ofSorted = [...twice(asc), ...twice(desc), ...missing(desc, asc), ...missing(asc, desc), ...twice(again)]
  const findings = [...ofPages, ...(sortedStill ? ofSorted : [])]
  if (findings.length > 0) return fail(...findings.slice(0, 5).map((finding) => ({ ...finding, restsOn })))
  if (paged.pages.length < 2 || ownFound.length === 0)
    return unseen('no own booking was found on the pages that were read')
  return confirming(...['operations.list.page', 'operations.list.pageSize'].filter((key) => !restsOn.includes(key)))
}

function holdsNothingNew(page: Answer | null, walk: readonly Answer[]): boolean {
  const known = new Set(entriesOf(walk).map(({ id }) => id))
  return page !== null && page.outcome !== 'none' && entriesOf([page]).every(({ id }) => known.has(id))
}

function twice(walk: readonly Answer[]): readonly Finding[] {
  const seen = new Map<string, Entry>()
  return entriesOf(walk).flatMap((entry) => {
    const before = seen.get(entry.id)
    seen.set(entry.id, before ?? entry)
    if (before === undefined) return []
    return [
      findingAt(entry.answer, entry.pointer, {
        ...say`Booking ${entry.id} of request ${entry.answer} stands in request ${before.answer} already`,
        expected: 'each booking once over all pages',
        wanted: { notIn: before.answer.n },
        received: entry.id,
      }),
    ]
  })
}

/** The last page of one booking each, where it has none: a page that is the last and full is easily taken for one too many. */
function emptyLast({ sizes, lastAlone }: Paged): readonly Finding[] {
  const holdsOne = sizes.some((page) => asked(page, 'pageSize') === 1 && page.items.length === 1)
  if (!holdsOne || lastAlone?.accepted !== true || lastAlone.items.length > 0) return []
  const page = asked(lastAlone, 'page') ?? '?'
  return [
    findingAt(lastAlone, lastAlone.itemsPointer, {
      message: `Page ${page} of one booking each is empty, though there are ${page} bookings`,
      expected: 'one booking',
      received: 0,
    }),
  ]
}

/** Bookings of one reading of the whole list that another reading lacks, though nothing changed in between. */
function missing(all: readonly Answer[], walk: readonly Answer[]): readonly Finding[] {
  const found = new Set(entriesOf(walk).map(({ id }) => id))
  const [first, last] = [walk[0], walk.at(-1)]
  return entriesOf(all)
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

export default suite
