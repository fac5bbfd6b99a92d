import {
  dayAt,
  instantIn,
  NoService,
  placesIn,
  readPointer,
  timeOf,
  type Heard,
  type Interview,
  type Json,
} from '../vocabulary/index.js'
import { envelopeOfTransfer } from '../quote/envelopeOfTransfer.js'
import { availabilitiesIn, type Availabilities } from './availabilitiesIn.js'
import { learnDayNames } from './dayNames.js'
import { daysFrom, daysToAsk, hasDay, partsOf, type Days } from './days.js'
import { dayWays } from './dayWays.js'
import { wordsBeside, wordsIn } from './learnPath.js'
import { demanded } from './demanded.js'
import { fieldNamed } from './lexicon.js'
import { askFor, insist, type Learning } from './learning.js'
import { bodyOf, isNowhere, plansFor, questionOf, writePlan, type Plan } from './plan.js'

/**
 * What is free, where it stands, and what the check wants to be told.
 * @throws NoService where nothing like it is found: then nothing can be booked
 */
export async function learnAvailability(learning: Learning): Promise<void> {
  const { interview, plans } = learning
  const { productId, optionId } = learning.sold
  let last: Heard | null = null
  for (const plan of plansFor('availability', interview)) {
    let way = 0
    for await (const days of allDays(learning)) {
      const ways = days === null ? [() => undefined] : dayWays(plan, days, learning.unwanted)
      const ask = async (): Promise<Heard> => {
        ways[way]?.()
        return insist(learning, plan, { productId, optionId }, {})
      }
      let heard = await ask()
      // What it takes, it takes on other days as well.
      for (; !heard.accepted && isOfContent(heard) && ways[way + 1] !== undefined; heard = await ask()) way += 1
      last = heard
      if (!heard.accepted) break
      let slots = availabilitiesIn(heard.json ?? null, learning.sold)
      if (slots === null) break
      if (slots.free.length === 0) continue
      const isOf = (asked: Days, { items }: Availabilities): boolean =>
        !areIgnored(asked, [...items.values()], interview.now())
      let isRead = days === null || isOf(days, slots)
      if (!isRead) {
        const slotsOf = ({ json = null }: Heard): Availabilities | null => availabilitiesIn(json, learning.sold)
        const later = daysAfter([...slots.items.values()], interview.now())
        const named = await learnDayNames(learning, plan, later, (each) => {
          const found = slotsOf(each)
          return found !== null && found.free.length > 0 && isOf(later, found)
        })
        if (named !== null) [heard, slots, isRead] = [named, slotsOf(named) ?? slots, true]
      }
      const longer = days === null ? null : await untilLast(learning, plan, days, slots)
      if (longer !== null) [heard, slots] = longer
      plans.set('availability', plan)
      learning.accepted.add('availability')
      writePlan(interview, plan, heard)
      const daily = eachDay(plan)
      if (daily !== null && !areOfSeveralDays([...slots.items.values()]))
        interview.draft.write(['bookable', 'standard', 'availability'], daily, 'seen', 'a check is told one day')
      if (!isRead) {
        const body = interview.draft.read(['operations', 'availability', 'body'])
        const why = `the target does not seem to read it: what request ${heard.n} was answered is of other days`
        if (body !== undefined) interview.draft.write(['operations', 'availability', 'body'], body, 'assumed', why)
      }
      const key = ['operations', 'availability']
      interview.draft.write([...key, 'items'], slots.at, 'seen', `the list in the answer to request ${heard.n}`)
      interview.draft.write([...key, 'availabilityId'], slots.id, 'seen', `what each item of it has`)
      for (const [id, item] of slots.items) learning.offered.set(id, item)
      // Far apart, so that their prices may differ; and what starts first may start too soon to be cancelled.
      const { free } = slots
      const middle = free[Math.floor(free.length / 2)] ?? ''
      learning.slots.push(...new Set([free.at(-1) ?? '', middle, ...free.toReversed()]))
      return
    }
    if (last !== null && !isNowhere(last)) break
  }
  if (last === null) throw new TypeError('an availability check has at least one way to be asked for')
  const looked = `something free of product ${productId}, option ${optionId}`
  const isThere = isNowhere(last) && (await isOfItsOwn(last, interview))
  const isRefused = !last.accepted && !isNowhere(last) && last.status !== null
  const remedy = isThere ? other : isNowhere(last) ? elsewhere : isRefused ? wanting(last) : null
  throw new NoService(whatIsWrong(last, isThere), last, looked, remedy, isThere)
}

/**
 * Of a check that demands its first day alone, the last one may be told, too: what it is called follows from the first. It stands in the
 * plan where more is answered with it; null: it is told one day.
 */
async function untilLast(
  learning: Learning,
  plan: Plan,
  { last }: Days,
  before: Availabilities,
): Promise<readonly [Heard, Availabilities] | null> {
  const { extra } = plan
  const [[member] = [], ...more] = [...extra].filter(([, { value }]) => hasDay(value))
  const partner = member === undefined || eachDay(plan) === null ? null : lastOf(member)
  if (partner === null || more.length > 0 || extra.has(partner)) return null
  extra.set(partner, { value: last, from: `days after those of ${member ?? ''} are answered with it` })
  const { productId, optionId } = learning.sold
  const heard = await learning.interview.ask(questionOf(plan, { productId, optionId }))
  const slots = heard.accepted ? availabilitiesIn(heard.json ?? null, learning.sold) : null
  if (slots !== null && slots.items.size > before.items.size) return [heard, slots]
  extra.delete(partner)
  return null
}

/** `date_to` for `date_from`; null: it says of no day that it is the first. */
function lastOf(member: string): string | null {
  const [first = ''] = /from|start|first|begin/i.exec(member) ?? []
  const last = { from: 'to', start: 'end', first: 'last', begin: 'end' }[first.toLowerCase()]
  if (last === undefined) return null
  const isUpper = /^[A-Z]/.test(first)
  return member.replace(first, isUpper ? `${last.slice(0, 1).toUpperCase()}${last.slice(1)}` : last)
}

/** The days to ask about; where nothing is free on those that come, those that come for the target, whose clock may stand elsewhere. */
async function* allDays(learning: Learning): AsyncGenerator<Days | null> {
  const { interview } = learning
  // A profile that was begun says them itself.
  if (interview.draft.read(['operations', 'availability', 'body']) !== undefined) return yield null
  yield* daysToAsk(interview)
  if (interview.given.day !== undefined) return
  const heard = await askFor(learning, 'transfers', { currency: 'EUR' })
  const quoted = readPointer<Json>(heard?.json ?? null, envelopeOfTransfer(heard?.json ?? null) ?? '')
  const minutes = timeOf(readPointer<Json>(quoted ?? null, '/utcCreatedAt'))
  if (minutes === undefined || Math.abs(minutes * 60_000 - interview.now()) < 2 * day) return
  const now = minutes * 60_000
  interview.say(`     for the target it is ${dayAt(now)}`)
  yield* daysFrom(now)
}

/** Another availability to book: where one was shown, a check may show another now. */
export async function nextSlot(learning: Learning, taken: string): Promise<string> {
  const { interview, slots, sold } = learning
  const found = slots.find((slot) => slot !== taken)
  if (found !== undefined) return found
  const { productId, optionId } = sold
  const heard = await askFor(learning, 'availability', { productId, optionId })
  const free = availabilitiesIn(heard?.json ?? null, sold)?.free ?? []
  interview.draft.miss(
    ['availability', 'exclusive'],
    true,
    'the check names one thing at a time, which does not say how many bookings that takes',
  )
  return free.find((slot) => slot !== taken) ?? taken
}

/** Whether a refusal may be of what was sent, and not of who sent it. */
function isOfContent({ status }: Heard): boolean {
  return status === 400 || status === 404 || status === 422
}

/** Whether something that is not found is no path: it is told by a code that no path is told by which there is not. */
async function isOfItsOwn(heard: Heard, interview: Interview): Promise<boolean> {
  if (heard.status !== 404 || wordsIn(heard).size === 0) return false
  return wordsBeside(heard, await interview.ask({ method: 'POST', path: strayPath })).length > 0
}

const strayPath = '/octospec-no-such-path'

/** Where the check is there, and has nothing of what it was asked for. */
const other =
  'name something else, or another day: --product, --option, --day YYYY-MM-DD; if the check wants to be asked otherwise, begin a profile with operations: { availability: { body: { ... } } }, and give it with --profile'

/** Where bookings are commands, all of it may be at one path. */
const elsewhere =
  "give the address that /bookings is appended to; where operations have other paths, or one path takes them all, begin a profile with operations: { availability: { request: 'POST /path', body: { command: NAME } } } and so on, and give it with --profile: see docs/real-servers.md"

/** What to write where a check wants something that nothing is known of; null: it says nothing of that. */
function wanting({ demands, status }: Heard): string | null {
  const names = demands.filter(
    (name) => !name.startsWith('header:') && fieldNamed(name, ['productId', 'optionId']) === undefined,
  )
  if (names.length === 0 && (demands.length > 0 || (status !== 400 && status !== 422))) return null
  const body = nested(names.length === 0 ? ['dateFrom', 'dateTo'] : names)
  const meant = body.includes(placeholder) ? ` (${placeholder}: what it takes there)` : ''
  return `begin a profile with what it wants, such as operations: { availability: { body: { ${body} } } }${meant}, and give it with --profile; if it is about what is booked, name that with --product and --option`
}

const placeholder = 'VALUE'

/** Members of a body for names with dots: `window: { from: '{today+30}' }`; a day for what is called like one, alone. */
function nested(names: readonly string[]): string {
  const inside = new Map<string, readonly string[]>()
  for (const name of names) {
    const [member = '', ...way] = name.split('.')
    // What is inside of a list is for the reader.
    const inner = way.length === 0 || /^\d+$/.test(way[0] ?? '') ? [] : [way.join('.')]
    inside.set(member, [...(inside.get(member) ?? []), ...inner])
  }
  const valueOf = (member: string): string => {
    const value = demanded(member, undefined, undefined)
    return typeof value === 'string' && hasDay(value) ? `'${value}'` : placeholder
  }
  const members = [...inside].map(
    ([member, inner]) => `${member}: ${inner.length === 0 ? valueOf(member) : `{ ${nested(inner)} }`}`,
  )
  return members.join(', ')
}

function whatIsWrong(heard: Heard, isThere: boolean): string {
  if (isNowhere(heard) && !isThere) return 'the target has no availability check where the documents have it'
  if (heard.status === null) return 'the availability check was not answered'
  if (!heard.accepted) return 'the availability check was refused'
  return 'the availability check was answered, and nothing in it can be booked on the days that were asked for'
}

/** Whether each item has a day, and none of them is one that was asked for, or next to it: days are local ones. */
function areIgnored({ first, last }: Days, items: readonly Json[], now: number): boolean {
  const [from, to] = [dayOf(first, now) - day, dayOf(last, now) + 2 * day]
  const starts = items.map((item) => daysIn(item))
  return starts.length > 0 && starts.every((of) => of.length > 0 && of.every((at) => at < from || at > to))
}

/** Whether a check that is told one day is answered with several all the same: something beside it says how many. */
function areOfSeveralDays(items: readonly Json[]): boolean {
  const first = items.flatMap((item) => daysIn(item).slice(0, 1))
  // What is on offer at night may have the next day for its start.
  return first.length > 0 && Math.max(...first) - Math.min(...first) > day
}

/** Days that stand in an item, in milliseconds since the epoch. */
function daysIn(item: Json): readonly number[] {
  return placesIn(item).flatMap(({ value }) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? (instantIn(value.slice(0, 10)) ?? []) : [],
  )
}

/** Days after those that are offered unasked; days of the calendar where the clock of the target stands elsewhere. */
function daysAfter(items: readonly Json[], now: number): Days {
  const offered = Math.max(now, ...items.flatMap((item) => daysIn(item)))
  const ahead = Math.max(30, Math.ceil((offered - now) / day) + 2)
  const [first, last] = [ahead, ahead + 6].map((each) =>
    ahead > farthest ? dayAt(now + each * day) : `{today+${each}}`,
  )
  return { first: first ?? '', last: last ?? '' }
}

/** The payloads of a check that is told one day, for days enough to book on; null: it is told none, or two. */
export function eachDay(plan: Pick<Plan, 'extra' | 'holder'>): readonly Json[] | null {
  const { extra } = plan
  const [told, ...more] = [...extra].filter(([, { value }]) => hasDay(value))
  if (told === undefined || more.length > 0 || typeof told[1].value !== 'string') return null
  const [member, { value }] = told
  const others = [...extra].flatMap(([name, each]): [string, Json][] => (name === member ? [] : [[name, each.value]]))
  return Array.from({ length: bookingDays }, (_, at) =>
    bodyOf(plan, { ...Object.fromEntries(others), [member]: laterBy(value, at) }),
  )
}

/** A day, or a template for one, so many days later. */
function laterBy(text: string, days: number): string {
  const { day: from, time } = partsOf(text)
  const [, ahead] = /^\{today\+(\d{1,3})\}$/.exec(from) ?? []
  if (ahead !== undefined) return `{today+${Number(ahead) + days}}${time}`
  return `${dayAt(Date.parse(from) + days * day)}${time}`
}

/** A run holds what it has looked at: so many days have enough of it; and so far ahead days are told from today on. */
const [bookingDays, farthest] = [30, 100]
const day = 24 * 3_600_000

/** A day, or a template for one, in milliseconds since the epoch. */
function dayOf(text: string, now: number): number {
  const [, ahead] = /^\{today\+(\d{1,3})\}$/.exec(text) ?? []
  return ahead === undefined ? Date.parse(text.slice(0, 10)) : now + Number(ahead) * day
}
