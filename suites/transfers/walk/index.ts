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
import { checkMove } from '../acts/premises.js'
import type { Shared } from '../acts/stage.js'
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
 * The path of a booking, as with curl by hand: availability, reserve, get, list, cancel; and once more to confirm.
 */
export const walk: Walk = {
  bookings: 2,

  first(session, { operations }: Profile) {
    const target = targetOver(session)
    return operations.availability === null ? target.transfers() : target.availability()
  },

  async path(route: Route) {
    try {
      const seen = await path(route)
      if (route.looksAround === true) await lookAround(route, seen)
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

/** What the steps of one walk share. */
interface Way extends Route {
  readonly to: Target
  readonly walker: Walker
}

/** A reservation of the walk that was accepted, and the answer to the cancel of a hold; null: there is none. */
interface Seen {
  readonly reserved: Answer | null
  readonly cancelled: Answer | null
}
const nothing: Seen = { reserved: null, cancelled: null }

async function path(route: Route): Promise<Seen> {
  const to = targetOver(route.target)
  const way: Way = {
    ...route,
    to,
    walker: { target: to, isDocumented: (name) => !defaults.isOurs(`operations.${name}.request`) },
  }
  const { profile, shared, books, clockMinutes, step } = way
  const { operations, bookable, availability } = profile
  if (operations.availability === null) {
    if (operations.transfers !== null)
      await routed(reached(await step('transfers', to.transfers()), 'first'), way.walker)
    return nothing
  }
  // Today in the profile is the target's day, and earlier runs may have moved its clock: a fault in it can wait.
  const early =
    clockMinutes !== null && typeof profile.clock?.now === 'string'
      ? await step(
          'clock',
          to.advanceClock(0),
          profile.clock.read === undefined ? unless([401, 403, 404, 405], harmless) : undefined,
        ).catch(orFault)
      : null
  const isOfQuote = asksBefore('availability', {}, profile) !== null
  if (isOfQuote) await quote(way, 'first')
  const checked = (): Promise<Answer> => step('availability', to.availability())
  const check = async (): Promise<readonly string[]> => checkAvailability(await checked(), way.walker, checked)
  const isToBook = books && operations.reserve !== null
  const [slots] = await sideBySide(check(), isToBook && !isOfQuote ? quote(way, 'further') : null)
  if (!isToBook || slots.length === 0) return nothing
  // The scenarios need not ask once more, where one check tells all that is on offer.
  if (!availability.exclusive && checksOf(bookable.standard).length === 1)
    shared.offers.set(bookable.standard, Promise.resolve(slots))
  return book(way, slots, early)
}

async function quote({ profile, to, walker, shared, step }: Way, asked: 'first' | 'further'): Promise<void> {
  if (profile.operations.transfers === null) return
  const quoted = reached(await step('transfers', to.transfers()), asked)
  await routed(quoted, walker)
  checkQuoted(quoted)
  if (quoted.accepted) shared.quotedIn ??= quoted.n
  if (quoted.refused) await refusedContent(quoted, walker, () => step('transfers', to.transfers()))
}

/** Books one, looks at it and cancels it; and books another to confirm. */
async function book(way: Way, slots: readonly string[], early: Answer | ClockFault | null): Promise<Seen> {
  const { to, walker, profile, commits, clockMinutes, step } = way
  const { cancel, confirm } = profile.operations
  const [first = '', second = first] = slots
  /** What one of them is refused for alone, and what is added to it, is no matter of the request. */
  const other = (): Promise<Answer> => step('reserve', to.reserve({ availabilityId: second, expirationMinutes: 30 }))
  const made = await reserve(way, first)
  // One lost answer is no lost target; the second booking of the walk shows which it is.
  const wasLost = isLost(made)
  const held = wasLost ? await reserve(way, second) : made
  const id = await checkReserved(held, walker, other)
  const accepted = (answer: Answer): Answer | null => (answer.accepted ? answer : null)
  if (id === null) return { ...nothing, reserved: accepted(held) }
  await lookAt(way, id)
  const end = async (): Promise<Answer | null> => {
    if (cancel === null) return null
    const means = unless([401, 403, 404, 405], 'which the documents leave open for a hold')
    const answer = await step('cancel', to.cancel(id), means)
    await routed(answer, walker)
    return answer
  }
  const move = async (): Promise<Answer | null> => {
    if (clockMinutes === null) return null
    if (early instanceof ClockFault) throw early
    const answer = (clockMinutes === 0 ? early : null) ?? (await step('clock', to.advanceClock(clockMinutes)))
    checkMoved(answer)
    return answer
  }
  const [cancelled, moved] = await sideBySide(end(), move())
  if (!commits || wasLost || confirm === null) return { reserved: accepted(held), cancelled }

  const remade = await reserve(way, second)
  const again = await checkReserved(remade, walker, other)
  const seen = { reserved: accepted(remade) ?? accepted(held), cancelled }
  if (again === null) return seen
  if (clockMinutes && moved?.accepted === true) checkMove(clockMinutes, made, remade, moved)
  const confirmed = await step('confirm', to.confirm(again))
  await routed(confirmed, walker)
  return seen
}

/** A gateway that answers once has no service behind it at the moment; one that goes on answering has none. */
async function reserve({ step, to }: Way, availabilityId: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await step('reserve', to.reserve({ availabilityId, expirationMinutes: 60 }))
    if (tries >= mostReserves || !isGateway(answer.status ?? 0)) return answer
  }
}

/** Reads and lists a hold, as its owner and as the second account. */
async function lookAt(way: Way, id: string): Promise<void> {
  const { profile, to, walker, step, note } = way
  const { get, list } = profile.operations
  const read = async (): Promise<void> => {
    if (get !== null) await routed(reached(await step('get', to.get(id))), walker)
  }
  const listAll = async (): Promise<void> => {
    if (list === null) return
    const listed = reached(await step('list', to.list()))
    await routed(listed, walker)
    const nameless = checkListed(listed, id)
    if (nameless !== null) note(nameless)
  }
  const compare = async (): Promise<void> => {
    if (profile.otherReseller !== null) for (const text of await secondAccount(id, to, way)) note(text)
  }
  await sideBySide(read(), listAll(), compare())
  if (way.looksAround === true) await tryOptional(id, way)
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
    seen.push(`reads (request ${read.n})`)
  }
  if (operations.list !== null) {
    const listed = await step('list by the second account', target.list({}, as))
    if (!listed.bookings.some((each) => each.id === id)) return []
    seen.push(`lists (request ${listed.n})`)
  }
  return seen.length === 0
    ? []
    : [
        `the second account ${seen.join(' and ')} the booking of the first: either the server does not scope bookings by reseller, or otherReseller.headers are credentials of the same account; from outside the two look alike`,
      ]
}

/**
 * Tries extend and update of a hold, for whoever walks to see whether these optional operations are offered. A run
 * would find that out only by what it cannot verify.
 */
async function tryOptional(id: string, { to, profile, step, note }: Way): Promise<void> {
  const tried = async (name: 'extend' | 'update', send: () => Promise<Answer>): Promise<void> => {
    if (profile.operations[name] === null) return
    const answer = reached(await step(name, send()), 'further')
    const mayBeNowhere = answer.status === 404 || answer.status === 403
    if (saysNoSuchMethod(answer) || (mayBeNowhere && answeredAlike(answer, await to.stray(name))))
      note(
        `the target answers ${name} with HTTP ${answer.status ?? ''} (request ${answer.n}), as one that does not offer it, and ${name} is optional; do: write operations.${name}: null, or mend operations.${name}.request`,
      )
  }
  await tried('extend', () => to.extend(id, { expirationMinutes: 90 }))
  await tried('update', () => to.update(id, change({ profile }, 'octospec doctor')))
}
