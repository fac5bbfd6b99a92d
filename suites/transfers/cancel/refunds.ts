import {
  allJudged,
  describeValue,
  fail,
  findingAt,
  notApplicable,
  openSuite,
  pass,
  unseen,
  untested,
  unusable,
  type Answer,
  type Judgement,
  type Profile,
  type Suite,
} from '../vocabulary/index.js'
import { minutesOfUnit } from '../quote/minutesOfUnit.js'
import { isObject } from '../quote/options.js'
import { judgeClosed, judgeOpen, namedIn, quoteOf, type Seen, type Taken } from './edge.js'
import { furtherWindows, takenBy } from './furtherWindows.js'
import { window, windowsOf } from './window.js'

const suite: Suite = openSuite()
const { check } = suite

check(window, {
  id: 'cancel.refund-as-long-as-quoted',
  clause: '2.3/cutoff-of-a-refund-is-kept',
  title: 'no policy of an option promises a refund for when bookings of it cannot be cancelled any more',
  uses: ['transfers'],
  judge: (trial, { profile }) => judgeRefunds(windowsOf(trial).own, trial, profile),
})

check(furtherWindows, {
  id: 'cancel.further-refund-as-long-as-quoted',
  clause: '2.3/cutoff-of-a-refund-is-kept',
  title: 'no policy of a further option promises a refund for when bookings of it cannot be cancelled any more',
  uses: ['transfers'],
  judge: ({ windows = [], quoted }, { profile }) =>
    allJudged(
      ...windows.map((each) =>
        'reason' in each
          ? untested(each.reason, each.remedy)
          : judgeRefunds(takenBy(each), { quoted, ...each }, profile),
      ),
    ),
})

/** What is known of a window that was seen to close, and quotes, of which one may have its option. */
interface Lived {
  readonly quoted?: readonly Answer[] | undefined
  readonly open?: Seen
  readonly closed?: Seen
  readonly closedCancel?: Seen
}

function judgeRefunds(own: Taken, { quoted = [], open, closed, closedCancel }: Lived, profile: Profile): Judgement {
  const { soon, key } = namedIn(own, profile)
  const lived = soon?.cutOffBefore
  if (!soon || lived === undefined)
    return notApplicable(`the profile does not say how long before its start the window of ${key} closes`)
  const [first] = quoted
  const shown = quoteOf(quoted, soon, profile)
  const unquoted =
    shown === undefined ? (quoted.map((each) => unusable(each)).find((each) => each !== null) ?? null) : null
  const cannot = unquoted ?? judgeOpen(own, open, profile) ?? judgeClosed(own, closed, profile)
  if (cannot !== null || first === undefined) return cannot ?? unseen('no transfer was quoted')
  if (shown === undefined)
    return notApplicable(
      `transfers quotes no option that is surely the one of ${key}, of the usual route and of the first of operations.transfers.routes`,
    )
  // Only what bookings were seen to live by is held against a policy: the profile may be wrong.
  if (open?.read('cancellable') !== true || closed?.read('cancellable') !== false || closedCancel?.accepted === true)
    return untested(`the cancellation window of ${key} was not seen to close when the profile says`)
  const { cancellationPolicy } = shown.option
  const refunds = (Array.isArray(cancellationPolicy) ? cancellationPolicy : []).flatMap((entry, index) => {
    const { type = null, cutoffAmount: amount, cutoffUnit: unit = null } = isObject(entry) ? entry : {}
    const counts = minutesOfUnit(unit)
    const isRefund = type === 'FULL_REFUND' || type === 'PARTIAL_REFUND'
    return isRefund && counts !== undefined && typeof amount === 'number' && amount > 0
      ? [
          {
            type,
            amount,
            unit,
            minutes: amount * counts,
            place: `${shown.pointer}/cancellationPolicy/${index}/cutoffAmount`,
          },
        ]
      : []
  })
  if (refunds.length === 0)
    return notApplicable('no policy of an option that is booked tells until when a refund is to be had')
  const empty = refunds.filter(({ minutes }) => minutes < lived)
  return empty.length === 0
    ? pass
    : fail(
        ...empty.map(({ type, amount, unit, place }) =>
          findingAt(shown.answer, place, {
            message: `${type} is promised until ${amount} ${describeValue(unit)} before the start, and a booking of that option could not be cancelled any more ${lived / 60} hours before it (exchange ${closed.n})`,
            expected: `no less than ${lived / 60} hours`,
            steps: [closed.n],
          }),
        ),
      )
}

export default suite
