import { expect, openSuite, unseen, inWords, type Judgement, type Suite } from '../vocabulary/index.js'
import { finalized } from '../confirm/finalize.js'
import { cancellable } from './confirmed.js'
import { flaws } from './flawedReasons.js'
import { created } from '../reserve/created.js'

const suite: Suite = openSuite()
const { check, observe } = suite

const uses = ['cancel', 'get'] as const
const notConfirmed: Judgement = unseen('no booking could be confirmed')

check(finalized, {
  id: 'cancel.without-reason-accepted',
  clause: '4.3/cancel-without-reason-accepted',
  title: 'cancel without a reason is accepted',
  uses,
  judge: ({ reasons }) =>
    reasons?.before == null
      ? notConfirmed
      : (cancellable(reasons.before) ??
        expect(reasons.cancelled).toBeAccepted('though cancellable is true and a reason need not be sent')),
})

check(finalized, {
  id: 'cancel.unknown-id-refused',
  clause: '4.3/cancel-unknown-id-refused',
  title: 'cancel of a booking id that does not exist is refused',
  uses,
  judge: ({ reasons }) =>
    reasons === null
      ? notConfirmed
      : expect(reasons.unknown).toBeRefused(reasons.cancelled, 'though there is no booking of that id'),
})

flaws.refused(
  suite,
  finalized,
  ({ reasons }) => ({ control: reasons?.cancelled ?? null, flawed: reasons?.flawed ?? [] }),
  uses,
)

observe(created, {
  id: 'cancel.of-hold',
  clause: '3/cancel-on-hold',
  observe: ({ cancelled }) => {
    if (cancelled === null || cancelled.outcome === 'none') return null
    if (cancelled.refused) return `no: it is refused (${cancelled.describe()})`
    return `yes: its status is then ${inWords(cancelled.read('status'))}`
  },
})

export default suite
