import { expect, openSuite, allJudged, type Answer, type Stage, type Suite } from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { timeline, check } = suite

const minutesOfDay = 1440
/** With the day of the run itself, each day of a week is seen. */
const days = [1, 2, 3, 4, 5, 6] as const

/** Transfers on each day of a week: what is true of prices holds on each, though they change. Every check of transfers looks at these, too. */
const eachDay = timeline<Readonly<Record<string, Answer>>>(
  'transfers.days',
  () => [
    // Others ask for those of the first day.
    { at: 0, act: () => Promise.resolve({}) },
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
  title: 'transfers can be asked for on each day of a week',
  judge: (later) =>
    allJudged(
      ...Object.values(later).map((answer) =>
        expect(answer).toBeAccepted('though it asks for a currency of section 8'),
      ),
    ),
})

export default suite
