import {
  checksOf,
  ClockFault,
  isGateway,
  reached,
  sideBySide,
  targetOver,
  answeredAlike,
  saysNoSuchMethod,
} from '../vocabulary/index.js'
import type { Answer, Profile, Target, Walk, WalkRoute } from '../vocabulary/index.js'
import { TransferAnswer } from '../answer.js'
import { checkMove } from '../acts/seeMove.js'
import type { Shared } from '../acts/shared.js'
import { handOn } from '../acts/walked.js'
import { defaults } from '../defaults.js'
import { asksBefore } from '../requests.js'
import { checkAvailability, checkListed, checkMoved, checkQuoted, checkReserved, wrongTime } from './answers.js'
import { lookAround } from './lookAround.js'
import { refusedContent } from './refusal.js'
import { routed, type Walker } from './routed.js'
import { change } from '../update/updater.js'

/** Reservations that are sent where a gateway answers. */
const mostReserves = 3

/** A refusal of the move by nothing that shows the time, beside the other moves. */
const harmless =
  'which is harmless: a move by 0 minutes was to show the time; do: give clock.read, where the clock can be read'

/** What a refusal means, but for one that may be of credentials, a path or a breakdown. */
function unless(statuses: readonly number[], meaning: string): (refusal: Answer) => string | null {
  return ({ status }) => (status === null || status >= 500 || statuses.includes(status) ? null : meaning)
}

interface Route extends WalkRoute {
  readonly profile: Profile
  readonly shared: Shared
}

/**
 * The path of a booking, as a person with curl would walk it: availability, reserve, get, list, cancel; and once more to confirm.
 */
export const walk: Walk = {
  bookings: 2,

  first(session, { operations }: Profile) {
    const target = targetOver(session)
    return operations.availability === null ? target.transfers() : target.availability()
  },

  async path(route: Route) {
    try {
      const seen: { readonly name: string; readonly answer: Answer }[] = []
      await path({
        ...route,
        async step(name, sent, ifRefused) {
          const answer = await route.step(name, sent, ifRefused)
          if (answer instanceof TransferAnswer) seen.push({ name, answer })
          return answer
        },
      })
      const reserved = seen.findLast(({ name, answer }) => name === 'reserve' && answer.accepted)?.answer ?? null
      const cancelled = seen.find(({ name }) => name === 'cancel')?.answer ?? null
      if (route.looksAround === true) await lookAround(route, { reserved, cancelled })
    } catch (error) {
      throw error instanceof ClockFault ? wrongTime(error) : error
    }
  },

  async endAny(ids, session, { operations }: Profile) {
    if (operations.cancel === null) return []
    for (const id of ids) {
      const answer = await targetOver(session).cancel(id)
      if (answer.status !== null && answer.status <= 299 && !answer.refused) return [id]
    }
    return []
  },
}

async function path(route: Route): Promise<void> {
  const { target: session, profile, shared, books, commits, clockMinutes, step, note } = route
  const { operations, bookable, availability } = profile
  const target = targetOver(session)
  const walker: Walker = { target, isDocumented: (name) => !defaults.isOurs(`operations.${name}.request`) }
  if (operations.availability === null) {
    if (operations.transfers !== null)
      await routed(reached(await step('transfers', target.transfers()), 'first'), walker)
    return
  }
  const quote = async (asked: 'first' | 'further'): Promise<void> => {
    if (operations.transfers === null) return
    const quoted = reached(await step('transfers', target.transfers()), asked)
    await routed(quoted, walker)
    checkQuoted(quoted)
    if (quoted.accepted) shared.quotedIn ??= quoted.n
    if (quoted.refused) await refusedContent(quoted, walker, () => step('transfers', target.transfers()))
  }
  // What the profile says of today is of the target's, whose clock earlier runs may have moved: what is wrong with it can wait.
  const early =
    clockMinutes !== null && typeof profile.clock?.now === 'string'
      ? await step(
          'clock',
          target.advanceClock(0),
          profile.clock.read === undefined ? unless([401, 403, 404, 405], harmless) : undefined,
        ).catch(orFault)
      : null
  const isOfQuote = asksBefore('availability', {}, profile) !== null
  if (isOfQuote) await quote('first')
  const checked = (): Promise<Answer> => step('availability', target.availability())
  const check = async (): Promise<readonly string[]> => checkAvailability(await checked(), walker, checked)
  const isToBook = books && operations.reserve !== null
  const [slots] = await sideBySide(check(), isToBook && !isOfQuote ? quote('further') : null)
  if (!isToBook || slots.length === 0) return
  // The scenarios need not ask once more, where one check tells all that is on offer.
  if (!availability.exclusive && checksOf(bookable.standard).length === 1)
    shared.offers.set(bookable.standard, Promise.resolve(slots))

  /** A gateway that answers once has no service behind it at the moment; one that goes on answering has none. */
  const reserve = async (availabilityId: string): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await step('reserve', target.reserve({ availabilityId, expirationMinutes: 60 }))
      if (tries >= mostReserves || !isGateway(answer.status ?? 0)) return answer
    }
  }
  const [first = '', second = first] = slots
  /** What one of them is refused for alone, and what is added to it, is no matter of the request. */
  const other = (): Promise<Answer> =>
    step('reserve', target.reserve({ availabilityId: second, expirationMinutes: 30 }))
  const made = await reserve(first)
  // One lost answer is no lost target; the second booking of the walk shows which it is.
  const wasLost = isLost(made)
  const id = await checkReserved(wasLost ? await reserve(second) : made, walker, other)
  if (id === null) return
  const read = async (): Promise<void> => {
    if (operations.get !== null) await routed(reached(await step('get', target.get(id))), walker)
  }
  const list = async (): Promise<void> => {
    if (operations.list === null) return
    const listed = reached(await step('list', target.list()))
    await routed(listed, walker)
    const nameless = checkListed(listed, id)
    if (nameless !== null) note(nameless)
  }
  const compare = async (): Promise<void> => {
    if (profile.otherReseller !== null) for (const text of await secondAccount(id, target, route)) note(text)
  }
  await sideBySide(read(), list(), compare())
  if (route.looksAround === true) await tryOptional(id, route)
  const cancel = async (): Promise<void> => {
    if (operations.cancel !== null)
      await routed(
        await step(
          'cancel',
          target.cancel(id),
          unless([401, 403, 404, 405], 'which the documents leave open for a hold'),
        ),
        walker,
      )
  }
  const move = async (): Promise<Answer | null> => {
    if (clockMinutes === null) return null
    if (early instanceof ClockFault) throw early
    const answer = (clockMinutes === 0 ? early : null) ?? (await step('clock', target.advanceClock(clockMinutes)))
    checkMoved(answer)
    return answer
  }
  const [, moved] = await sideBySide(cancel(), move())
  if (!commits || wasLost || operations.confirm === null) return

  const remade = await reserve(second)
  const again = await checkReserved(remade, walker, other)
  if (again === null) return
  if (clockMinutes && moved?.accepted === true) checkMove(clockMinutes, made, remade, moved)
  const confirmed = await step('confirm', target.confirm(again))
  await routed(confirmed, walker)
  if (route.looksAround !== true) handOn({ id: again, availabilityId: second }, confirmed, { shared })
}

function orFault(error: unknown): ClockFault {
  if (error instanceof ClockFault) return error
  throw error
}

function isLost({ outcome, undocumented, limited }: Answer): boolean {
  return outcome === 'none' && !undocumented && !limited
}

/** Two accounts that see the same bookings: one account under two names, or a server that scopes nothing. */
async function secondAccount(id: string, target: Target, { profile, step }: Route): Promise<readonly string[]> {
  const { operations } = profile
  const as = { as: 'other' } as const
  const seen: string[] = []
  if (operations.get !== null) {
    const read = await step('get by the second account', target.get(id, as), unless([400, 401, 405], 'as it should be'))
    if (!read.accepted) return []
    seen.push(`reads (exchange ${read.n})`)
  }
  if (operations.list !== null) {
    const listed = await step('list by the second account', target.list({}, as))
    if (!listed.bookings.some((each) => each.id === id)) return []
    seen.push(`lists (exchange ${listed.n})`)
  }
  return seen.length === 0
    ? []
    : [
        `the second account ${seen.join(' and ')} the booking of the first: either the server does not scope bookings by reseller, or otherReseller.headers are credentials of the same account; from outside the two look alike`,
      ]
}

/**
 * Asks for extend and update of a hold, for whoever walks to see: that one of these optional operations is not offered, a run would find
 * out only by what it cannot verify.
 */
export async function tryOptional(
  id: string,
  { target: session, profile, step, note }: WalkRoute & { readonly profile: Profile },
): Promise<void> {
  const target = targetOver(session)
  const tried = async (name: 'extend' | 'update', send: () => Promise<Answer>): Promise<void> => {
    if (profile.operations[name] === null) return
    const answer = reached(await step(name, send()), 'further')
    const mayBeNowhere = answer.status === 404 || answer.status === 403
    if (saysNoSuchMethod(answer) || (mayBeNowhere && answeredAlike(answer, await target.stray(name))))
      note(
        `the target answers ${name} with HTTP ${answer.status ?? ''} (exchange ${answer.n}), as one that does not offer it, and ${name} is optional; do: write operations.${name}: null, or mend operations.${name}.request`,
      )
  }
  await tried('extend', () => target.extend(id, { expirationMinutes: 90 }))
  await tried('update', () => target.update(id, change({ profile }, 'octospec doctor')))
}
