import { openSuite, type Answer, type Suite, type Trials } from '../vocabulary/index.js'
import { unknownCapability } from '../quote/scenario.js'
import { holdFor, minutesHeld } from '../reserve/holdFor.js'
import { change, openUpdater } from '../update/updater.js'

/** Without the capability. */
export const none = { capabilities: null } as const

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
  /** Confirmed, read and cancelled without the capability; null: not offered. */
  readonly confirmed: Answer | null
  readonly read: Answer | null
  readonly cancelled: Answer | null
}

/** Ways to write the capability header, tried on reads of one booking, which change nothing; then it is driven on without it. */
export const forms: Trials<Forms> = scenario(
  'capability.forms',
  async (context): Promise<Forms> => {
    const { target, offers, marker } = context
    const { reserved, availabilityId } = await holdFor(context, minutesHeld.forms)
    const id = reserved.bookingId
    const read = (capabilities: string): Promise<Answer> => target.get(id, { capabilities })
    const reads = {
      reserved,
      alone: await target.get(id),
      first: await read(`octo/pricing,${unknownCapability}`),
      last: await read(`${unknownCapability},octo/pricing`),
      spaced: await read(`${unknownCapability} ,  octo/pricing`),
      lower: await target.get(id, { headerCase: 'lower' }),
      upper: await target.get(id, { headerCase: 'upper' }),
      longer: await read('octo/pricing-octospec'),
    }
    if (!offers('confirm')) return { ...reads, confirmed: null, read: null, cancelled: null }
    const confirmed = await context.confirm(id, {}, none)
    const readWithout = await target.get(id, none)
    // A hold need not be cancellable yet, and so need not be updated: a confirmed booking is tried as well.
    if (offers('update'))
      await openUpdater(context, availabilityId).control(id, change(context, marker('update')), none)
    const cancelled = offers('cancel') ? await target.cancel(id, {}, none) : null
    return { ...reads, confirmed, read: readWithout, cancelled }
  },
  { uses: ['get'], bookings: 1 },
)

export default suite
