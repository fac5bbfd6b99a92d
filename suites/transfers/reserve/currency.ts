import {
  all,
  allJudged,
  expect,
  notApplicable,
  openFlaws,
  openSuite,
  orNone,
  otherOf,
  pass,
  routesOf,
  say,
  unjudged,
  unseen,
  untested,
  unusable,
  withRoom,
} from '../vocabulary/index.js'
import type {
  Answer,
  Bookable,
  Context,
  Fields,
  Flawed,
  Flaws,
  Held,
  Judgement,
  Profile,
  Suite,
  Trials,
} from '../vocabulary/index.js'
import { isBooked } from '../quote/days.js'
import { optionsOf } from '../quote/options.js'
import { change } from '../update/updater.js'
import { holdFor, minutesHeld, readBack } from './holdFor.js'
import { giveBack, reserveFlawed, unavailable } from './reserveFlawed.js'

const suite: Suite = openSuite()
const { scenario, check } = suite

/** Section 8: the currencies of every option of a transfer. */
const currencies = ['USD', 'EUR', 'GBP'] as const
const field = 'booking.pricing.currency'

export const flaws: Flaws = openFlaws('reserve', {
  currency: { unavailable: '4.2/currency-unavailable-refused', mistyped: '4.2/currency-mistyped-refused' },
})

/** A reservation in a currency. */
export interface Refusal {
  readonly currency: string
  readonly reserved: Answer
  /** After a refusal: the same, as long, without a currency. */
  readonly control: Answer | null
}

interface Asked extends Refusal {
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

/** Each of `bookable.other` without a currency, but for the one that a list, if offered, is looked through for. */
async function takeOthers(context: Context): Promise<void> {
  const { profile, offers } = context
  const isLookedFor = offers('list') && offers('confirm') && offers('get')
  const others = profile.bookable.other.filter((each) => !isLookedFor || each !== otherOf(profile))
  for (const each of others) await throughAll(context, each).catch(orNone)
}

/**
 * Takes something of `bookable.other` through all that answers with a booking. It may go wrong where another does not:
 * in a currency without cents, or in a place with another time. Each answer is judged by whatever looks at all.
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

/** The same start, on which prices rest, in another currency; null: it takes one booking, or could not be had again. */
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

/** What was refused though it may be available. */
interface RefusedCurrencies {
  /** The quotes that were asked for; of the last one, if of any, the option is that which is booked. */
  readonly quotes: readonly Answer[]
  /** Those that are quoted, of another start once more. */
  readonly again: readonly Refusal[]
}

/** Asks in which currencies transfers offers what is booked, and reserves once more in those that it refused. */
async function askRefused(refused: readonly Refusal[], context: Context): Promise<RefusedCurrencies> {
  const { target, profile, offers } = context
  const certain = refused.filter(isCertain)
  if (certain.length === 0 || !offers('transfers')) return { quotes: [], again: [] }
  const quotes = [await target.transfers()]
  for (const route of routesOf(profile).slice(0, mostRoutes)) {
    if (availableIn(quotes, profile) !== null) break
    quotes.push(await target.transfers({}, { route }))
  }
  const available = availableIn(quotes, profile)
  const again: Refusal[] = []
  for (const { currency, reserved } of certain) {
    if (available?.currencies.includes(currency) !== true) continue
    const availabilityId = await context.slot().catch(orNone)
    if (availabilityId === null) break
    const { expirationMinutes } = reserved.exchange.input
    const asked = { availabilityId, ...(expirationMinutes !== undefined && { expirationMinutes }) }
    again.push(await refusedIn(currency, asked, context))
  }
  return { quotes, again }
}

/** Routes that are asked for until one of them has the option. */
const mostRoutes = 5

async function refusedIn(currency: string, asked: Fields, { target, release }: Context): Promise<Refusal> {
  const reserved = await target.reserve({ ...asked, currency })
  const control = reserved.refused ? await target.reserve(asked) : null
  await release(control ?? reserved)
  return { currency, reserved, control }
}

/** Refused, and accepted without a currency. */
function isCertain({ reserved, control }: Refusal): boolean {
  return reserved.refused && control?.accepted === true
}

interface Available {
  readonly quote: Answer
  readonly currencies: readonly string[]
}

/** The currencies of the booked option, as transfers quoted it; null: no quoted option is surely this one. */
function availableIn(quotes: readonly Answer[], profile: Profile): Available | null {
  const found = quotes.flatMap((quote) =>
    optionsOf(quote).flatMap((shown): readonly Available[] => {
      const { availableCurrencies } = shown.option
      return isBooked(shown, quote, profile.bookable.standard, profile) && Array.isArray(availableCurrencies)
        ? [{ quote, currencies: availableCurrencies.filter((each) => typeof each === 'string') }]
        : []
    }),
  )
  return found[0] ?? null
}

/** Judges that what is booked is not refused in a currency that its option was quoted to be available in. */
export function judgeAvailable(
  asked: readonly Refusal[],
  { quotes, again }: RefusedCurrencies,
  profile: Profile,
): Judgement {
  const available = availableIn(quotes, profile)
  return all(
    ...asked.map((one): Judgement => {
      const { currency, reserved, control } = one
      if (reserved.accepted) return pass
      if (!reserved.refused) return unjudged(reserved)
      if (!isCertain(one))
        return untested(
          `without a currency, the reservation was not accepted either (request ${control?.n ?? reserved.n})`,
        )
      return judgeRefused(one, { available, again: again.find((each) => each.currency === currency) }, profile)
    }),
  )
}

function judgeRefused(
  { currency, reserved }: Refusal,
  { available, again }: { readonly available: Available | null; readonly again: Refusal | undefined },
  { bookable: { standard } }: Profile,
): Judgement {
  const refused = `reserve in ${currency} was refused (request ${reserved.n})`
  if (available === null)
    return notApplicable(
      `${refused}, and nothing says whether it is available: what was booked is not surely an option that transfers quoted`,
      'if options are booked by the ids that transfers quotes, name one of them as bookable.standard, and in operations.transfers.routes what quotes it',
    )
  if (!available.currencies.includes(currency)) return pass
  if (standard.currencies?.includes(currency) === false)
    return notApplicable(`${refused}, and the profile says that bookable.standard is not sold in it`)
  if (again === undefined) return untested(`${refused}, and there was no other start to try it with once more`)
  // It may have been for want of a place.
  if (again.reserved.accepted) return pass
  if (!isCertain(again))
    return untested(
      `${refused}, and of another start it was not accepted without a currency (request ${again.reserved.n})`,
    )
  return expect(again.reserved).toBeAccepted(
    say`in ${currency}, which is among the availableCurrencies of this option (request ${available.quote}): of two starts it was refused (the other in request ${reserved}), and accepted without a currency (request ${again.control ?? again.reserved})`,
  )
}

export default suite
