import {
  allJudged,
  expect,
  openFlaws,
  openSuite,
  orNone,
  otherOf,
  pass,
  unjudged,
  unseen,
  untested,
  unusable,
  withRoom,
  type Answer,
  type Bookable,
  type Context,
  type Fields,
  type Flawed,
  type Flaws,
  type Held,
  type Judgement,
  type Suite,
  type Trials,
  say,
} from '../vocabulary/index.js'
import { change } from '../update/updater.js'
import { holdFor, minutesHeld, readBack } from './holdFor.js'
import { askRefused, judgeAvailable, type RefusedCurrencies } from './quotedCurrencies.js'
import { giveBack, reserveFlawed, unavailable } from './reserveFlawed.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** Section 8: the currencies of every option of a transfer. */
const currencies = ['USD', 'EUR', 'GBP'] as const
const field = 'booking.pricing.currency'

export const flaws: Flaws = openFlaws('reserve', {
  currency: { unavailable: '4.2/currency-unavailable-refused', mistyped: '4.2/currency-mistyped-refused' },
})

interface Asked {
  readonly currency: string
  readonly reserved: Answer
  /** After a refusal: the same, as long, without a currency. */
  readonly control: Answer | null
  readonly read: Answer | null
}

interface Priced {
  readonly asked: readonly Asked[]
  /** Of those that were refused. */
  readonly available: RefusedCurrencies
  readonly flawed: readonly Flawed[]
}

/** A reservation in each currency, and two in what is none. */
export const priced: Trials<Priced> = scenario(
  'reserve.currency',
  async (context): Promise<Priced> => {
    const asked: Asked[] = []
    for (const currency of currencies) {
      const minutes = minutesHeld[currency]
      const { availabilityId, reserved } =
        (await besides(context, asked, { expirationMinutes: minutes, currency })) ??
        // Where there are few places, that nobody in this run had any is what speaks for another.
        (await holdFor(context, minutes, { currency }, { unused: !context.profile.availability.exclusive }))
      const { expirationMinutes = minutes } = reserved.exchange.input
      const control = reserved.refused ? await context.target.reserve({ availabilityId, expirationMinutes }) : null
      // The default would show whether the currency is kept or not.
      const telling = currency !== context.profile.bookable.standard.defaultCurrency
      asked.push({ currency, reserved, control, read: telling ? await readBack(context, reserved) : null })
      // An account may have few holds at a time.
      if (telling) await context.release(reserved)
      if (control !== null) await context.release(control)
    }
    // Where the default is all that is sold in, it must do.
    const sold = asked.findIndex(({ reserved }) => reserved.accepted)
    const first = asked[sold]
    if (first !== undefined && asked.every(({ read }) => read === null))
      asked[sold] = { ...first, read: await readBack(context, first.reserved) }
    const available = await askRefused(asked, context)
    // After all these currencies, none: what was asked for before must not have become the default.
    // Nor what was refused.
    const wanted = { free: null }
    const flawed = await flaws.send(context, { 'currency-unavailable': [unavailable] }, async (flaw) => {
      const answer = await reserveFlawed(context, wanted, flaw)
      await giveBack(context, answer)
      return { answer }
    })
    if (asked.some(({ reserved }) => reserved.accepted)) await holdFor(context, minutesHeld.last)
    await takeOthers(context)
    return { asked, available, flawed }
  },
  { bookings: ({ bookable }) => 8 + bookable.other.length },
)

/** Each of `bookable.other` without a currency, but for the one that the list is looked through for, where there is a list. */
async function takeOthers(context: Context): Promise<void> {
  const { profile, offers } = context
  const isLookedFor = offers('list') && offers('confirm') && offers('get')
  const others = profile.bookable.other.filter((each) => !isLookedFor || each !== otherOf(profile))
  for (const each of others) await throughAll(context, each).catch(orNone)
}

/**
 * Takes something of `bookable.other` through what answers with a booking: what is right of one option may not be of another, in a currency
 * without cents or in a place with another time. Each answer is judged by whatever looks at all of them.
 */
async function throughAll(context: Context, bookable: Bookable): Promise<void> {
  const { hold, target, marker, offers, confirm } = context
  const { reserved } = await hold({ notes: marker('yet another product') }, bookable)
  if (!reserved.accepted) return
  const id = reserved.bookingId
  const read = await target.get(id)
  if (offers('extend')) await target.extend(id, { expirationMinutes: 90 })
  // What cannot be cancelled is left to its end: a confirmed booking would stay.
  if (read.read('cancellable') !== true) return
  if (offers('update')) await target.update(id, change(context, marker('yet another reference')))
  if (!offers('confirm') || !offers('cancel')) return
  await confirm(id)
  await target.get(id)
}

/** The same start in another currency, since prices change with it; null: it takes one booking, or could not be had once more. */
async function besides(context: Context, asked: readonly Asked[], fields: Fields): Promise<Held | null> {
  const { target, profile } = context
  const { availabilityId } = asked.findLast(({ reserved }) => reserved.accepted)?.reserved.exchange.input ?? {}
  if (profile.availability.exclusive || typeof availabilityId !== 'string') return null
  // An account may have few holds at a time.
  const reserved = await withRoom(context, () => target.reserve({ ...fields, availabilityId }))
  return reserved?.accepted === true ? { availabilityId, reserved } : null
}

check(priced, {
  id: 'reserve.prices-in-the-currency-asked',
  clause: '4.2/currency-asked-is-priced',
  title: 'a booking is priced in the currency that was asked for',
  needs: ['operations.reserve.currency'],
  judge: ({ asked }) =>
    allJudged(
      ...asked.map(({ currency, reserved, control }): Judgement => {
        if (!reserved.refused) return inCurrency(reserved, currency)
        // Which currencies a product has is not shown; the one that it is booked in without any is one of them.
        if (control?.accepted !== true)
          return unseen(`without a currency, the reservation was not accepted either (request ${reserved.n})`)
        if (control.read('currency') !== currency)
          return untested(`reserve in ${currency} was refused, which may not be available`)
        const because = say`in ${currency}, in which it is booked without a currency (request ${control})`
        return expect(reserved).toBeAccepted(because)
      }),
    ),
})

check(priced, {
  id: 'reserve.takes-the-currencies-quoted',
  clause: '2.3/available-currencies-accepted',
  title: 'a reservation is not refused in a currency that its option was quoted to be available in',
  needs: ['operations.reserve.currency'],
  judge: ({ asked, available }, { profile }) => judgeAvailable(asked, available, profile),
})

check(priced, {
  id: 'reserve.never-prices-in-an-unavailable-currency',
  clause: '4.2/currency-unavailable-never-priced',
  title: 'a booking is never priced in a currency that is not available',
  judge: ({ asked, flawed }) => {
    const foreign = flawed.find(({ flaw }) => flaw === 'currency-unavailable')?.answer
    if (foreign?.refused === true) return expect(foreign).toBeRefused(controlOf(asked), '')
    return expect(foreign)
      .field('currency')
      .toSatisfy('an available currency', (value) => value !== unavailable)
  },
})

flaws.refused(suite, priced, ({ asked, flawed }) => ({ control: controlOf(asked), flawed }))

function controlOf(asked: readonly { readonly reserved: Answer }[]): Answer | null {
  return (asked.find(({ reserved }) => reserved.accepted) ?? asked[0])?.reserved ?? null
}

function inCurrency(answer: Answer | null, currency: string): Judgement {
  const cannot = unusable(answer)
  if (cannot !== null || answer === null) return cannot ?? unjudged(answer)
  if (answer.read('currency') === undefined)
    return untested(`the booking shows no currency (request ${answer.n})`, `declare ${field} in the profile`)
  return answer.read('currency') === currency ? pass : expect(answer).field('currency').toBe(currency)
}

export default suite
