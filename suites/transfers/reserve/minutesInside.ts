import {
  boundsOf,
  contract,
  expect,
  fc,
  openSuite,
  pass,
  untested,
  type Answer,
  type Judgement,
  type Suite,
} from '../vocabulary/index.js'

const suite: Suite = openSuite()
const { property, check } = suite

const { minimum, maximum } = boundsOf(contract.input('reserve', 'expirationMinutes'))

/** Whole numbers of minutes that the documents allow, bounds first. */
const inside = property(
  'reserve.minutes-inside',
  {
    // The bounds, and values all over the range, since a gap in it is as likely as a bound that is off by one.
    edges: [minimum, maximum, minimum + 1, maximum - 1, 100, 125, 155, 180],
    arbitrary: fc.integer({ min: minimum, max: maximum }),
    samples: { low: 0, normal: 2, high: 12 },
    shrinks: 6,
    apart: true,
    prepare: () => Promise.resolve({}),
    act: async ({ hold, target, release }, minutes) => {
      const { availabilityId, reserved } = await hold({ expirationMinutes: minutes })
      // Only a refusal needs a control: was it for the minutes?
      const control = reserved.refused ? await target.reserve({ availabilityId, expirationMinutes: 60 }) : null
      // Then what refused the first one may have passed.
      const again = control?.accepted === true ? (await hold({ expirationMinutes: minutes })).reserved : null
      for (const held of [reserved, control, again]) if (held !== null) await release(held)
      return { reserved: again ?? reserved, control }
    },
  },
  { bookings: 12 },
)

check(inside, {
  id: 'reserve.accepts-20-minutes',
  clause: '8/expiration-min-reserve',
  title: 'reserve accepts 20 minutes',
  judge: (trial) => judgeAccepted(trial, trial.value === minimum),
})

check(inside, {
  id: 'reserve.accepts-200-minutes',
  clause: '8/expiration-max-reserve',
  title: 'reserve accepts 200 minutes',
  judge: (trial) => judgeAccepted(trial, trial.value === maximum),
})

check(inside, {
  id: 'reserve.accepts-20-to-200-minutes',
  clause: '8/expiration-accepted-reserve',
  title: 'reserve accepts each whole number of minutes from 20 to 200',
  judge: (trial) => judgeAccepted(trial, trial.value !== minimum && trial.value !== maximum),
})

interface Trial {
  readonly value: number
  readonly reserved: Answer
  readonly control: Answer | null
}

function judgeAccepted({ value, reserved, control }: Trial, concerned: boolean): Judgement {
  if (!concerned) return untested('this trial has other minutes')
  if (reserved.accepted) return pass
  if (reserved.refused && control?.accepted !== true)
    return untested(`with 60 minutes, the same reservation was not accepted either (exchange ${control?.n ?? 'none'})`)
  return expect(reserved).toBeAccepted(`with ${value} minutes, while with 60 it was`)
}

export default suite
