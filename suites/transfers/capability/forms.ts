import { openSuite, type Answer, type Context, type Suite, type Trials } from '../vocabulary/index.js'
import { unknownCapability } from '../quote/scenario.js'
import { holdFor, minutesHeld } from '../reserve/holdFor.js'
import { change, openUpdater } from '../update/updater.js'
import { isPriced } from './prices.js'

/** Without the capability. */
export const none = { capabilities: null } as const

const suite: Suite = openSuite()
const { scenario } = suite

/** Reads of one booking; one may be in several of these forms at once. */
interface Named {
  /** With octo/pricing alone, or in a form that did as it: the control of the others. */
  readonly alone: Answer
  readonly first: Answer
  readonly last: Answer
  readonly lower: Answer
  readonly upper: Answer
}

export interface Forms extends Named {
  readonly reserved: Answer
  readonly spaced: Answer
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
      ...(await readNamed(context, id)),
      spaced: await read(`${unknownCapability} ,  octo/pricing`),
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

/** The first and the last of the list, each under a name in another case: where that gives no prices, each form by itself shows which it is. */
async function readNamed({ target }: Context, id: string): Promise<Named> {
  const [asFirst, asLast] = [`octo/pricing,${unknownCapability}`, `${unknownCapability},octo/pricing`]
  const lower = await target.get(id, { capabilities: asFirst, headerCase: 'lower' })
  const upper = await target.get(id, { capabilities: asLast, headerCase: 'upper' })
  if (isPriced(lower) && isPriced(upper)) return { alone: lower, first: lower, last: upper, lower, upper }
  return {
    alone: await target.get(id),
    first: await target.get(id, { capabilities: asFirst }),
    last: await target.get(id, { capabilities: asLast }),
    lower: await target.get(id, { headerCase: 'lower' }),
    upper: await target.get(id, { headerCase: 'upper' }),
  }
}

export default suite
