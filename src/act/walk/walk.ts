import { readBooking, type Answer } from '../../client/answer.js'
import { isGateway } from '../../client/isGateway.js'
import { idText } from '../../client/idText.js'
import { Stop } from '../../client/stop.js'
import { RunError } from '../../judge/runError.js'
import type { Stagehand } from '../stagehand.js'
import { checkAvailability } from './checkAvailability.js'
import { checkReserved } from './checkReserved.js'
import { reached } from './reached.js'
import { routed, type Walker } from './routed.js'
import { wrongClock, wrongItems } from './stops.js'
import { WalkFault } from './walkFault.js'
import { walkPage } from './walkPage.js'

/** Reservations that are sent where a gateway answers. */
const mostReserves = 3

/** The scenario that the exchanges of the walk carry. */
const walkId = 'walk'

/** How far the walk goes. */
export interface WalkOptions {
  /** The run makes bookings: without, the first step is all. */
  readonly books: boolean
  /** A booking may be confirmed here. */
  readonly commits: boolean
  /** The run moves the target's test clock. */
  readonly movesClock: boolean
}

/** One step of the walk, and what came of it, for whoever walks to see. */
export interface WalkStep {
  readonly name: string
  readonly answer: Answer
}

/** What was seen on the way. */
export interface Walked {
  readonly steps: readonly WalkStep[]
  /** What is not as it should be, and may be the profile's matter or the server's: the report says it. */
  readonly notes: readonly string[]
}

/**
 * Walks the path of a booking once, as a person with curl would, before anything is judged: availability, reserve, get, list, cancel;
 * and once more to confirm. What fails in a way that can only be the address, the credentials or the profile ends the run with one page;
 * whatever else fails is the run's to judge.
 * @throws RunError for that, and for a target that does not answer
 */
export async function walk(stagehand: Stagehand, options: WalkOptions): Promise<Walked> {
  const steps: WalkStep[] = []
  const notes: string[] = []
  try {
    await path(stagehand, options, { steps, notes })
  } catch (error) {
    if (error instanceof WalkFault) throw await told(error, stagehand)
    // A limit of the profile, or an answer that was lost on the way: what could be walked was.
    if (!(error instanceof Stop)) throw error
  } finally {
    await stagehand.registry.acts.cleanUp(walkId, stagehand)
  }
  stagehand.record({ type: 'done', scenario: walkId })
  return { steps, notes }
}

async function path(
  stagehand: Stagehand,
  { books, commits, movesClock }: WalkOptions,
  { steps, notes }: { readonly steps: WalkStep[]; readonly notes: string[] },
): Promise<void> {
  const { profile } = stagehand.judging
  const { operations } = profile
  const target = stagehand.session.for(walkId)
  const { isOurs } = stagehand.registry.defaults
  const walker: Walker = { target, isDocumented: (name) => !isOurs(`operations.${name}.request`) }
  const step = async (name: string, send: Promise<Answer>): Promise<Answer> => {
    const answer = await send
    steps.push({ name, answer })
    return answer
  }
  if (operations.availability === null) {
    if (operations.transfers !== null) await routed(reached(await step('transfers', target.transfers())), walker)
    return
  }
  const slots = await checkAvailability(await step('availability', target.availability()), walker)
  if (!books || operations.reserve === null || slots.length === 0) return

  /** A gateway that answers once has no service behind it at the moment; one that goes on answering has none. */
  const reserve = async (availabilityId: string): Promise<Answer> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await step('reserve', target.reserve({ availabilityId, expirationMinutes: 60 }))
      if (tries >= mostReserves || !isGateway(answer.status ?? 0)) return answer
    }
  }
  const [first = '', second = first] = slots
  const made = await reserve(first)
  // One lost answer is no lost target; the second booking of the walk shows which it is.
  const wasLost = isLost(made)
  const id = await checkReserved(wasLost ? await reserve(second) : made, walker)
  if (id === null) return
  if (operations.get !== null) await routed(reached(await step('get', target.get(id))), walker)
  if (operations.list !== null) {
    const listed = reached(await step('list', target.list()))
    await routed(listed, walker)
    wrongItems(listed)
  }
  if (profile.otherReseller !== null) notes.push(...(await secondAccount(id, stagehand, step)))
  if (operations.cancel !== null) await routed(await step('cancel', target.cancel(id)), walker)
  if (movesClock) wrongClock(await step('clock', target.advanceClock(0)))
  if (!commits || wasLost || operations.confirm === null) return

  const again = await checkReserved(await reserve(second), walker)
  if (again === null) return
  await routed(await step('confirm', target.confirm(again)), walker)
}

/** Whether no answer of the target's own came. */
function isLost({ outcome, undocumented, status }: Answer): boolean {
  return outcome === 'none' && !undocumented && status !== 429
}

/** Two accounts that see the same bookings: one account under two names, or a server that scopes nothing. */
async function secondAccount(
  id: string,
  { session, judging }: Stagehand,
  step: (name: string, send: Promise<Answer>) => Promise<Answer>,
): Promise<readonly string[]> {
  const { operations } = judging.profile
  const target = session.for(walkId)
  const as = { as: 'other' } as const
  const seen: string[] = []
  if (operations.get !== null) {
    const read = await step('get by the second account', target.get(id, as))
    if (!read.accepted) return []
    seen.push(`reads (exchange ${read.n})`)
  }
  if (operations.list !== null) {
    const listed = await step('list by the second account', target.list({}, as))
    const isListed = listed.items.some((item) => idText(readBooking(judging.profile, item, 'id')) === id)
    if (!listed.accepted || !isListed) return []
    seen.push(`lists (exchange ${listed.n})`)
  }
  return seen.length === 0
    ? []
    : [
        `the second account ${seen.join(' and ')} the booking of the first: either the server does not scope bookings by reseller, or otherReseller.headers are credentials of the same account; from outside the two look alike`,
      ]
}

/** The page, once all that can be ended is. */
async function told({ stop }: WalkFault, stagehand: Stagehand): Promise<RunError> {
  const { session, judging } = stagehand
  const cancelled: string[] = []
  if (judging.profile.operations.cancel !== null)
    for (const id of stop.ids ?? []) {
      const answer = await session.for(walkId, { always: true }).cancel(id)
      if (answer.status === null || answer.status > 299 || answer.refused) continue
      cancelled.push(id)
      break
    }
  await stagehand.registry.acts.cleanUp(walkId, stagehand)
  const own = session.bookings.filter(({ scenario }) => scenario === walkId)
  const { cancelled: over, expired } = judging.profile.booking.statuses
  const isOver = ({ id, status }: (typeof own)[number]): boolean =>
    id === null ? cancelled.length > 0 : status === over || status === expired
  const ended = own.filter(isOver).flatMap(({ id }) => id ?? [])
  const page = walkPage(
    stop,
    own.filter((entry) => !isOver(entry)),
    [...new Set([...ended, ...cancelled])],
  )
  return new RunError(stop.code, page, stop.remedy)
}
