import {
  answersBookings,
  askedForPricing,
  contract,
  fail,
  idText,
  judgedIfAny,
  listWide,
  openSuite,
  ownFirst,
  pass,
  unjudged,
  untakenFirst,
  untested,
  wants,
  withRoom,
  say,
} from '../vocabulary/index.js'
import type { Answer, Finding, Json, Judgement, ShownBooking, Suite, Trials } from '../vocabulary/index.js'
import { openUpdater } from '../update/updater.js'
import { carries, isPriced, priceIn } from './prices.js'

const suite: Suite = openSuite()
const { scenario, check, sweep, observe, whole } = suite

export interface BaseHold {
  /** The availability check, which the run has found something free by with the capability. */
  readonly offered: Answer
  /** null: it was refused, and nobody knows whether there was room for it. */
  readonly reserved: Answer | null
  /** With it, of what was reserved. */
  readonly checked: Answer | null
  readonly read: Answer | null
  readonly priced: Answer | null
}

/** A hold that is driven through its operations without the capability. */
export const baseHold: Trials<BaseHold> = scenario(
  'capability.base-hold',
  async (context): Promise<BaseHold> => {
    const { target, profile, slot, offers } = context
    const none = { capabilities: null } as const
    let availabilityId = await slot()
    const [bookable = profile.bookable.standard] = untakenFirst(context, profile.bookable.standard)
    const offered = await target.availability({}, { ...none, bookable })
    let isFirst = true
    const reserved = await withRoom(context, async () => {
      // The refused one may have been taken meanwhile: once more, of something on offer now.
      if (!isFirst) availabilityId = await slot()
      isFirst = false
      return target.reserve({ availabilityId, expirationMinutes: 60 }, none)
    })
    const checked = context.checked('standard')
    const id = reserved?.accepted === true ? idText(reserved.read('id')) : undefined
    if (id === undefined) return { offered, checked, reserved, read: null, priced: null }
    const read = await target.get(id, none)
    const priced = await target.get(id)
    await target.get(id, none)
    // With, without and with again, and nothing in between: what one was answered must not be kept for the other.
    for (const options of offers('list') ? [{}, none, {}] : []) await listWide(context, {}, options)
    if (offers('extend')) await target.extend(id, { expirationMinutes: 90 }, none)
    if (offers('update')) await openUpdater(context, availabilityId).control(id, { expirationMinutes: 100 }, none)
    return { offered, checked, reserved, read, priced }
  },
  { uses: ['get'], bookings: 2 },
)

for (const operation of answersBookings) {
  const clause = `9/no-pricing-without-capability-${operation}`
  const what = {
    id: `capability.no-pricing-${operation}`,
    clause,
    title: `without the capability, ${operation} shows no pricing of a booking`,
    ...(contract.clause(clause)?.optional !== undefined && { uses: [operation] }),
  }
  // A key that is sent again may be answered as it was the first time, with a price.
  if (operation === 'reserve')
    check(baseHold, { ...what, judge: ({ reserved }) => judgeUnpriced(reserved) ?? unjudged(reserved) })
  else sweep({ ...what, of: [operation], judge: judgeUnpriced })
}

/** null: it asked for the capability, or shows no booking. */
function judgeUnpriced(answer: Answer | null): Judgement | null {
  if (answer === null || !asksForNothing(answer) || answer.bookings.length === 0) return null
  const findings = ownFirst(answer.bookings).flatMap(priceIn)
  return findings.length === 0 ? pass : fail(...findings.slice(0, 5))
}

function asksForNothing({ exchange }: Answer): boolean {
  return !Object.keys(exchange.request.headers).some((name) => name.toLowerCase() === 'octo-capabilities')
}

/** One answer about a booking of the account. */
interface Told {
  readonly n: number
  readonly id: string
  readonly purpose: string
  readonly status: Json
  /** Whether it shows a price; null: it was not asked for. */
  readonly isPriced: boolean | null
  readonly place: string
}

// Some services price no booking that was made without the capability. One that shows a price is not of these.
for (const [id, clause, purpose] of [
  ['capability.pricing-in-get-again', '1.5/pricing-in-get', 'get'],
  ['capability.list-priced-again', '1.5/pricing-in-list-again', 'list'],
] as const)
  whole({
    id,
    clause,
    title: `${purpose} shows the price of a booking with the capability, also right after it was asked for without`,
    of: [purpose],
    uses: [purpose],
    keep: toldIn,
    judge: (told) => judgeAgain(told, purpose),
  })

function toldIn(answer: Answer): readonly Told[] {
  const { n, exchange } = answer
  const isPlain = askedForPricing(exchange)
  if (exchange.as !== 'reseller' || (!isPlain && !asksForNothing(answer))) return []
  return answer.bookings.flatMap((shown: ShownBooking): readonly Told[] => {
    const { id } = shown
    if (id === undefined) return []
    const status = shown.read('status') ?? null
    const isShown = isPlain ? carries(shown.read('pricing')) : null
    return [{ n, id, purpose: exchange.purpose, status, isPriced: isShown, place: shown.place('pricing') }]
  })
}

function judgeAgain(told: readonly Told[], purpose: 'get' | 'list'): Judgement | null {
  const judged = stretchesOf(told).flatMap((stretch) => {
    const isEver = stretch.some(({ isPriced: shown }) => shown === true)
    return stretch.flatMap((each, index): readonly Judgement[] => {
      if (each.purpose !== purpose || each.isPriced === null) return []
      if (each.isPriced) return stretch.slice(0, index).some(({ isPriced: shown }) => shown === null) ? [pass] : []
      if (isEver) return [fail(unpriced(each, stretch))]
      return [
        untested('a booking that was made without the capability shows no prices, and no other answer says otherwise'),
      ]
    })
  })
  return judgedIfAny(judged)
}

/** Answers about one booking in one state, with nothing but reads in between. */
function stretchesOf(told: readonly Told[]): readonly (readonly Told[])[] {
  const found: Told[][] = []
  const last = new Map<string, Told[]>()
  for (const each of told) {
    const stretch = last.get(each.id)
    const isRead = each.purpose === 'get' || each.purpose === 'list'
    if (isRead && stretch?.[0]?.status === each.status) stretch.push(each)
    else {
      const begun = [each]
      found.push(begun)
      last.set(each.id, begun)
    }
  }
  return found
}

function unpriced({ n, id, purpose, place }: Told, stretch: readonly Told[]): Finding {
  const [shown] = stretch.filter(({ isPriced: isShown }) => isShown === true)
  return {
    ...say`${purpose} shows no price of booking ${id} with octo/pricing, and request ${shown ?? { n }} does`,
    ...wants.fitting('pricing, an object with the price', { type: 'object' }),
    field: 'pricing',
    received: null,
    exchange: n,
    pointer: place,
    restsOn: ['booking.pricing'],
  }
}

observe(baseHold, {
  id: 'capability.priced-read-of-unpriced',
  clause: '5/priced-read-of-unpriced-booking',
  observe: ({ priced }) => {
    if (priced === null || !priced.accepted) return null
    return isPriced(priced) ? 'it carries price data' : 'it carries no price data'
  },
})

export default suite
