import { each, fail, inWords, openSuite, pass, say, untested } from '../vocabulary/index.js'
import type { Judgement, Profile, Suite } from '../vocabulary/index.js'
import { entriesOf, judgePriced, unshownInputs, withoutInput, type Entry } from './items.js'
import { unread } from './outside.js'
import { pages, type Own, type Paged } from './pages.js'

const suite: Suite = openSuite()
const { check, observe } = suite

check(pages, {
  id: 'list.confirmed-listed',
  clause: '4.3/list-confirmed-listed',
  title: 'a confirmed booking is in the list',
  judge: (paged, { profile }) =>
    each(confirmedIn(paged, profile), ({ id, booking }) => {
      if (find(paged, id) !== null) return pass
      const cut = cutUnasked(paged, profile)
      if (cut !== null) return cut
      const lacking = unread(paged)
      if (lacking !== null) return lacking
      if (!paged.whole) return untested('only the beginning and the end of a long list were read, and it was not there')
      const last = paged.before.at(-1)
      return fail({
        ...say`Booking ${id}, which request ${booking} shows confirmed, is not in the list`,
        expected: 'every confirmed booking',
        wanted: { listed: id },
        received: null,
        exchange: last?.n ?? null,
        pointer: last?.itemsPointer ?? null,
        restsOn: unshownInputs(paged),
      })
    }),
})

/** Why a list that is asked for without a page may be the first of several: it is as long as pages are, a multiple of five; null: it is not. */
function cutUnasked({ before: [first] }: Paged, profile: Profile): Judgement | null {
  const isRound = first !== undefined && first.items.length > 0 && first.items.length % 5 === 0
  return isRound ? withoutInput(profile, 'page') : null
}

/** Those of the scenario, and those that get shows and the list lacks; of a list that is always asked for one type, those of that type. */
function confirmedIn({ confirmed, other, unlisted }: Paged, { operations: { list } }: Profile): readonly Own[] {
  const place = list?.fields['bookingType']
  if (place?.in === 'query' && list?.query[place.name] !== undefined) return confirmed
  return [...confirmed, ...(other === null ? [] : [other]), ...unlisted.map(({ id, read }) => ({ id, booking: read }))]
}

check(pages, {
  id: 'list.carries-prices',
  clause: '1.5/pricing-in-list',
  title: 'every own booking in the list carries price data, where octo/pricing is asked for',
  judge: (paged) => {
    const entries = [...paged.confirmed, paged.other, paged.held, paged.cancelled].flatMap((own) =>
      own === null ? [] : everywhere(paged, own.id),
    )
    return each(entries, (entry) => judgePriced(entry, 'A booking'))
  },
})

observe(pages, { id: 'list.on-hold', clause: '4.3/list-on-hold', observe: (paged) => said(paged, paged.held) })

observe(pages, { id: 'list.cancelled', clause: '4.3/list-cancelled', observe: (paged) => said(paged, paged.cancelled) })

function said(paged: Paged, own: Own | null): string | null {
  if (own === null) return null
  const entry = find(paged, own.id)
  if (entry !== null) return `listed, with status ${inWords(entry.read('status'))}`
  return paged.whole ? 'not listed' : null
}

function find(paged: Paged, id: string): Entry | null {
  return everywhere(paged, id)[0] ?? null
}

function everywhere(paged: Paged, id: string): readonly Entry[] {
  const walks = [paged.before, paged.pages, paged.after, paged.asc, paged.desc]
  return walks.flatMap(entriesOf).filter((entry) => entry.id === id)
}

export default suite
