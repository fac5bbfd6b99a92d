import { expect, openSuite, unusable, allJudged, type Answer, type Stage, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

const minutesOfDay = 1440
/** With the day of the run itself, each day of a week is seen. */
const days = [1, 2, 3, 4, 5, 6] as const

/** Transfers on each day of a week: what is true of prices holds on each, though they change. Every check of transfers looks at these, too. */
const eachDay = timeline<Readonly<Record<string, Answer>>>(
  'transfers.days',
  () => [
    {
      at: 0,
      act: async ({ target }) => ({ day0: await target.transfers({ currency: 'EUR' }) }),
    },
    ...days.map((day): Stage => ({
      at: day * minutesOfDay,
      act: async ({ target }) => ({ [`day${day}`]: await target.transfers({ currency: 'EUR' }) }),
    })),
  ],
  { needs: ['clock'], bookings: 0 },
)

check(eachDay, {
  id: 'transfers.accepted-each-day',
  clause: '4.1/transfers-accepted',
  title: 'transfers can be asked for on each day of a week',
  judge: ({ day0, ...later }) =>
    unusable(day0) ?? allJudged(...Object.values(later).map((answer) => expect(answer).toBeAccepted('as days before'))),
})

export default suite
