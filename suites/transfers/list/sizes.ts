import { confirming, failAt, openSuite, unseen, wants, type Suite } from '../vocabulary/index.js'
import { unshownInputs } from './effects.js'
import { asked } from './items.js'
import { pages } from './pages.js'

const suite: Suite = openSuite()
const { check } = suite

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
