import {
  all,
  findListed,
  inWords,
  openSuite,
  sameInList,
  untested,
  allJudged,
  type Suite,
} from '../vocabulary/index.js'
import { priceKept } from '../booking/priceKept.js'
import { allowedTwice, answered, persisted, referenceKept } from './judges.js'
import { change, openUpdater } from './updater.js'

const suite: Suite = openSuite()
const { scenario, check, observe } = suite

/** A confirmed booking, updated twice with a reference, looked for in the list, and updated with a hold time that it no longer has. */
const confirmed = scenario(
  'update.confirmed',
  async (context) => {
    const { target, marker } = context
    const held = await context.confirmed({ notes: marker('notes') })
    const id = held.reserved.bookingId
    const before = await target.get(id)
    const updates = openUpdater(context, held.availabilityId)
    const first = { sent: marker('first'), ...(await updates.control(id, change(context, marker('first')))) }
    const read = await target.get(id)
    const second = await updates.send(id, change(context, marker('second')))
    const readAgain = await target.get(id)
    const listed = context.offers('list') ? await findListed(context, id, second) : null
    const minutes = await updates.send(id, { expirationMinutes: 90 })
    return { before, first, read, second, sentSecond: marker('second'), readAgain, listed, minutes }
  },
  { uses: ['confirm', 'update', 'get'], bookings: 1 },
)

check(confirmed, {
  id: 'update.confirmed-allowed',
  clause: '3/update-confirmed-allowed',
  title: 'a confirmed booking whose cancellable is true can be updated, and updated again',
  judge: ({ before, first, second }) => allowedTwice(before, first.answer, second, 'confirmed'),
})

check(confirmed, {
  id: 'update.confirmed-persisted-get',
  clause: '3/update-persisted-get',
  title: 'get shows what the update of a confirmed booking answered, each time',
  judge: ({ before, first, read, second, readAgain }) =>
    all(persisted(before, first.answer, read), persisted(read, second, readAgain)),
})

check(confirmed, {
  id: 'update.persisted-list',
  clause: '3/update-persisted-list',
  title: 'the list shows a confirmed booking as its update answered it',
  uses: ['list'],
  judge: ({ second, listed }) => {
    if (listed?.page == null || listed.index === null)
      return untested('the booking was not found in the list', 'see the checks of the list')
    return sameInList(second, listed.page, listed.index, answered(second), 'though nothing was done after the update')
  },
})

check(confirmed, {
  id: 'update.confirmed-reference-kept',
  clause: '4.3/update-reference-kept',
  title: 'get shows the reference that an update of a confirmed booking was sent, each time',
  judge: ({ first, read, second, sentSecond, readAgain }) =>
    all(referenceKept(first.answer, read, first.sent), referenceKept(second, readAgain, sentSecond)),
})

check(confirmed, {
  id: 'update.confirmed-keeps-price',
  clause: '2.5/price-kept-by-update',
  title: 'an update of the reference leaves the price of a confirmed booking as it was',
  judge: ({ before, first, read }) =>
    first.answer.accepted
      ? allJudged(
          ...[first.answer, read].map((each) => priceKept(before, each, 'though the update was of the reference')),
        )
      : untested('update was not accepted'),
})

observe(confirmed, {
  id: 'update.state-after-confirmed',
  clause: '3/state-after-update',
  observe: ({ before, first }) =>
    before.accepted && first.answer.accepted
      ? `${inWords(before.read('status'))} becomes ${inWords(first.answer.read('status'))}`
      : null,
})

observe(confirmed, {
  id: 'update.minutes-after-confirm',
  clause: '3/update-expiration-after-confirm',
  observe: ({ minutes, second }) => {
    if (minutes.outcome === 'none' || !second.accepted) return null
    if (minutes.refused) return `it is refused (${minutes.describe()})`
    return `it is accepted; expirationMinutes is then ${JSON.stringify(minutes.read('expirationMinutes') ?? null)}`
  },
})

export default suite
