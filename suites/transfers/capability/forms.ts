import {
  all,
  askedForPricing,
  expect,
  fail,
  notApplicable,
  openSuite,
  operationNames,
  pass,
  untested,
  unusable,
} from '../vocabulary/index.js'
import type { Answer, Context, Judgement, Suite, Trials } from '../vocabulary/index.js'
import { unknownCapability } from '../quote/scenario.js'
import { holdFor, minutesHeld } from '../reserve/holdFor.js'
import { change, openUpdater } from '../update/updater.js'
import { isPriced, notPriced, priceIn } from './prices.js'

const suite: Suite = openSuite()
const { scenario, check, sweep, observe } = suite

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
}

/** Ways to write the capability header, tried on reads, which change nothing; the booking then goes on without it. */
export const forms: Trials<Forms> = scenario(
  'capability.forms',
  async (context): Promise<Forms> => {
    const { target, offers, marker } = context
    const none = { capabilities: null } as const
    const { reserved, availabilityId } = await holdFor(context, minutesHeld.forms)
    const id = reserved.bookingId
    const read = (capabilities: string): Promise<Answer> => target.get(id, { capabilities })
    const reads = {
      reserved,
      ...(await readNamed(context, id)),
      spaced: await read(`${unknownCapability} ,  octo/pricing`),
      longer: await read('octo/pricing-octospec'),
    }
    if (!offers('confirm')) return reads
    await context.confirm(id, {}, none)
    await target.get(id, none)
    // A hold need not be cancellable yet, and so need not be updated: a confirmed booking is tried as well.
    if (offers('update'))
      await openUpdater(context, availabilityId).control(id, change(context, marker('update')), none)
    if (offers('cancel')) await target.cancel(id, {}, none)
    return reads
  },
  { uses: ['get'], bookings: 1 },
)

/** Reads as the first and last of the list, in two letter cases; without prices, each form alone shows which fails. */
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

check(forms, {
  id: 'capability.enables-bookings',
  clause: '5/capability-enables-bookings',
  title: 'octo/pricing in Octo-Capabilities switches price data on in bookings',
  judge: ({ reserved, alone }) => {
    const unpriced = [reserved, alone].find((answer) => answer.accepted && !isPriced(answer))
    return unpriced === undefined ? pass : notPriced(unpriced)
  },
})

check(forms, {
  id: 'capability.header-name-any-case',
  clause: '5/header-name-any-case',
  title: 'the capability header is understood in lower and in upper case',
  judge: ({ alone, lower, upper }) =>
    onceGiven(
      alone,
      all(
        understood(lower, 'with the header name in lower case'),
        understood(upper, 'with the header name in upper case'),
      ),
    ),
})

check(forms, {
  id: 'capability.beside-unknown',
  clause: '5/capability-beside-unknown',
  title: 'octo/pricing beside an unknown capability still gives price data in bookings',
  judge: ({ alone, first }) => onceGiven(alone, unlessRefused(first)),
})

check(forms, {
  id: 'capability.any-place-bookings',
  clause: '5/capability-any-place',
  title: 'octo/pricing gives price data in bookings also as the last of the list',
  judge: ({ alone, last }) => onceGiven(alone, unlessRefused(last)),
})

check(forms, {
  id: 'capability.list-spacing',
  clause: '5/capability-list-spacing',
  title: 'spaces around the commas of the capability list make no difference',
  judge: ({ last, spaced }) =>
    onceGiven(last, understood(spaced, 'though the same list without spaces gives price data')),
})

check(forms, {
  id: 'capability.longer-name-is-another',
  clause: '9/no-pricing-without-capability-get',
  title: 'a capability whose name only begins like octo/pricing does not switch price data on',
  judge: ({ alone, longer }) =>
    onceGiven(alone, longer.refused ? refusesOthers : (unusable(longer) ?? withoutPrices(longer))),
})

/** No document says that an unknown capability is accepted. A refusal is legal, and shows no place of octo/pricing. */
export const refusesOthers: Judgement = notApplicable(
  'this target refuses a list with a capability that it does not know',
)

/** What a form comes to, where the control of it gives price data. */
function onceGiven(control: Answer, judgement: Judgement): Judgement {
  if (isPriced(control)) return judgement
  return unusable(control) ?? untested(`octo/pricing gives no price data in another form either (request ${control.n})`)
}

function understood(answer: Answer, because: string): Judgement {
  const accepted = expect(answer).toBeAccepted(because)
  return accepted.outcome !== 'pass' || isPriced(answer) ? accepted : notPriced(answer)
}

function withoutPrices(answer: Answer): Judgement {
  const findings = answer.bookings.flatMap(priceIn)
  return findings.length === 0 ? pass : fail(...findings)
}

function unlessRefused(answer: Answer): Judgement {
  if (answer.refused) return refusesOthers
  return unusable(answer) ?? (isPriced(answer) ? pass : notPriced(answer))
}

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

observe(forms, {
  id: 'capability.list-separator',
  clause: '5/capability-list-separator',
  observe: ({ first, last }) => (isPriced(first) || isPriced(last) ? 'a comma is understood' : null),
})

observe(forms, {
  id: 'capability.unknown',
  clause: '5/unknown-capability',
  observe: ({ first }) =>
    first.outcome === 'none' ? null : first.accepted ? 'it is accepted' : `it is refused: ${first.describe()}`,
})

export default suite
