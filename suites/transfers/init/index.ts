import { isSuccessFlag, readPointer, Stop, parseUtcTimestamp, placesIn, timeOf } from '../vocabulary/index.js'
import type { Acquaint, Heard, Json, Interview } from '../vocabulary/index.js'
import { envelopeOfTransfer } from '../quote/options.js'
import { askFor, insist } from './ask.js'
import { learnAvailability, nextSlot } from './availability.js'
import {
  leaveConfirm,
  learnCancel,
  learnConfirm,
  learnExtend,
  learnGet,
  learnUpdate,
  learnKey,
  learnReserve,
} from './booking.js'
import type { Ending, Made } from './booking.js'
import { leaveLines } from './bookingPlaces.js'
import { openLearning, plansFor, recognised, type Learning } from './plan.js'
import { fieldNamed, valueNames, mapOf } from '../walk/lexicon.js'
import { leaveEmptyList, learnList, learnPaging } from './list.js'
import { learnOthers, learnProducts, leaveOthers } from './products.js'

/** The id of no booking. */
const nobodys = '00000000-0000-4000-8000-000000000000'
/** Members that mark an answer as a refusal, those that say most first. */
const errorNames = ['error', 'errors', 'errorCode', 'errorMessage', 'code', 'title', 'type', 'message']

/**
 * Learns what the documents leave open, as a person with curl would: one booking is looked at, and one is confirmed.
 * Each part asks, reads the answer, and writes its lines of the profile. What nothing shows is left as a comment.
 */
export const acquaint: Acquaint = async (interview) => {
  const why = 'write live where a booking is a real one: then none is confirmed'
  interview.draft.write(['target', 'environment'], 'sandbox', 'assumed', why)
  const learning = openLearning(interview, await learnProducts(interview))
  let over: string | null = null
  await learnClock(interview)
  await learnAvailability(learning)
  try {
    await converse(learning)
  } catch (error) {
    // What was learned until then is written all the same.
    if (!(error instanceof Stop)) throw error
    over = error.message
    interview.say(`no further: ${over}`)
  } finally {
    await endAll(learning)
    leaveLines(learning, over)
    leaveOthers(interview, learning.sold)
  }
}

async function converse(learning: Learning): Promise<void> {
  const { interview } = learning
  learnTransfer(learning, await askFor(learning, 'transfers', { currency: 'EUR' }))
  const [slot, first] = await reserveFirst(learning)
  if (first?.booking.id == null) return
  await learnGet(learning, first)
  await learnRefusal(learning, first)
  await learnList(learning, first.booking.id)
  const again = await learnKey(learning, slot, first)
  const second = again ?? (await learnReserve(learning, await nextSlot(learning, slot)))
  if (second !== null && second.booking.id === first.booking.id)
    interview.say(
      'two reservations made one booking, whatever their keys: does the target keep no state, as a mock does?',
    )
  if (second !== null) await learnPaging(learning)
  await learnExtend(learning, first.booking.id)
  await learnUpdate(learning, first.booking.id)
  await learnOther(learning, first.booking.id)
  const ended = await end(learning, first.booking.id)
  if (second?.booking.id != null) await confirmAndEnd(learning, second.booking.id, ended)
  learnDescribed(learning)
  await learnOthers(learning)
}

/** Reserves one of the first three slots: one may be full, and say so in words of its own. */
async function reserveFirst(learning: Learning): Promise<readonly [slot: string, made: Made | null]> {
  for (const slot of learning.slots.slice(0, 3)) {
    const made = await learnReserve(learning, slot)
    const isOfSlot = learning.refused?.demands.every((member) => fieldNamed(member, ['availabilityId']) !== undefined)
    if (made !== null || isOfSlot !== true) return [slot, made]
  }
  return ['', null]
}

/** Learns where the transfer stands in an answer, and the currency of what is sold. */
function learnTransfer({ interview: { draft }, sold: { optionId } }: Learning, quoted: Heard | null): void {
  const key = ['operations', 'transfers']
  if (quoted === null) return draft.miss(key, null, 'it is not where the documents have it')
  if (!quoted.accepted) return draft.miss([...key, 'body'], {}, `request ${quoted.n} was refused: ${quoted.words}`)
  const at = envelopeOfTransfer(quoted.json ?? null)
  if (at === null) draft.miss([...key, 'at'], '/data', `the answer to request ${quoted.n} has nothing like a Transfer`)
  else if (at !== '') draft.write([...key, 'at'], at, 'seen', `the Transfer in the answer to request ${quoted.n}`)
  // Some quote what they sell as products, too.
  const options = readPointer<Json>(quoted.json ?? null, `${at ?? ''}/options`)
  const own = (Array.isArray(options) ? options : [])
    .map((option: Json) => mapOf(option))
    .find(({ id }) => id === optionId)
  const currency = own?.['defaultCurrency']
  const currencyKey = ['bookable', 'standard', 'defaultCurrency']
  if (typeof currency === 'string' && draft.read(currencyKey) === undefined)
    draft.write(currencyKey, currency, 'seen', `request ${quoted.n} quotes that option with it`)
}

/** Learns whether the second account is another one. */
async function learnOther(learning: Learning, id: string): Promise<void> {
  const { interview, sold } = learning
  const { draft, given, say } = interview
  if (!given.hasOther) {
    const likely = { Authorization: 'Bearer ${OCTO_TOKEN_B}' }
    return draft.miss(['otherReseller', 'headers'], likely, 'no second account was given (--other-header)')
  }
  const part = (['headers', 'query'] as const).find((each) => draft.read(['otherReseller', each]) !== undefined)
  const key = ['otherReseller', part ?? 'headers']
  const written = draft.read(key)
  if (written === undefined) return
  const { productId, optionId } = sold
  const check = await askFor(learning, 'availability', { productId, optionId }, { other: true })
  // What was refused is not sent again: logs keep what stands in an address.
  if (check?.accepted !== true)
    return draft.write(key, written, 'assumed', `as they were given, and refused: ${check?.words ?? 'no answer'}`)
  const read = await askFor(learning, 'get', {}, { id, other: true })
  if (read?.accepted === true)
    say('the second account reads the booking of the first: it is the same account, or bookings are not scoped')
  else draft.write(key, written, 'seen', 'the account may ask, and does not see the booking of the first')
}

/** Learns how a target refuses under a 2xx: by a flag, or by a member that a booking does not have. */
async function learnRefusal(learning: Learning, { heard: made }: Made): Promise<void> {
  const { draft } = learning.interview
  const plan = learning.plans.get('get')
  const heard = plan === undefined ? null : await insist(learning, plan, {}, { id: nobodys })
  if (heard?.status == null || heard.status > 299) return
  const said = `request ${heard.n} asked for no booking and was answered HTTP ${heard.status}`
  const [refusal, booking] = [mapOf(heard.json), mapOf(made.json)]
  const flag = Object.keys(refusal).find(
    (name) => isSuccessFlag(name) && refusal[name] === false && booking[name] === true,
  )
  const member = errorNames.find((name) => refusal[name] !== undefined && booking[name] === undefined)
  if (flag !== undefined) {
    draft.write(['refusal', 'success'], `/${flag}`, 'seen', `${said}, with false there, where the booking has true`)
    draft.write(['refusal', 'body'], null, 'assumed', 'refusal.success tells them')
  } else if (member === undefined) draft.miss(['refusal', 'body'], '/error', said)
  else draft.write(['refusal', 'body'], `/${member}`, 'seen', `${said}, with this in it`)
}

/** Confirms a booking and ends it, where it may be confirmed and something would end it. */
async function confirmAndEnd(learning: Learning, id: string, ended: Ending): Promise<void> {
  const { interview } = learning
  // What is confirmed does not end by itself.
  const why = !interview.given.mayConfirm
    ? 'nothing was confirmed without --allow-confirm'
    : ended === 'not'
      ? 'nothing was confirmed, since no cancel was found that would end it'
      : null
  if (why !== null) {
    interview.say(why)
    return leaveConfirm(learning, why)
  }
  if (!(await learnConfirm(learning, id))) return
  await leaveEmptyList(learning)
  await end(learning, id)
}

/** Ends what was booked and is not over. */
async function endAll(learning: Learning): Promise<void> {
  for (const { id, ended, committed, refusal } of learning.interview.bookings) {
    // A hold that may not be cancelled ends by itself.
    if (id === null || ended || (refusal !== null && !committed)) continue
    try {
      await end(learning, id)
    } catch (error) {
      if (!(error instanceof Stop)) throw error
    }
  }
}

/** A reservation that was sent twice may have made one booking. */
async function end(learning: Learning, id: string): Promise<Ending> {
  const ended = await learnCancel(learning, id)
  for (const booking of learning.interview.bookings) if (ended === 'over' && booking.id === id) booking.ended = true
  return ended
}

/** Finds the test clock and the time that it shows. From then on, days are those of the target. */
export async function learnClock(interview: Interview): Promise<void> {
  const { draft, described } = interview
  if (draft.read(['clock']) === null) return
  const begun = [draft.read(['clock', 'request']), draft.read(['clock', 'minutes'])]
  const [said, at] = begun.map((each) => (typeof each === 'string' ? each : undefined))
  const clock = said === undefined ? recognised('clock', described) : undefined
  const input = ['minutes', 'seconds'].flatMap((unit) => {
    const found = clock?.inputs.find(({ name }) => fieldNamed(name, [unit]) !== undefined)
    return found === undefined ? [] : [{ unit, place: found.place }]
  })[0]
  const place = at ?? input?.place
  const request = said ?? (clock === undefined ? undefined : `${clock.method} ${clock.path}`)
  if (said === undefined && place === undefined) {
    const why = 'the target describes no test clock: its manual may; without one, holds are settled by time'
    draft.miss(['clock', 'request'], 'POST /path', why)
    draft.miss(['clock', 'minutes'], 'body:/minutes', 'as above')
  }
  // A clock at another address, or with credentials of its own, is left to the run.
  const isElsewhere = draft.read(['clock', 'url']) !== undefined || draft.read(['clock', 'headers']) !== undefined
  if (request === undefined || place === undefined || isElsewhere) return
  const [method = '', path = ''] = request.split(' ')
  // It is moved by nothing, so that nobody else who tests there is disturbed. That may be refused.
  const heard = await interview.ask({ method, path, values: [[place, 0]], open: true })
  if (!heard.accepted && ![400, 409, 422].includes(heard.status ?? 0))
    return draft.miss(['clock', 'request'], request, `request ${heard.n} was refused: ${heard.words}`)
  const from = `moving it by 0 minutes was ${heard.accepted ? 'accepted' : 'refused'} (request ${heard.n})`
  draft.write(['clock', 'request'], request, 'seen', from)
  draft.write(['clock', input?.unit ?? 'minutes'], place, 'described', 'an input of its description')
  learnTime(interview, heard)
}

/** Reads the time that a clock shows: where a profile that was begun says so, or the one time in its answer. */
function learnTime({ draft, tellTime }: Interview, { json = null }: Heard): void {
  const said = draft.read(['clock', 'now'])
  if (said === null) return
  if (typeof said === 'string') {
    const minutes = timeOf(readPointer<Json>(json, said))
    return minutes === undefined ? undefined : tellTime(minutes * 60_000)
  }
  const [time, ...more] = placesIn<Json>(json).flatMap(({ pointer, value }) => {
    const now = typeof value === 'string' ? parseUtcTimestamp(value) : undefined
    return now === undefined ? [] : [{ pointer, now }]
  })
  if (time === undefined || more.length > 0) return
  draft.write(['clock', 'now'], time.pointer, 'seen', 'the one time in that answer')
  tellTime(time.now)
}

/** Writes what the target describes for tests, how a guest uses a booking, and the states that no answer has shown. */
export function learnDescribed({ interview, plans }: Learning): void {
  const { draft, described } = interview
  const redeem = recognised('redeem', described)
  if (redeem === undefined) draft.miss(['redeem', 'request'], 'POST /path/{id}', 'the target describes no such helper')
  else draft.write(['redeem', 'request'], `${redeem.method} ${redeem.path}`, 'described', 'not tried')
  const plan = plans.get('get') ?? plansFor('get', interview)[0]
  const listed = plan?.described?.answer.find(({ place }) => place === '/status')?.oneOf ?? []
  for (const [state, usual] of [
    ['confirmed', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['expired', 'EXPIRED'],
  ] as const) {
    const key = ['booking', 'statuses', state]
    const word = listed.find((value) => typeof value === 'string' && valueNames[state]?.test(value) === true)
    if (draft.read(key) !== undefined) continue
    if (word === undefined) draft.miss(key, usual, 'no answer showed it')
    else draft.write(key, word, 'described', 'a state that the target lists')
  }
}
