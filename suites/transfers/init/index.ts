import { isMap, isSuccessFlag, readPointer, Stop, type Acquaint, type Heard, type Json } from '../vocabulary/index.js'
import { envelopeOfTransfer } from '../quote/envelopeOfTransfer.js'
import { learnAvailability, nextSlot } from './availability.js'
import { leaveConfirm, learnCancel, learnConfirm, learnExtend, learnGet, learnUpdate, type Ending } from './booking.js'
import { learnFull } from './full.js'
import { learnCheckCurrency } from './checkCurrency.js'
import { learnClock, learnHelpers } from './helpers.js'
import { askFor, insist, openLearning, type Learning } from './learning.js'
import { nobodys } from './learnPath.js'
import { leaveLines } from './leaveLines.js'
import { fieldNamed } from './lexicon.js'
import { leaveEmptyList, learnList, learnPaging } from './list.js'
import { learnListNames } from './listNames.js'
import { learnTypes } from './learnTypes.js'
import { learnOthers, learnSoon } from './others.js'
import { learnProducts, leaveOthers } from './products.js'
import { learnKey, learnReserve, type Made } from './reserve.js'

/** Members that mark an answer as a refusal, those that say most first. */
const errorNames = ['error', 'errors', 'errorCode', 'errorMessage', 'code', 'title', 'type', 'message']

/** Learns what the documents leave open, as a person with curl would: by one booking that is looked at, and one that is confirmed. */
export const acquaint: Acquaint = async (interview) => {
  const { draft } = interview
  draft.write(
    ['target', 'environment'],
    'sandbox',
    'assumed',
    'write live where a booking is a real one: then none is confirmed',
  )
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
  const { interview, slots } = learning
  const quoted = await askFor(learning, 'transfers', { currency: 'EUR' })
  learnTransfer(learning, quoted)
  let [one = ''] = slots
  let first = await learnReserve(learning, one)
  // It may be full, and say so in words of its own; what is asked for and not known is asked for of the next one, too.
  for (const next of slots.slice(1, 3)) {
    const isOfSlot = learning.refused?.demands.every((member) => fieldNamed(member, ['availabilityId']) !== undefined)
    if (first === null && isOfSlot === true) first = await learnReserve(learning, (one = next))
  }
  if (first?.booking.id == null) return
  await learnFull(learning, one)
  await learnGet(learning, first)
  await learnUnknown(learning, first)
  await learnList(learning, first.booking.id)
  const again = await learnKey(learning, one, first)
  const second = again ?? (await learnReserve(learning, await nextSlot(learning, one)))
  if (second !== null && second.booking.id === first.booking.id)
    interview.say(
      'two reservations made one booking, whatever their keys: does the target keep no state, as a mock does?',
    )
  if (second !== null) await learnPaging(learning)
  await learnExtend(learning, first.booking.id)
  await learnUpdate(learning, first.booking.id)
  await learnOther(learning, first)
  const ended = await end(learning, first.booking.id)
  // What is confirmed does not end by itself.
  if (second?.booking.id != null)
    if (ended !== 'not') await confirmAndEnd(learning, second.booking.id)
    else {
      const why = 'nothing was confirmed, since no cancel was found that would end it'
      interview.say(why)
      await leaveConfirm(learning, why)
    }
  learnHelpers(learning)
  await learnOthers(learning)
  await learnSoon(learning)
  await learnListNames(learning)
  await learnTypes(learning)
  await learnCheckCurrency(learning)
}

/** Where the transfer stands in an answer, or what was said instead. */
function learnTransfer({ interview: { draft }, sold: { optionId } }: Learning, quoted: Heard | null): void {
  const key = ['operations', 'transfers']
  if (quoted === null) return draft.miss(key, null, 'it is not where the documents have it')
  if (!quoted.accepted) return draft.miss([...key, 'body'], {}, `request ${quoted.n} was refused: ${quoted.words}`)
  const at = envelopeOfTransfer(quoted.json ?? null)
  if (at === null) draft.miss([...key, 'at'], '/data', `the answer to request ${quoted.n} has nothing like a Transfer`)
  else if (at !== '') draft.write([...key, 'at'], at, 'seen', `the Transfer in the answer to request ${quoted.n}`)
  // Some quote what they sell as products, too.
  const options = readPointer<Json>(quoted.json ?? null, `${at ?? ''}/options`)
  const isSold = (option: Json): boolean => readPointer<Json>(option, '/id') === optionId
  const own = Array.isArray(options) ? options.find((option: Json) => isSold(option)) : undefined
  const currency = readPointer<Json>(own ?? null, '/defaultCurrency')
  const currencyKey = ['bookable', 'standard', 'defaultCurrency']
  if (typeof currency === 'string' && draft.read(currencyKey) === undefined)
    draft.write(currencyKey, currency, 'seen', `request ${quoted.n} quotes that option with it`)
}

/** Whether the second account is another one. */
async function learnOther(learning: Learning, { booking }: Made): Promise<void> {
  const { draft, given, say } = learning.interview
  if (!given.hasOther) {
    draft.miss(
      ['otherReseller', 'headers'],
      { Authorization: 'Bearer ${OCTO_TOKEN_B}' },
      'no second account was given (--other-header)',
    )
    return
  }
  const place = (['headers', 'query'] as const).find((part) => draft.read(['otherReseller', part]) !== undefined)
  const key = ['otherReseller', place ?? 'headers']
  const written = draft.read(key)
  if (written === undefined || booking.id === null) return
  const { productId, optionId } = learning.sold
  const check = await askFor(learning, 'availability', { productId, optionId }, { other: true })
  const read = await askFor(learning, 'get', {}, { id: booking.id, other: true })
  if (check?.accepted !== true)
    draft.write(key, written, 'assumed', `as they were given, and refused: ${check?.words ?? 'no answer'}`)
  else if (read?.accepted === true)
    say('the second account reads the booking of the first: it is the same account, or bookings are not scoped')
  else draft.write(key, written, 'seen', 'the account may ask, and does not see the booking of the first')
}

/** How a target refuses what there is not: by the status, or by the body alone. */
async function learnUnknown(learning: Learning, { heard: made }: Made): Promise<void> {
  const { draft } = learning.interview
  const plan = learning.plans.get('get')
  const heard = plan === undefined ? null : await insist(learning, plan, {}, { id: nobodys })
  learning.unknown = heard
  if (heard?.status == null || heard.status > 299) return
  const has = (json: Json | undefined, name: string): boolean =>
    readPointer<Json>(json ?? null, `/${name}`) !== undefined
  const member = errorNames.find((name) => has(heard.json, name) && !has(made.json, name))
  const said = `request ${heard.n} asked for no booking and was answered HTTP ${heard.status}`
  // A message may be there in any answer, and a flag says what it is; other members of nothing may be false as well.
  const flag = Object.entries(isMap(heard.json ?? null) ? (heard.json ?? {}) : {}).find(
    ([name, value]) =>
      isSuccessFlag(name) && value === false && readPointer<Json>(made.json ?? null, `/${name}`) === true,
  )
  if (flag !== undefined) {
    draft.write(['refusal', 'success'], `/${flag[0]}`, 'seen', `${said}, with false there, where the booking has true`)
    draft.write(['refusal', 'body'], null, 'assumed', 'refusal.success tells them')
  } else if (member === undefined) draft.miss(['refusal', 'body'], '/error', said)
  else draft.write(['refusal', 'body'], `/${member}`, 'seen', `${said}, with this in it`)
}

async function confirmAndEnd(learning: Learning, id: string): Promise<void> {
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
