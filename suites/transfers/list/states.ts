import { each, fail, inWords, openSuite, pass, say, untested } from '../vocabulary/index.js'
import type { Judgement, Profile, Suite } from '../vocabulary/index.js'
import { pages, type Listed, type Own } from './pages.js'
import { unread } from './paging.js'
import { entriesOf, judgePriced, unshownInputs, withoutInput, type Entry } from './walks.js'

const suite: Suite = openSuite()
const { check, observe } = suite

check(pages, {
  id: 'list.confirmed-listed',
  clause: '4.3/list-confirmed-listed',
  title: 'a confirmed booking is in the list',
  judge: (listed, { profile }) =>
    each(confirmedIn(listed, profile), ({ id, booking }) => {
      if (shownOf(listed, id).length > 0) return pass
      const cannot = cutUnasked(listed, profile) ?? unread(listed)
      if (cannot !== null) return cannot
      if (listed.total === null)
        return untested('only the beginning and the end of a long list were read, and it was not there')
      const last = listed.before.at(-1)
      return fail({
        ...say`Booking ${id}, which request ${booking} shows confirmed, is not in the list`,
        expected: 'every confirmed booking',
        wanted: { listed: id },
        received: null,
        exchange: last?.n ?? null,
        pointer: last?.itemsPointer ?? null,
        restsOn: unshownInputs(listed),
      })
    }),
})

/** Why a list asked for without a page may be cut: it is as long as pages are, a multiple of five; null: it is not. */
function cutUnasked({ before: [first] }: Listed, profile: Profile): Judgement | null {
  const isRound = first !== undefined && first.items.length > 0 && first.items.length % 5 === 0
  return isRound ? withoutInput(profile, 'page') : null
}

/** Those of the scenario, and those that get shows and the list lacks, unless it is always asked for one type. */
function confirmedIn({ confirmed, other, unlisted }: Listed, { operations: { list } }: Profile): readonly Own[] {
  const place = list?.fields['bookingType']
  if (place?.in === 'query' && list?.query[place.name] !== undefined) return confirmed
  return [...confirmed, ...(other === null ? [] : [other]), ...unlisted]
}

check(pages, {
  id: 'list.carries-prices',
  clause: '1.5/pricing-in-list',
  title: 'every own booking in the list carries price data, where octo/pricing is asked for',
  judge: (listed) => {
    const { confirmed, other, held, cancelled } = listed
    const own = [...confirmed.map(({ id }) => id), other?.id, held, cancelled]
    return each(
      own.flatMap((id) => shownOf(listed, id ?? '')),
      (entry) => judgePriced(entry, 'A booking'),
    )
  },
})

for (const [name, state] of [
  ['on-hold', 'held'],
  ['cancelled', 'cancelled'],
] as const)
  observe(pages, {
    id: `list.${name}`,
    clause: `4.3/list-${name}`,
    observe: ({ [state]: id, ...listed }) => {
      if (id === null) return null
      const [entry] = shownOf(listed, id)
      if (entry !== undefined) return `listed, with status ${inWords(entry.read('status'))}`
      return listed.total === null ? null : 'not listed'
    },
  })

/** A booking on each page that holds it, but for lists of one booking type. */
function shownOf(listed: Pick<Listed, 'before' | 'lists' | 'after'>, id: string): readonly Entry[] {
  return entriesOf([...listed.before, ...listed.lists, ...listed.after]).filter(
    (entry) => entry.id === id && entry.answer.exchange.input['bookingType'] === undefined,
  )
}

export default suite
