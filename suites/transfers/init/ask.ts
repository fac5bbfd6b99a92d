import { type Heard, type Json, type OperationName, type Question } from '../vocabulary/index.js'
import { daysToAsk, hasDay, isGuessed } from './days.js'
import { demanded } from './demanded.js'
import type { Learning } from './learning.js'
import { fieldNamed } from './lexicon.js'
import { isNowhere, nested, plansFor, questionOf, writePlan, type Plan } from './plan.js'

type Fields = Readonly<Record<string, Json | undefined>>

/** The parts of a request that are no fields of its operation. */
export interface Beside extends Partial<Question> {
  /** Further values, by their places. */
  readonly more?: NonNullable<Question['values']>
}

/** A request is sent anew so many times at most. */
const mostDemands = 6

/**
 * Asks for an operation in every way that it may be offered, and writes the one that there is. null: none was found.
 * @param fields those that are sent at first @param known those that are sent where a refusal asks for more
 */
export async function askFor(
  learning: Learning,
  name: OperationName,
  fields: Fields,
  beside: Beside | (() => Beside) = {},
  known: Readonly<Record<string, Json>> = {},
): Promise<Heard | null> {
  const { interview, plans, accepted, missing } = learning
  const before = plans.get(name)
  // What was looked for everywhere may be where it usually is, and have come late.
  const ways = plansFor(name, interview).slice(0, missing.has(name) ? 1 : undefined)
  for (const plan of before === undefined ? ways : [before]) {
    const heard = await insist(learning, plan, fields, beside, known)
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
export async function insist(
  learning: Learning,
  plan: Plan,
  fields: Fields,
  beside: Beside | (() => Beside) = {},
  known: Readonly<Record<string, Json>> = {},
): Promise<Heard> {
  let sent = fields
  for (let tries = 0; ; tries += 1) {
    const { more = [], ...rest } = typeof beside === 'function' ? beside() : beside
    const question = questionOf(plan, { id: rest.id, ...sent })
    const ids = [...plan.ids.keys()].map((name): [string, Json] => [`header:${name}`, learning.nextKey()])
    const values = [...(question.values ?? []), ...more, ...ids]
    const heard = await learning.interview.ask({ ...question, ...rest, values })
    if (heard.accepted || tries >= mostDemands || isNowhere(heard)) return heard
    const names = Object.keys({ ...known, ...sent })
    const isMet = heard.demands
      .map((member) => meets.some((meet) => meet({ learning, plan, member, heard, names })))
      .some((is) => is)
    // The refusal may name a field that the operation wants each time.
    const wants = heard.demands.some((member) => isKnown(plan, member, Object.keys(known)))
    if (wants && sent === fields) sent = { ...known, ...sent }
    else if (!isMet && !addUnits(plan, heard, learning)) return heard
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
