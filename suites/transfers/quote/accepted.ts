import {
  all,
  allJudged,
  expect,
  failAt,
  openSuite,
  pass,
  unseen,
  unusable,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'
import { transfers } from './scenario.js'

const suite: Suite = openSuite()
const { check } = suite

check(transfers, {
  id: 'transfers.accepted',
  clause: '4.1/transfers-accepted',
  title: 'transfers can be asked for in USD, EUR and GBP',
  judge: ({ usd, eur, gbp }) =>
    all(...[usd, eur, gbp].map((answer) => expect(answer).toBeAccepted('though it asks for a currency of section 8'))),
})

check(transfers, {
  id: 'transfers.answer-is-transfer',
  clause: '4.1/answer-is-transfer',
  title: 'the answer to transfers is a Transfer object itself, not a list and not an envelope',
  judge: ({ usd, eur, gbp, omitted }) => allJudged(...[usd, eur, gbp, omitted].map(isTransfer)),
})

/** Under a success status only: what is no success is judged by `transfers.accepted`. */
function isTransfer(answer: Answer): Judgement {
  if (answer.accepted) return pass
  const { status, profile } = answer
  const succeeded = status !== null && status >= 200 && status <= 299
  const error = profile.refusal.body === null ? undefined : answer.at(profile.refusal.body)
  const isError = error !== undefined && error !== null && error !== false && error !== ''
  if (!succeeded || isError) return unusable(answer) ?? unseen('no transfer was answered')
  return failAt(answer, '', {
    message: `HTTP ${status} to transfers without a Transfer object as its body`,
    expected: 'a Transfer object (section 2.1)',
    wanted: { answer: 'accepted', has: '/options' },
    received: answer.json ?? null,
  })
}

export default suite
