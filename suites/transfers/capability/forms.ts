import { openSuite, type Answer, type Suite, type Trials } from '../vocabulary/index.js'
import { unknownCapability } from '../quote/scenario.js'

const suite: Suite = openSuite()
const { scenario } = suite

export interface Forms {
  readonly reserved: Answer
  /** Read with octo/pricing alone: the control of the others. */
  readonly alone: Answer
  readonly first: Answer
  readonly last: Answer
  readonly spaced: Answer
  readonly lower: Answer
  readonly upper: Answer
  /** Read with a capability whose name only begins like octo/pricing. */
  readonly longer: Answer
}

/** Ways to write the capability header, tried on reads of one booking, which change nothing. */
export const forms: Trials<Forms> = scenario(
  'capability.forms',
  async ({ target, hold }): Promise<Forms> => {
    const { reserved } = await hold()
    const id = reserved.bookingId
    const read = (capabilities: string): Promise<Answer> => target.get(id, { capabilities })
    return {
      reserved,
      alone: await target.get(id),
      first: await read(`octo/pricing,${unknownCapability}`),
      last: await read(`${unknownCapability},octo/pricing`),
      spaced: await read(`${unknownCapability} ,  octo/pricing`),
      lower: await target.get(id, { headerCase: 'lower' }),
      upper: await target.get(id, { headerCase: 'upper' }),
      longer: await read('octo/pricing-octospec'),
    }
  },
  { uses: ['get'], bookings: 1 },
)

export default suite
