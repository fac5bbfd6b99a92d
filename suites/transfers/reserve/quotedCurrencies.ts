import { all, expect, notApplicable, orNone, pass, routesOf, say, unjudged, untested } from '../vocabulary/index.js'
import type { Answer, Context, Fields, Judgement, Profile } from '../vocabulary/index.js'
import { isBooked } from '../quote/days.js'
import { optionsOf } from '../quote/options.js'

/** A reservation in a currency that was refused, and the same without one, right after it. */
export interface Refusal {
  readonly currency: string
  readonly reserved: Answer
  readonly control: Answer | null
}

/** What was refused though it may be available. */
export interface RefusedCurrencies {
  /** The quotes that were asked for; of the last one, if of any, the option is that which is booked. */
  readonly quotes: readonly Answer[]
  /** Those that are quoted, of another start once more. */
  readonly again: readonly Refusal[]
}

/** Asks in which currencies transfers offers what is booked, and reserves once more in those that it refused. */
export async function askRefused(refused: readonly Refusal[], context: Context): Promise<RefusedCurrencies> {
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

/** The currencies of the option that is booked, as transfers quoted it; null: none was quoted that is surely this one. */
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
