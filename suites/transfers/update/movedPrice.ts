import {
  need,
  openSuite,
  priceFields,
  sameInList,
  shownIn,
  untested,
  unusable,
  type Suite,
} from '../vocabulary/index.js'
import { priceKept } from '../booking/prices.js'
import { allFields } from './allFields.js'

const suite: Suite = openSuite()
const { check } = suite

check(allFields, {
  id: 'update.price-agrees-with-get',
  clause: '3/answer-agrees-with-get',
  title: 'get shows the price that an update to another availability answered',
  judge: ({ moved, read }) =>
    unusable(moved) ?? unusable(read) ?? priceKept(moved, read, 'though nothing was done after the update'),
})

check(allFields, {
  id: 'update.moved-price-listed',
  clause: '4.3/list-agrees-with-get',
  title: 'the list shows the price that get shows of a booking that was moved to another availability',
  uses: ['list'],
  judge: ({ read, listed }) => {
    const item = shownIn(listed)
    need(read)
    need(listed?.page)
    if (item === null) return untested('the moved booking was not found in the list')
    const fields = priceFields.filter((field) => read.read(field) !== undefined && item.read(field) !== undefined)
    if (fields.length === 0) return untested('get and the list do not both show a price')
    return sameInList(read, item, fields, 'though nothing was done between the two')
  },
})

export default suite
