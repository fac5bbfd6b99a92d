import { describeValue, inWords, openSuite, unseen } from '../vocabulary/index.js'
import type { Judgement, Suite } from '../vocabulary/index.js'
import { allowedTwice } from './judges.js'
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
