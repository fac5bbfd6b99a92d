import {
  expect,
  notApplicable,
  openSuite,
  allJudged,
  type Answer,
  type Stage,
  type Suite,
} from '../vocabulary/index.js'
import { atOtherHour } from './atOtherHour.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

const minutesOfDay = 1440
/**
 * Days after that of the run, on which other scenarios ask: every other one of a week, so that one of any two that follow each other is
 * among them.
 */
const days = [2, 4, 6] as const

/** On which the hour is another than on the others. */
const otherHourOn = 4

/** What was asked for on each. */
type OnEachDay = Readonly<Record<`day${number}`, Answer>>

/** Transfers on the days of a week: what is true of prices holds on each, though they change. Every check of transfers looks at these, too. */
const eachDay = timeline<OnEachDay>(
  'transfers.days',
  () => [
    { at: 0, act: async () => ({}) },
    ...days.map((day): Stage => ({
      at: day * minutesOfDay,
      act: async ({ target, profile }) => {
        const route = day === otherHourOn ? atOtherHour(profile) : null
        const other = route && (await target.transfers({ currency: 'EUR' }, { route }))
        // Nobody may ride by night.
        const asked = other?.accepted === true ? other : await target.transfers({ currency: 'EUR' })
        return { [`day${day}`]: asked }
      },
    })),
  ],
  { needs: ['days'], bookings: 0 },
)

check(eachDay, {
  id: 'transfers.accepted-each-day',
  clause: '4.1/transfers-accepted',
  title: 'transfers can be asked for on the days of a week',
  judge: (onEachDay) => {
    const asked = answersOf(onEachDay)
    // What is asked for may be over some day, such as a fixed time of the pick-up: then it is refused from there on.
    const last = asked.findLastIndex(({ accepted }) => accepted)
    if (last === -1 && asked.every(({ refused }) => refused)) return notApplicable('what is asked for is over by then')
    const judged = last === -1 ? asked : asked.slice(0, last + 1)
    return allJudged(
      ...judged.map((answer) => expect(answer).toBeAccepted('though it asks for a currency of section 8')),
    )
  },
})

function answersOf(onEachDay: Partial<OnEachDay>): readonly Answer[] {
  return days.flatMap((day) => onEachDay[`day${day}`] ?? [])
}

export default suite
