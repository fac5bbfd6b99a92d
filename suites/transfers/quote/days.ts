import {
  expect,
  notApplicable,
  openSuite,
  allJudged,
  type Answer,
  type Stage,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

const minutesOfDay = 1440
/**
 * Days after that of the run, on which other scenarios ask: every other one of a week, so that one of any two that follow each other is
 * among them.
 */
const days = [2, 4, 6] as const

/** Transfers on the days of a week: what is true of prices holds on each, though they change. Every check of transfers looks at these, too. */
const eachDay = timeline<Readonly<Record<string, Answer>>>(
  'transfers.days',
  () => [
    { at: 0, act: async () => ({}) },
    ...days.map((day): Stage => ({
      at: day * minutesOfDay,
      act: async ({ target }) => ({ [`day${day}`]: await target.transfers({ currency: 'EUR' }) }),
    })),
  ],
  { needs: ['days'], bookings: 0 },
)

check(eachDay, {
  id: 'transfers.accepted-each-day',
  clause: '4.1/transfers-accepted',
  title: 'transfers can be asked for on the days of a week',
  judge: (onEachDay) => {
    const asked = Object.values(onEachDay).filter((answer) => answer !== undefined)
    // What is asked for may be over some day, such as a fixed time of the pick-up: then it is refused from there on.
    const last = asked.findLastIndex(({ accepted }) => accepted)
    if (last === -1 && asked.every(({ refused }) => refused)) return notApplicable('what is asked for is over by then')
    const judged = last === -1 ? asked : asked.slice(0, last + 1)
    return allJudged(
      ...judged.map((answer) => expect(answer).toBeAccepted('though it asks for a currency of section 8')),
    )
  },
})

export default suite
