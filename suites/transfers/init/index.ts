import { isSuccessFlag, readPointer, Stop, type Acquaint, type Heard, type Json } from '../vocabulary/index.js'
import { envelopeOfTransfer } from '../quote/envelopeOfTransfer.js'
import { askFor, insist } from './ask.js'
import { learnAvailability, nextSlot } from './availability.js'
import { leaveConfirm, learnCancel, learnConfirm, learnExtend, learnGet, learnUpdate, type Ending } from './booking.js'
import { learnClock, learnDescribed } from './helpers.js'
import { leaveLines } from './leaveLines.js'
import { openLearning, type Learning } from './learning.js'
import { fieldNamed } from './lexicon.js'
import { leaveEmptyList, learnList, learnPaging } from './list.js'
import { learnOthers } from './others.js'
import { mapOf } from './plan.js'
import { learnProducts, leaveOthers } from './products.js'
import { learnKey, learnReserve, type Made } from './reserve.js'

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
  const read = await askFor(learning, 'get', {}, { id, other: true })
  if (check?.accepted !== true)
    draft.write(key, written, 'assumed', `as they were given, and refused: ${check?.words ?? 'no answer'}`)
  else if (read?.accepted === true)
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
