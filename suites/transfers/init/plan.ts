import {
  defaultProfile,
  fieldNames,
  valueAt,
  type DescribedOperation,
  type DescribedPlace,
  type Heard,
  type Interview,
  type Json,
  type OperationName,
  type Question,
} from '../vocabulary/index.js'
import { commandNames, fieldNamed, looks, otherRequests, plainName, valueNames } from './lexicon.js'

/** One way in which a target may offer an operation. */
export interface Plan {
  readonly name: OperationName
  readonly method: string
  readonly path: string
  /** Where fields go; null: nowhere, as the target describes it. */
  readonly places: Record<string, string | null>
  /** Fields whose place a refusal told, or is guessed by what bookings call them. */
  readonly told: Map<string, { readonly sure: 'seen' | 'assumed'; readonly from: string }>
  /** Members beside the fields, without which it is refused, and why each is there. */
  readonly extra: Map<string, { readonly value: Json; readonly from: string }>
  /** The object that all of a body goes into, once a refusal has told it. */
  holder?: string
  /** Headers without which it is refused, each of a value of its own for each request, and why. */
  readonly ids: Map<string, string>
  /** As the target describes it; null: it does not. */
  readonly described: DescribedOperation | null
}

/** The ways to try, the likeliest first. */
export function plansFor(
  name: OperationName,
  { described, draft }: Pick<Interview, 'described' | 'draft'>,
): readonly Plan[] {
  // It was written by hand that there is none.
  if (draft.read(['operations', name]) === null) return []
  const said = draft.read(['operations', name, 'request'])
  if (typeof said === 'string') {
    const isSaid = ({ method, path }: DescribedOperation): boolean => said === `${method} ${path}`
    const own = described.find(isSaid)
    return [asSaid(own === undefined ? plainPlan(name, said) : describedPlan(name, own), draft)]
  }
  return likelyPlans(name, described).map((plan) => asSaid(plan, draft))
}

/** With what a profile that was begun says of its places, and of what goes with each request. */
function asSaid(plan: Plan, draft: Interview['draft']): Plan {
  const key = ['operations', plan.name]
  for (const field of fieldNames[plan.name] ?? []) {
    const place = draft.read([...key, field])
    if (typeof place !== 'string' && place !== null) continue
    plan.places[field] = place
    plan.told.set(field, { sure: 'assumed', from: given })
  }
  for (const part of plan.method === 'GET' ? ['query'] : ['body'])
    for (const [member, value] of Object.entries(members(draft.read([...key, part]))))
      plan.extra.set(member, { value, from: given })
  for (const [name, value] of Object.entries(members(draft.read([...key, 'headers']))))
    if (value === '{uuid}') plan.ids.set(name, given)
  return plan
}

function members(value: Json | undefined): Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

/** Why something is there that was written by hand. */
const given = 'as it was given'

function likelyPlans(name: OperationName, described: readonly DescribedOperation[]): readonly Plan[] {
  const found = recognised(name, described)
  const usual = valueAt(defaultProfile(), ['operations', name, 'request'])
  const others = [...(typeof usual === 'string' ? [usual] : []), ...(otherRequests[name] ?? [])]
  const plans = others.map((request) => plainPlan(name, request))
  if (found === null) return plans
  return [
    describedPlan(name, found),
    ...plans.filter(({ method, path }) => method !== found.method || path !== found.path),
  ]
}

/** The operation of a description that looks most like this one. */
export function recognised(
  name: keyof typeof looks,
  described: readonly DescribedOperation[],
): DescribedOperation | null {
  for (const { method, path } of looks[name] ?? []) {
    const found = described.find((each) => method.test(each.method) && path.test(each.path))
    if (found !== undefined) return found
  }
  return commanded(name, described)
}

/** One path for several operations, of which a member of the body says which: the description lists what it may be. */
function commanded(name: keyof typeof looks, described: readonly DescribedOperation[]): DescribedOperation | null {
  const word = name in commandNames ? commandNames[name as OperationName] : undefined
  for (const each of word === undefined || wholes.has(name)
    ? described.filter(({ path }) => !path.includes('{id}'))
    : described)
    for (const { place, oneOf } of each.method === 'GET' ? [] : each.inputs) {
      const [, member] = /^body:\/([^/]+)$/.exec(place) ?? []
      const value = oneOf.find(
        (listed) => typeof listed === 'string' && word?.test(plainName(listed).replaceAll('.', '')) === true,
      )
      // A member with one word says nothing of others.
      if (member !== undefined && value !== undefined && oneOf.length > 1)
        return { ...each, required: { ...each.required, [member]: value } }
    }
  return null
}

/** Operations that are of no one booking. */
const wholes: ReadonlySet<string> = new Set(['transfers', 'availability', 'reserve', 'list'])

/** An operation by a request that nothing else is known of: `POST /bookings/{id}/confirm`. */
export function plainPlan(name: OperationName, request: string): Plan {
  const [method = '', path = ''] = request.split(' ')
  const places = Object.fromEntries(
    (fieldNames[name] ?? []).flatMap((field): [string, string][] => {
      const place = valueAt(defaultProfile(), ['operations', name, field])
      // A list that is asked for by a body is told in it.
      return typeof place === 'string' ? [[field, method === 'GET' ? place : place.replace(/^query:/, 'body:/')]] : []
    }),
  )
  return { name, method, path, places, told: new Map(), ids: new Map(), extra: new Map(), described: null }
}

function describedPlan(name: OperationName, described: DescribedOperation): Plan {
  const fields = (fieldNames[name] ?? []).filter((field) => field !== 'id' || !described.path.includes('{id}'))
  const places = Object.fromEntries(
    fields.map((field) => [
      field,
      described.inputs.find((input) => fieldNamed(input.name, fields) === field)?.place ?? null,
    ]),
  )
  const taken = new Set(Object.values(places).flatMap((place) => place?.split('/')[1] ?? []))
  const extra = Object.entries(described.required)
    .filter(([member]) => !taken.has(member))
    .map(([member, value]) => [member, { value, from: 'the description says that it must be there' }] as const)
  const { method, path } = described
  return { name, method, path, places, told: new Map(), ids: new Map(), extra: new Map(extra), described }
}

/** The request that such a plan makes of these fields; undefined ones, and those without a place, are left out. */
export function questionOf(plan: Plan, fields: Readonly<Record<string, Json | undefined>>): Question {
  return {
    method: plan.method,
    path: plan.path,
    values: Object.entries(fields).flatMap(([field, value]): [string, Json][] => {
      const place = plan.places[field]
      return place === null || place === undefined || value === undefined ? [] : [[place, value]]
    }),
    ...extraOf(plan),
  }
}

/** A body with these members where the others of such a request go; the object that they go into is there though it be empty. */
export function bodyOf(
  { holder }: Pick<Plan, 'holder'>,
  members: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  return holder === undefined ? members : { [holder]: members }
}

/** What is sent beside the fields, where a request of this method has room for it. */
function extraOf(plan: Plan): Pick<Question, 'body' | 'query'> {
  const { method, extra } = plan
  const members = [...extra].map(([member, { value }]): [string, Json] => [member, value])
  if (method !== 'GET') return { body: bodyOf(plan, Object.fromEntries(members)) }
  return {
    query: Object.fromEntries(members.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
  }
}

/** Whether an answer says that there is no such operation, where it cannot mean that there is no such booking. */
export function isNowhere({ status }: Heard): boolean {
  return status === 404 || status === 405 || status === 501
}

/** Writes what an answer shows of a plan: that it is the right one. */
export function writePlan({ draft }: Pick<Interview, 'draft'>, plan: Plan, heard: Heard): void {
  const key = ['operations', plan.name]
  const how = heard.accepted ? 'accepted' : 'refused in its own words'
  draft.write([...key, 'request'], `${plan.method} ${plan.path}`, 'seen', `request ${heard.n} was ${how}`)
  if (plan.described !== null)
    for (const [field, place] of Object.entries(plan.places)) {
      if (draft.read([...key, field]) !== undefined) continue
      draft.write(
        [...key, field],
        place,
        'described',
        place === null ? 'no input of its description is that' : 'an input of its description',
      )
    }
  writeTold({ draft }, plan, heard)
  if (plan.ids.size > 0)
    draft.write(
      [...key, 'headers'],
      Object.fromEntries([...plan.ids.keys()].map((name) => [name, '{uuid}'])),
      heard.accepted ? 'seen' : 'assumed',
      [...plan.ids.values()].join('; '),
    )
  const inside = plan.holder === undefined ? [] : [`it was refused without ${plan.holder}`]
  const because = [...new Set([...inside, ...[...plan.extra.values()].map(({ from }) => from)])].join('; ')
  for (const [part, members] of Object.entries(extraOf(plan)))
    if (Object.keys(members).length > 0)
      draft.write([...key, part], members, heard.accepted ? 'seen' : 'assumed', because)
}

/** Writes the places of fields that a refusal or a booking told. */
export function writeTold(
  { draft }: Pick<Interview, 'draft'>,
  { name, places, told }: Plan,
  { accepted }: Heard,
): void {
  for (const [field, { sure, from }] of told)
    draft.write(['operations', name, field], places[field] ?? null, accepted ? sure : 'assumed', from)
}

/** A value that an input may have, by what it means; undefined: the description lists none such. */
export function listedValue(input: DescribedPlace | undefined, means: string): string | undefined {
  return input?.oneOf.find(
    (value): value is string => typeof value === 'string' && valueNames[means]?.test(value) === true,
  )
}
