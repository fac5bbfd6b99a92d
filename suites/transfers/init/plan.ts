import { idempotencyKey, defaultProfile, defaultRequest, fieldNames, valueAt } from '../vocabulary/index.js'
import type {
  Found,
  Heard,
  Interview,
  Json,
  OperationName,
  DescribedOperation,
  DescribedPlace,
  Question,
} from '../vocabulary/index.js'
import { fieldNamed, looks, mapOf, otherRequests, valueNames } from '../walk/lexicon.js'

/** Something that the target lists. */
export interface Listed {
  readonly productId: string
  readonly optionId: string
  /** The default currency. */
  readonly currency?: string
  /** Minutes before its start until which it can be cancelled. */
  readonly cutOff?: number
}

/** The product that is booked, and what else the target lists. */
export interface Sold extends Listed {
  /** One option of each product comes first. */
  readonly others: readonly Listed[]
  /** Number of the request that listed it. null: none did. */
  readonly listed: number | null
  readonly unitId?: string
}

/** What the conversation has learned so far. */
export interface Learning {
  readonly interview: Interview
  readonly sold: Sold
  /** The operations that were found. */
  readonly plans: Map<OperationName, Plan>
  /** Those of them that were accepted once. */
  readonly accepted: Set<OperationName>
  /** Operations that were looked for everywhere, and not found. */
  readonly missing: Set<OperationName>
  /** Availabilities to book, each another one. */
  readonly slots: string[]
  /** All availabilities that the first check showed. */
  readonly offered: Json[]
  /** Places of members that a refusal demanded and that are called like an idempotency key. */
  readonly keyPlaces: Set<string>
  /** Other ids that a booking goes by, by its id. */
  readonly otherIds: Map<string, readonly Found<string>[]>
  /** The answer to the last reservation that was refused. */
  refused: Heard | null
  /** The list was empty, though something was booked. */
  listsNothing: boolean
  readonly nextKey: () => string
}

export function openLearning(interview: Interview, sold: Sold): Learning {
  let keys = 0
  return {
    interview,
    sold,
    plans: new Map(),
    accepted: new Set(),
    missing: new Set(),
    slots: [],
    offered: [],
    keyPlaces: new Set(),
    otherIds: new Map(),
    refused: null,
    listsNothing: false,
    nextKey: () => idempotencyKey(interview.nonce, 'init', (keys += 1)),
  }
}

/** One way in which a target may offer an operation. */
export interface Plan {
  readonly name: OperationName
  readonly method: string
  readonly path: string
  /** Where fields go. null: the target describes no place for that field. */
  readonly places: Record<string, string | null>
  /** Why a field has another place than it had at first, by its name. */
  readonly told: Map<string, string>
  /** Members that are sent beside the fields, and why each is there. */
  readonly extra: Map<string, { readonly value: Json; readonly from: string }>
  /** Headers that carry a new id in each request, and why each is there. */
  readonly ids: Map<string, string>
  readonly described: DescribedOperation | null
}

/** Marks what a profile that was begun says itself. */
const given = 'as it was given'

/** The ways to try, the likeliest first. A profile that was begun decides, then a description, then what is usual. */
export function plansFor(name: OperationName, interview: Pick<Interview, 'described' | 'draft'>): readonly Plan[] {
  const { described, draft } = interview
  if (draft.read(['operations', name]) === null) return []
  const said = draft.read(['operations', name, 'request'])
  const requests = typeof said === 'string' ? [said] : [defaultRequest(name), ...(otherRequests[name] ?? [])]
  const known =
    typeof said === 'string' ? described.find((each) => requestOf(each) === said) : recognised(name, described)
  const own = known === undefined ? [] : [describedPlan(name, known)]
  const plain = requests
    .filter((request) => known === undefined || request !== requestOf(known))
    .map((request) => plainPlan(name, request))
  return [...own, ...plain].map((plan) => asSaid(plan, draft))
}

/** A method and a path, as a profile has them. */
function requestOf({ method, path }: Pick<DescribedOperation, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** The operation of a description that looks most like this one. */
export function recognised(
  name: keyof typeof looks,
  described: readonly DescribedOperation[],
): DescribedOperation | undefined {
  return (looks[name] ?? [])
    .map(({ method, path }) => described.find((each) => method.test(each.method) && path.test(each.path)))
    .find((found) => found !== undefined)
}

function plainPlan(name: OperationName, request: string): Plan {
  const [method = '', path = ''] = request.split(' ')
  const places = (fieldNames[name] ?? []).flatMap((field): [string, string][] => {
    const place = valueAt(defaultProfile(), ['operations', name, field])
    // A list that is asked for by a body is told in it.
    return typeof place === 'string' ? [[field, method === 'GET' ? place : place.replace(/^query:/, 'body:/')]] : []
  })
  return planOf({ name, method, path, places: Object.fromEntries(places), described: null })
}

function describedPlan(name: OperationName, described: DescribedOperation): Plan {
  const { method, path, inputs, required } = described
  const fields = (fieldNames[name] ?? []).filter((field) => field !== 'id' || !path.includes('{id}'))
  const placeOf = (field: string): string | null =>
    inputs.find((input) => fieldNamed(input.name, fields) === field)?.place ?? null
  const places = Object.fromEntries(fields.map((field) => [field, placeOf(field)]))
  const taken = new Set(Object.values(places).flatMap((place) => place?.split('/')[1] ?? []))
  const plan = planOf({ name, method, path, places, described })
  for (const [member, value] of Object.entries(required))
    if (!taken.has(member)) plan.extra.set(member, { value, from: 'the description says that it must be there' })
  return plan
}

function planOf(known: Pick<Plan, 'name' | 'method' | 'path' | 'places' | 'described'>): Plan {
  return { ...known, told: new Map(), ids: new Map(), extra: new Map() }
}

/** Takes over what a profile that was begun says of its places and its payload. */
function asSaid(plan: Plan, draft: Interview['draft']): Plan {
  const read = (part: string): Json | undefined => draft.read(['operations', plan.name, part])
  const members = (part: string): readonly (readonly [string, Json])[] => Object.entries(mapOf(read(part)))
  for (const field of fieldNames[plan.name] ?? []) {
    const place = read(field)
    if (typeof place !== 'string' && place !== null) continue
    plan.places[field] = place
    plan.told.set(field, given)
  }
  for (const [member, value] of members(plan.method === 'GET' ? 'query' : 'body'))
    plan.extra.set(member, { value, from: given })
  for (const [name, value] of members('headers')) if (value === '{uuid}') plan.ids.set(name, given)
  return plan
}

/** A value at the end of a way of names, with what stood beside it before. */
export function nested([name, ...way]: readonly string[], value: Json, into: Json | undefined): Json {
  if (name === undefined) return value
  const members = mapOf(into)
  const others = Object.entries(members).filter(([key]) => key !== name)
  const before = Object.entries(members).find(([key]) => key === name)?.[1]
  return Object.fromEntries([...others, [name, nested(way, value, before)]])
}

/** The request that a plan makes of these fields. Undefined ones, and those without a place, are left out. */
export function questionOf(plan: Plan, fields: Readonly<Record<string, Json | undefined>>): Question {
  return {
    method: plan.method,
    path: plan.path,
    values: Object.entries(fields).flatMap(([field, value]): [string, Json][] => {
      const place = plan.places[field]
      return place === null || place === undefined || value === undefined ? [] : [[place, value]]
    }),
    ...payloadOf(plan),
  }
}

/** The payload beside the fields. A query has texts alone. */
function payloadOf({ method, extra }: Plan): Pick<Question, 'body' | 'query'> {
  const members = [...extra].map(([member, { value }]): [string, Json] => [member, value])
  if (method !== 'GET') return { body: Object.fromEntries(members) }
  return {
    query: Object.fromEntries(members.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  }
}

/** Whether an answer says that there is no such operation, where it cannot mean that there is no such booking. */
export function isNowhere({ status }: Heard): boolean {
  return status === 404 || status === 405 || status === 501
}

/** Writes a plan that an answer has shown to be the right one. */
export function writePlan({ draft }: Pick<Interview, 'draft'>, plan: Plan, heard: Heard): void {
  const key = ['operations', plan.name]
  const sure = heard.accepted ? 'seen' : 'assumed'
  const how = heard.accepted ? 'accepted' : 'refused in its own words'
  draft.write([...key, 'request'], requestOf(plan), 'seen', `request ${heard.n} was ${how}`)
  for (const [field, place] of plan.described === null ? [] : Object.entries(plan.places)) {
    const from = place === null ? 'no input of its description is that' : 'an input of its description'
    if (draft.read([...key, field]) === undefined) draft.write([...key, field], place, 'described', from)
  }
  for (const [field, from] of plan.told) draft.write([...key, field], plan.places[field] ?? null, sure, from)
  const ids = Object.fromEntries([...plan.ids.keys()].map((name) => [name, '{uuid}']))
  if (plan.ids.size > 0) draft.write([...key, 'headers'], ids, sure, [...plan.ids.values()].join('; '))
  const because = [...new Set([...plan.extra.values()].map(({ from }) => from))].join('; ')
  for (const [part, members] of Object.entries(payloadOf(plan)))
    if (Object.keys(members).length > 0) draft.write([...key, part], members, sure, because)
}

/** A value that an input may have, by its meaning. undefined: the description lists none such. */
export function listedValue(input: DescribedPlace | undefined, means: string): string | undefined {
  return input?.oneOf.find(
    (value): value is string => typeof value === 'string' && valueNames[means]?.test(value) === true,
  )
}
