import {
  openSuite,
  askedForPricing,
  pass,
  notApplicable,
  untested,
  unusable,
  all,
  fail,
  operationNames,
} from '../vocabulary/index.js'
import type { Answer, Context, Suite, Trials } from '../vocabulary/index.js'
import { unknownCapability, transfers, type AskedTransfers } from '../quote/scenario.js'
import { holdFor, minutesHeld } from '../reserve/holdFor.js'
import { change, openUpdater } from '../update/updater.js'
import { isPriced, notPriced, pricedTransfer, isUnpriced, understood } from './prices.js'
import { optionsOf } from '../quote/options.js'

const suite: Suite = openSuite()
const { scenario, check, sweep, observe } = suite

/** Without the capability. */
export const none = { capabilities: null } as const

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

sweep({
  id: 'capability.enables-transfers',
  clause: '5/capability-enables-transfers',
  title: 'octo/pricing in Octo-Capabilities switches price data on in transfers',
  of: ['transfers'],
  judge: (answer) =>
    answer.accepted && askedForPricing(answer.exchange) && optionsOf(answer).length > 0 ? pricedTransfer(answer) : null,
})

check(forms, {
  id: 'capability.enables-bookings',
  clause: '5/capability-enables-bookings',
  title: 'octo/pricing in Octo-Capabilities switches price data on in bookings',
  judge: ({ reserved, alone }) => {
    const answers = [reserved, alone].filter((answer) => answer.accepted)
    const unpriced = answers.find((answer) => !isPriced(answer))
    return unpriced === undefined ? pass : notPriced(unpriced)
  },
})

check(forms, {
  id: 'capability.longer-name-is-another',
  clause: '9/no-pricing-without-capability-get',
  title: 'a capability whose name only begins like octo/pricing does not switch price data on',
  judge: ({ alone, longer }) => {
    if (!isPriced(alone)) return untested('octo/pricing gives no price data either')
    // Whether a capability that is not known is refused is left open.
    if (longer.refused) return notApplicable('this target refuses a capability that it does not know')
    return unusable(longer) ?? isUnpriced(longer)
  },
})

check(forms, {
  id: 'capability.header-name-any-case',
  clause: '5/header-name-any-case',
  title: 'the capability header is understood in lower and in upper case',
  judge: ({ alone, lower, upper }) => {
    if (!isPriced(alone)) return untested('octo/pricing gives no price data under the usual spelling either')
    return all(
      understood(lower, 'with the header name in lower case'),
      understood(upper, 'with the header name in upper case'),
    )
  },
})

sweep({
  id: 'capability.echoed',
  clause: '5/capability-echoed',
  title: 'the answer names the capabilities in force in its Octo-Capabilities header',
  of: operationNames,
  judge: (answer) => {
    if (!answer.accepted || !askedForPricing(answer.exchange)) return null
    const echoed = answer.exchange.response?.headers['octo-capabilities']
    const names = (echoed ?? '').split(',').map((name) => name.trim().toLowerCase())
    if (names.includes('octo/pricing')) return pass
    // Nothing of the body is wrong, and each operation lacks the same.
    return fail({
      message: `the answer does not name octo/pricing in its Octo-Capabilities header: ${echoed === undefined ? 'it has none' : JSON.stringify(echoed)}`,
      expected: 'a header Octo-Capabilities with octo/pricing among the names',
      wanted: { header: { name: 'Octo-Capabilities', contains: 'octo/pricing' } },
      received: echoed ?? 'no such header',
      exchange: answer.n,
      pointer: null,
    })
  },
})

observe(transfers, {
  id: 'capability.version-identifiers',
  clause: '9/version-identifiers',
  observe: (data) => headersLike(data, /version/) ?? 'no header of the answers names a version',
})

observe(transfers, {
  id: 'capability.compatibility-policy',
  clause: '9/compatibility-policy',
  observe: (data) => headersLike(data, /^(deprecation|sunset)$/) ?? 'no header of the answers announces a change',
})

function headersLike({ usd, base }: AskedTransfers, name: RegExp): string | null {
  const headers = [usd, base].flatMap((answer: Answer) => Object.entries(answer.exchange.response?.headers ?? {}))
  const found = headers.filter(([header]) => name.test(header)).map(([header, value]) => `${header}: ${value}`)
  return found.length === 0 ? null : [...new Set(found)].slice(0, 4).join(', ')
}

export default suite
