import {
  idempotencyKey,
  type Heard,
  type Interview,
  type Json,
  type OperationName,
  type Question,
} from '../vocabulary/index.js'
import { daysToAsk } from './days.js'
import { demanded, fieldNamed } from './lexicon.js'
import { isNowhere, plansFor, questionOf, writePlan, type Plan } from './plan.js'

/** What is offered of a product, as far as it was learned. */
export interface Sold {
  readonly productId: string
  readonly optionId: string
  /** An id of its units, where the target lists some. */
  readonly unitId?: string
}

/** What one part of the conversation has learned for the next. */
export interface Learning {
  readonly interview: Interview
  readonly sold: Sold
  /** The operations that were found. */
  readonly plans: Map<OperationName, Plan>
  /** Those of them that were accepted once. */
  readonly accepted: Set<OperationName>
  /** Availabilities to book, each another one. */
  readonly slots: string[]
  /** What was said of each in the answer that showed it. */
  readonly offered: Map<string, Json>
  readonly nextKey: () => string
  /** Places of what a refusal demanded and what is called like an idempotency key. */
  readonly keyPlaces: Set<string>
}

/** With nothing learned but what is sold. */
export function openLearning(interview: Interview, sold: Sold): Learning {
  let keys = 0
  return {
    interview,
    sold,
    plans: new Map(),
    accepted: new Set(),
    slots: [],
    offered: new Map(),
    keyPlaces: new Set(),
    nextKey: () => idempotencyKey(interview.nonce, 'init', (keys += 1)),
  }
}

/** What a request says beside the fields of its operation. */
export interface Beside extends Partial<Question> {
  /** Further values, by their places. */
  readonly more?: NonNullable<Question['values']>
}

/** So often one request is sent anew with what its refusal asked for. */
const mostDemands = 4

/**
 * Asks for an operation in every way that it may be offered, and writes the one that there is. null: none was found. What a refusal
 * demands is put in, as far as anything is known of it.
 * @param fields those that are sent at first @param known those that are sent where a refusal asks for more
 */
export async function askFor(
  learning: Learning,
  name: OperationName,
  fields: Readonly<Record<string, Json | undefined>>,
  beside: Beside | (() => Beside) = {},
  known: Readonly<Record<string, Json>> = {},
): Promise<Heard | null> {
  const { interview, plans, accepted } = learning
  const before = plans.get(name)
  for (const plan of before === undefined ? plansFor(name, interview) : [before]) {
    const heard = await insist(learning, plan, fields, beside, known)
    if (heard.status === null || isNowhere(heard)) continue
    plans.set(name, plan)
    if (before === undefined || (heard.accepted && !accepted.has(name))) writePlan(interview, plan, heard)
    if (heard.accepted) accepted.add(name)
    return heard
  }
  return null
}

/** Asks, and asks again with what a refusal demands. */
export async function insist(
  learning: Learning,
  plan: Plan,
  fields: Readonly<Record<string, Json | undefined>>,
  beside: Beside | (() => Beside),
  known: Readonly<Record<string, Json>> = {},
): Promise<Heard> {
  const { interview, keyPlaces } = learning
  let sent = fields
  for (let tries = 0; ; tries += 1) {
    const { more = [], ...rest } = typeof beside === 'function' ? beside() : beside
    const question = questionOf(plan, sent)
    const heard = await interview.ask({ ...question, ...rest, values: [...(question.values ?? []), ...more] })
    if (heard.accepted || tries >= mostDemands || isNowhere(heard)) return heard
    const extra = heard.demands.filter((member) => supply(plan, member, heard, learning))
    const before = keyPlaces.size
    for (const member of heard.demands)
      if (fieldNamed(member, ['idempotencyKey']) !== undefined) keyPlaces.add(`body:/${member.replaceAll('.', '/')}`)
    // What it names may be a field that it wants each time.
    const wants = heard.demands.some((member) => fieldOf(plan, member, Object.keys(known)) !== undefined)
    if (wants && sent === fields) sent = { ...known, ...sent }
    else if (extra.length === 0 && keyPlaces.size === before) return heard
  }
}

/** The field, of these, that a refusal names as octospec does, or as its place is called. */
function fieldOf({ places }: Plan, member: string, fields: readonly string[]): string | undefined {
  const named = (place: string | null | undefined): boolean =>
    place?.replace(/^[a-z]+:\/?/, '').replaceAll('/', '.') === member
  return fields.find((field) => field === member || named(places[field]))
}

/** Puts a member in that a refusal demands; false: it is there already, or nothing is known of such. */
function supply(plan: Plan, member: string, { n, words }: Heard, { sold, interview }: Learning): boolean {
  const [name = '', ...way] = member.split('.')
  const from = `request ${n} was refused without it: ${words}`
  const isField = Object.values(plan.places).some((place) => place?.split('/')[1] === name)
  const value = demanded(way.at(-1) ?? name, sold.unitId, daysToAsk(interview)[0])
  const before = plan.extra.get(name)?.value
  if (isField || value === undefined || (before !== undefined && way.length === 0)) return false
  plan.extra.set(name, { value: way.length === 0 ? value : nested(way, value, before), from })
  return true
}

/** An object with a value in it, at the end of a way of names. */
export function nested([name = '', ...way]: readonly string[], value: Json, into: Json | undefined): Json {
  const members = typeof into === 'object' && into !== null && !Array.isArray(into) ? Object.entries(into) : []
  const inner = way.length === 0 ? value : nested(way, value, members.find(([key]) => key === name)?.[1])
  return Object.fromEntries([...members.filter(([key]) => key !== name), [name, inner]])
}
