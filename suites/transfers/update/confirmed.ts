import { all, describeValue, inWords, openSuite, sameInList, shownIn, unseen, untested } from '../vocabulary/index.js'
import type { Judgement, Suite } from '../vocabulary/index.js'
import { allowedTwice, answered, persisted, priceLeft, referenceKept } from './judges.js'
import { onHold, type OnConfirmed } from './onHold.js'

const suite: Suite = openSuite()
const { check, observe } = suite

const notConfirmed: Judgement = unseen('no booking could be confirmed')

function when(
  judge: (data: OnConfirmed) => Judgement,
): (data: { readonly onConfirmed: OnConfirmed | null }) => Judgement {
  return ({ onConfirmed }) => (onConfirmed === null ? notConfirmed : judge(onConfirmed))
}

check(onHold, {
  id: 'update.confirmed-allowed',
  clause: '3/update-confirmed-allowed',
  title: 'a confirmed booking whose cancellable is true can be updated, and updated again',
  uses: ['confirm'],
  judge: when(({ before, first, second }) => allowedTwice(before, first.answer, second, 'confirmed')),
})

check(onHold, {
  id: 'update.confirmed-persisted-get',
  clause: '3/update-persisted-get',
  title: 'get shows what the update of a confirmed booking answered, each time',
  uses: ['confirm'],
  judge: when(({ reserved, before, first, read, second, readAgain }) =>
    all(persisted(reserved, before, first.answer, read), persisted(reserved, read, second, readAgain)),
  ),
})

check(onHold, {
  id: 'update.persisted-list',
  clause: '3/update-persisted-list',
  title: 'the list shows a confirmed booking as its update answered it',
  uses: ['confirm', 'list'],
  judge: when(({ second, listed }) => {
    if (listed?.page == null || listed.index === null)
      return untested('the booking was not found in the list', 'see the checks of the list')
    return sameInList(second, shownIn(listed), answered(second), 'though nothing was done after the update')
  }),
})

check(onHold, {
  id: 'update.confirmed-reference-kept',
  clause: '4.3/update-reference-kept',
  title: 'get shows the reference that an update of a confirmed booking was sent, each time',
  uses: ['confirm'],
  judge: when(({ first, read, second, readAgain }) =>
    all(referenceKept(first.answer, read), referenceKept(second, readAgain)),
  ),
})

check(onHold, {
  id: 'update.confirmed-keeps-price',
  clause: '2.5/price-kept-by-update',
  title: 'an update of the reference leaves the price of a confirmed booking as it was',
  uses: ['confirm'],
  judge: when(({ reserved, before, first, read }) =>
    first.answer.accepted
      ? priceLeft({ reserved, before, updated: first.answer, after: read }, 'though the update was of the reference')
      : untested('update was not accepted'),
  ),
})

observe(onHold, {
  id: 'update.state-after-confirmed',
  clause: '3/state-after-update',
  observe: ({ onConfirmed }) => {
    if (onConfirmed === null) return null
    const { before, first } = onConfirmed
    return before.accepted && first.answer.accepted
      ? `${inWords(before.read('status'))} becomes ${inWords(first.answer.read('status'))}`
      : null
  },
})

observe(onHold, {
  id: 'update.minutes-after-confirm',
  clause: '3/update-expiration-after-confirm',
  observe: ({ onConfirmed }) => {
    if (onConfirmed === null) return null
    const { minutes, second } = onConfirmed
    if (minutes.outcome === 'none' || !second.accepted) return null
    if (minutes.refused) return `it is refused (${minutes.describe()})`
    return `it is accepted; expirationMinutes is then ${describeValue(minutes.read('expirationMinutes'))}`
  },
})

export default suite
