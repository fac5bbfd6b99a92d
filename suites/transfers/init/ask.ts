import { dayAt, placesIn } from '../vocabulary/index.js'
import type { Heard, Interview, Json, OperationName, Question } from '../vocabulary/index.js'
import { type Learning, isNowhere, nested, plansFor, questionOf, writePlan, type Plan } from './plan.js'
import { demanded, fieldNamed, lastDay, plainName, type Days } from '../walk/lexicon.js'

type Fields = Readonly<Record<string, Json | undefined>>

/** The parts of a request that are no fields of its operation. */
export interface Beside extends Partial<Question> {
  /** Further values, by their places. */
  readonly more?: NonNullable<Question['values']>
  /** Fields that are sent where a refusal asks for more. */
  readonly known?: Readonly<Record<string, Json>>
}

/** Also made anew for each time that a request is sent. */
type Besides = Beside | (() => Beside)

/** A request is sent anew so many times at most. */
const mostDemands = 6

/**
 * Asks for an operation in every way that it may be offered, and writes the one that there is. null: none was found.
 * @param fields those that are sent at first
 */
export async function askFor(
  learning: Learning,
  name: OperationName,
  fields: Fields,
  beside: Besides = {},
): Promise<Heard | null> {
  const { interview, plans, accepted, missing } = learning
  const before = plans.get(name)
  // What was looked for everywhere may be where it usually is, and have come late.
  const ways = plansFor(name, interview).slice(0, missing.has(name) ? 1 : undefined)
  for (const plan of before === undefined ? ways : [before]) {
    const heard = await insist(learning, plan, fields, beside)
    if (heard.status === null || isNowhere(heard)) continue
    plans.set(name, plan)
    if (before === undefined || heard.accepted) writePlan(interview, plan, heard)
    if (heard.accepted) accepted.add(name)
    return heard
  }
  if (before === undefined) missing.add(name)
  return null
}

/** Asks, and asks again with what a refusal demands, as far as anything is known of it. */
export async function insist(learning: Learning, plan: Plan, fields: Fields, beside: Besides = {}): Promise<Heard> {
  let sent = fields
  for (let tries = 0; ; tries += 1) {
    const { more = [], known = {}, ...rest } = typeof beside === 'function' ? beside() : beside
    const question = questionOf(plan, { id: rest.id, ...sent })
    const ids = [...plan.ids.keys()].map((name): [string, Json] => [`header:${name}`, learning.nextKey()])
    const values = [...(question.values ?? []), ...more, ...ids]
    const heard = await learning.interview.ask({ ...question, ...rest, values })
    if (heard.accepted || tries >= mostDemands || isNowhere(heard)) return heard
    const names = Object.keys({ ...known, ...sent })
    const met = heard.demands.filter((member) => meets.some((meet) => meet({ learning, plan, member, heard, names })))
    // The refusal may name a field that the operation wants each time.
    const wants = heard.demands.some((member) => isKnown(plan, member, Object.keys(known)))
    if (wants && sent === fields) sent = { ...known, ...sent }
    else if (met.length === 0 && !addUnits(plan, heard, learning)) return heard
  }
}

/** A member that a refusal demands. */
interface Demand {
  readonly learning: Learning
  readonly plan: Plan
  readonly member: string
  readonly heard: Heard
  /** The fields that the operation may be sent. */
  readonly names: readonly string[]
}

/** Ways to meet a demand. Each says whether the next request differs by it. The first that does is taken. */
const meets: readonly ((demand: Demand) => boolean)[] = [addKey, moveField, addId, addMember]

/** What is called like an idempotency key is one: the next reservation carries one there. */
function addKey({ learning: { keyPlaces }, member }: Demand): boolean {
  if (fieldNamed(member.replace(/^header:/, ''), ['idempotencyKey']) === undefined) return false
  const place = member.startsWith('header:') ? member : bodyPlace(member)
  const isNew = !keyPlaces.has(place)
  keyPlaces.add(place)
  return isNew
}

/** Sends a field to the member that is called like it. */
function moveField({ plan: { places, told }, member, heard, names }: Demand): boolean {
  const field = fieldNamed(member, names)
  const place = bodyPlace(member)
  if (field === undefined || told.has(field) || places[field] === place) return false
  if (places[field]?.startsWith('body:') === false) return false
  places[field] = place
  told.set(field, refusedWithout(heard))
  return true
}

/** A header that names a request gets a new id in each. */
function addId({ plan: { ids }, member, heard }: Demand): boolean {
  const [, name] = /^header:(.*(?:request|correlation|trace|transaction|message)-?id)$/i.exec(member) ?? []
  if (name === undefined || ids.has(name)) return false
  ids.set(name, refusedWithout(heard))
  return true
}

/** Adds a member for which a usual value is known. */
function addMember({ learning: { sold, interview }, plan, member, heard }: Demand): boolean {
  if (member.startsWith('header:')) return false
  const [name = '', ...way] = member.split('.')
  if (Object.values(plan.places).some((place) => place?.split('/')[1] === name)) return false
  const [days] = daysToAsk(interview)
  // A list is of what was booked for any day until then.
  const asked = plan.name === 'list' && days !== undefined ? { ...days, first: '{today}' } : days
  const value = demanded(way.at(-1) ?? name, sold.unitId, asked)
  const before = plan.extra.get(name)?.value
  if (value === undefined || (before !== undefined && way.length === 0)) return false
  // The refusal has said what it calls the days, so those that were guessed are no others.
  if (hasDay(value)) for (const [guess, extra] of plan.extra) if (isGuessed(extra)) plan.extra.delete(guess)
  plan.extra.set(name, { value: nested(way, value, before), from: refusedWithout(heard) })
  return true
}

/** Reserves by the unit what is sold by the unit, whatever a refusal says. */
function addUnits({ name, extra, described }: Plan, heard: Heard, { sold: { unitId } }: Learning): boolean {
  const isOther = name !== 'reserve' || heard.demands.length > 0 || described !== null || extra.has('unitItems')
  if (isOther || unitId === undefined) return false
  extra.set('unitItems', { value: [{ unitId }], from: `${refusedWithout(heard)}; the products list units` })
  return true
}

function refusedWithout({ n, words }: Heard): string {
  return `request ${n} was refused without it: ${words}`
}

function bodyPlace(member: string): string {
  return `body:/${member.replaceAll('.', '/')}`
}

/** Whether a refusal names one of these fields, as octospec or its place does. */
function isKnown({ places }: Plan, member: string, fields: readonly string[]): boolean {
  const names = fields.flatMap((field) => [field, places[field]?.replace(/^[a-z]+:\/?/, '').replaceAll('/', '.')])
  return names.includes(member)
}

/** Days from today. They are asked about one window after the other, until something is free. */
const windows = [
  [30, 36],
  [2, 8],
  [60, 90],
] as const
const day = 24 * 3_600_000
/** A run holds what it has looked at: so many days have enough of it. */
const bookingDays = 30

/** The windows to try: the usual ones, or the day that somebody named, and the week from it on. */
export function daysToAsk({ given }: Pick<Interview, 'given'>): readonly Days[] {
  if (given.day === undefined) return windows.map(([from, to]) => ({ first: `{today+${from}}`, last: `{today+${to}}` }))
  return [0, 7].map((days) => ({ first: given.day ?? '', last: dayAt(Date.parse(given.day ?? '') + days * day) }))
}

const guessed = 'days that have something free'

function isGuessed({ from }: { readonly from: string }): boolean {
  return from === guessed
}

/**
 * Puts days into a check: where a refusal has named them, at the inputs that are described for them, or where public
 * OCTO has them. Of inputs for days and for moments, those for days alone are told.
 */
export function tellDays({ described, extra }: Plan, days: Days): void {
  const named = [...extra].filter(([, each]) => !isGuessed(each) && hasDay(each.value))
  const inputs = (described?.inputs ?? []).filter(
    ({ place, format, name }) =>
      place.startsWith('body:/') && (format === 'date' || format === 'date-time' || /date|from|until/i.test(name)),
  )
  const ofDays = inputs.filter(({ format }) => format !== 'date-time')
  if (inputs.length > 0)
    for (const { place, format } of ofDays.length > 0 ? ofDays : inputs) {
      const [member = '', ...way] = place.slice('body:/'.length).split('/')
      const told = isLast(way.at(-1) ?? member) ? days.last : days.first
      const value = format === 'date-time' ? `${told}T00:00:00Z` : told
      extra.set(member, { value: nested(way, value, extra.get(member)?.value), from: guessed })
    }
  else if (named.length > 0)
    for (const [member, { value, from }] of named) extra.set(member, { value: withDays(member, value, days), from })
  else {
    extra.set('localDateStart', { value: days.first, from: guessed })
    extra.set('localDateEnd', { value: days.last, from: guessed })
  }
}

function isLast(member: string): boolean {
  return lastDay.test(plainName(member))
}

/** A value with these days in place of those in it. */
function withDays(member: string, value: Json, days: Days): Json {
  if (isDay(value)) return `${isLast(member) ? days.last : days.first}${partsOf(value).time}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDays(name, inner, days)]))
}

function hasDay(value: Json): boolean {
  return placesIn(value).some((place) => isDay(place.value))
}

function isDay(value: Json): value is string {
  return typeof value === 'string' && partsOf(value).day !== ''
}

/** The day that a text begins with, or a template for it, and the time that follows. */
function partsOf(text: string): { readonly day: string; readonly time: string } {
  const [day = ''] = /^(?:\{today[^{}]{0,10}\}|\d{4}-\d\d-\d\d)/.exec(text) ?? []
  return { day, time: text.slice(day.length) }
}

/** What a check that is told one day is told, for days enough to book on. null: it is told none, or two. */
export function eachDay({ extra }: Pick<Plan, 'extra'>): Json | null {
  const [told, ...more] = [...extra].filter(([, { value }]) => hasDay(value))
  if (told === undefined || more.length > 0 || typeof told[1].value !== 'string') return null
  const [member, { value }] = told
  const others = Object.fromEntries([...extra].map(([name, each]): [string, Json] => [name, each.value]))
  const { day: from, time } = partsOf(value)
  const [, ahead] = /^\{today\+(\d{1,3})\}$/.exec(from) ?? []
  if (ahead !== undefined) return { ...others, [member]: `{today+${ahead}..${Number(ahead) + bookingDays - 1}}${time}` }
  return Array.from({ length: bookingDays }, (_, at) => ({
    ...others,
    [member]: `${dayAt(Date.parse(from) + at * day)}${time}`,
  }))
}

/** Whether items start on several days. What is on offer at night may have the next day as well. */
export function areOfSeveralDays(items: readonly Json[]): boolean {
  const firsts = items.flatMap((item) =>
    placesIn<Json>(item)
      .flatMap(({ value }) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? [value.slice(0, 10)] : []))
      .slice(0, 1),
  )
  return new Set(firsts).size > 2
}
