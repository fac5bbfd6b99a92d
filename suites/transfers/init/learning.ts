import {
  fieldNames,
  idempotencyKey,
  openFields,
  type Found,
  type Heard,
  type Interview,
  type Json,
  type OperationName,
  type Question,
} from '../vocabulary/index.js'
import { daysToAsk, guessed, hasDay } from './days.js'
import { demanded } from './demanded.js'
import { fieldNamed, isSaidUuid, isTokenName } from './lexicon.js'
import { isNowhere, plainPlan, plansFor, questionOf, writePlan, writeTold, type Plan } from './plan.js'

/** Something that the target lists. */
export interface Listed {
  readonly productId: string
  readonly optionId: string
  /** That applies where none is named. */
  readonly currency?: string
  /** Every one that it is sold in, where the list says others than those of the documents. */
  readonly currencies?: readonly string[]
  /** Minutes before its start until which it can be cancelled. */
  readonly cutOff?: number
  /** What the list calls the kind of thing that it is. */
  readonly type?: string
  /** What the list says that it never is. */
  readonly never?: 'cancellable' | 'refunded'
}

/** What is offered of a product, as far as it was learned. */
export interface Sold extends Listed {
  /** What else the target lists, one option of each product first. */
  readonly others: readonly Listed[]
  /** Number of the request that listed it; null: none did. */
  readonly listed: number | null
  /** An id of its units, where the target lists some. */
  readonly unitId?: string
}

/** What is said of the availabilities of one thing. */
export interface Offered extends Listed {
  /** Number of the request. */
  readonly n: number
  readonly all: readonly Json[]
  readonly free: readonly Json[]
  /** The days that it is offered on, where they are others than those of the profile. */
  readonly availability?: Readonly<Record<string, Json>>
}

/** What one part of the conversation has learned for the next. */
export interface Learning {
  readonly interview: Interview
  readonly sold: Sold
  /** The operations that were found. */
  readonly plans: Map<OperationName, Plan>
  /** Those that were looked for everywhere, and not found. */
  readonly missing: Set<OperationName>
  /** Those of them that were accepted once. */
  readonly accepted: Set<OperationName>
  /** Availabilities to book, each another one. */
  readonly slots: string[]
  /** What was said of each in the answer that showed it. */
  readonly offered: Map<string, Json>
  /** Requests that links of bookings name, or that a refusal lets guess. */
  readonly hints: {
    readonly links: Map<OperationName, readonly string[]>
    readonly words: Map<OperationName, readonly string[]>
  }
  /** Members that were guessed, and refused for what they are called. */
  readonly unwanted: Set<string>
  readonly nextKey: () => string
  /** What time it is for the target, in milliseconds since the epoch. */
  readonly now: () => number
  /** By how much that is ahead of ours. */
  ahead: number
  /** The answer to the last reservation that was refused. */
  refused: Heard | null
  /** The answer to a get of no booking; null: none is known. */
  unknown: Heard | null
  /** The list was empty, though something was booked. */
  listsNothing: boolean
  /** It answers 405 to another method than that of a path, so that a 404 is of the path. */
  tellsMethods: boolean
  /** One booking took one place of an availability. */
  takesPlaces: boolean
  /** The list as it is answered where it is told nothing; null: it was not asked so. */
  list: Heard | null
  /** What the list may be told for a type, as a refusal lists it. */
  readonly types: string[]
  /** Places of what a refusal demanded and what is called like an idempotency key. */
  readonly keyPlaces: Set<string>
  /** Those of them of which a refusal said that a UUID goes there. */
  readonly uuidPlaces: Set<string>
  /** Those that were sent once and no more, since a refusal named them: the number of that request. */
  readonly leftKeys: Map<string, number>
  /** Objects that all of a request goes into, by its operation. */
  readonly holders: Map<OperationName, string>
  /** What else each booking may go by, by its id. */
  readonly otherIds: Map<string, readonly Found<string>[]>
  /** What else is on offer, and can be cancelled as anything can; and which of it a run is to book. */
  plain: readonly Offered[]
  other: Offered | null
  /** What may close soon enough to be seen, the standard product last; empty: the target's time is not known. */
  soon: readonly Offered[]
  /** What the bookings of the target call fields otherwise than octospec assumes: its requests may call them so, too. */
  readonly names: Map<string, { readonly member: string; readonly from: string }>
}

/** With nothing learned but what is sold. */
export function openLearning(interview: Interview, sold: Sold): Learning {
  let keys = 0
  const learning: Learning = {
    interview,
    sold,
    plans: new Map(),
    missing: new Set(),
    accepted: new Set(),
    slots: [],
    offered: new Map(),
    hints: { links: new Map(), words: new Map() },
    unwanted: new Set(),
    takesPlaces: false,
    list: null,
    types: [],
    keyPlaces: new Set(),
    uuidPlaces: new Set(),
    leftKeys: new Map(),
    holders: new Map(),
    names: new Map(),
    otherIds: new Map(),
    plain: [],
    other: null,
    soon: [],
    refused: null,
    unknown: null,
    listsNothing: false,
    tellsMethods: false,
    nextKey: () => idempotencyKey(interview.nonce, 'init', (keys += 1)),
    now: () => interview.now() + learning.ahead,
    ahead: 0,
  }
  return learning
}

/** What a request says beside the fields of its operation. */
export interface Beside extends Partial<Question> {
  /** Further values, by their places. */
  readonly more?: NonNullable<Question['values']>
}

/** So often one request is sent anew with what its refusal asked for. */
const mostDemands = 6

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
  const { interview, plans, accepted, missing } = learning
  const before = plans.get(name)
  const nowhere = new Set<string>()
  // What was looked for everywhere may be where it usually is, and have come late.
  const ways = before === undefined ? waysTo(learning, name).slice(0, missing.has(name) ? 1 : undefined) : [before]
  for (const plan of ways) {
    if (learning.tellsMethods && nowhere.has(plan.path)) continue
    takeNames(plan, learning)
    const heard = await insist(learning, plan, fields, beside, known)
    if (heard.status === 404) nowhere.add(plan.path)
    learning.tellsMethods ||= heard.status === 405
    if (heard.status === null || isNowhere(heard)) continue
    plans.set(name, plan)
    if (before === undefined || (heard.accepted && !accepted.has(name))) writePlan(interview, plan, heard)
    else if (heard.accepted) writeTold(interview, plan, heard)
    if (heard.accepted) accepted.add(name)
    return heard
  }
  if (before === undefined) missing.add(name)
  return null
}

/** The ways to try: where links lead, the usual ones, and what a refusal lets guess. */
export function waysTo({ interview, hints }: Learning, name: OperationName): readonly Plan[] {
  const usual = plansFor(name, interview)
  if (usual.length === 0 || interview.draft.read(['operations', name, 'request']) !== undefined) return usual
  const hinted = ({ links, words }: Learning['hints'], of: 'links' | 'words'): readonly Plan[] =>
    ((of === 'links' ? links : words).get(name) ?? []).map((request) => plainPlan(name, request))
  const isNew = (plan: Plan, at: number, all: readonly Plan[]): boolean =>
    all.findIndex(({ method, path }) => method === plan.method && path === plan.path) === at
  return [...hinted(hints, 'links'), ...usual, ...hinted(hints, 'words')].filter(isNew)
}

/** A request that nothing is known of calls its fields as bookings do. */
function takeNames({ places, told, described }: Plan, { names }: Learning): void {
  for (const [field, { member, from }] of described === null ? names : []) {
    // A reason is sent by both names.
    if (field === 'reason' || told.has(field) || typeof places[field] !== 'string') continue
    const place = places[field] ?? ''
    places[field] = place.startsWith('body:/')
      ? `${place.slice(0, place.lastIndexOf('/') + 1)}${member}`
      : `body:/${member}`
    told.set(field, { sure: 'assumed', from })
  }
}

/** Asks, and asks again with what a refusal demands. */
export async function insist(
  learning: Learning,
  plan: Plan,
  fields: Readonly<Record<string, Json | undefined>>,
  beside: Beside | (() => Beside),
  known: Readonly<Record<string, Json>> = {},
): Promise<Heard> {
  const { interview, keyPlaces, nextKey } = learning
  let sent = fields
  for (let tries = 0; ; tries += 1) {
    const { more = [], ...rest } = typeof beside === 'function' ? beside() : beside
    const question = questionOf(plan, { id: rest.id, ...sent })
    const ids = [...plan.ids.keys()].map((name): [string, Json] => [`header:${name}`, nextKey()])
    const beneath = more.map(([place, value]) => [insideOf(learning, plan.name, place), value] as const)
    const values = [...(question.values ?? []), ...beneath, ...ids]
    const heard = await interview.ask({ ...question, ...rest, values })
    if (heard.accepted || tries >= mostDemands || isNowhere(heard)) return heard
    const before = keyPlaces.size
    if (putInside(plan, heard, learning)) continue
    const members = heard.demands.filter((member) => !isKey(member, plan, heard, learning))
    const told = members.filter((member) => tellPlace(plan, member, heard, Object.keys({ ...known, ...sent })))
    const isLess = dropGuessed(plan, heard, learning)
    const extra = [
      ...told,
      ...members.filter(
        (member) => !told.includes(member) && (addId(plan, member, heard) || supply(plan, member, heard, learning)),
      ),
    ]
    // What it names may be a field that it wants each time.
    const wants = heard.demands.some((member) => fieldOf(plan, member, Object.keys(known)) !== undefined)
    if (wants && sent === fields) sent = { ...known, ...sent }
    else if (extra.length === 0 && !isLess && keyPlaces.size === before && !addUnits(plan, heard, learning))
      return heard
  }
}

/** Puts all of a body into an object that a refusal demands and that is called like what is booked; false: it demands none, or it is there. */
function putInside(plan: Plan, { demands, n, words }: Heard, learning: Learning): boolean {
  // What is said of a booking otherwise may be of its state.
  const isWanted = demands.length === 1 && /required|missing|empty|blank|null|must (have|be present)/i.test(words)
  const holder = isWanted && holders.test(demands[0] ?? '') ? demands[0] : undefined
  const inBody = Object.entries(plan.places).filter(([, place]) => place?.startsWith('body:/') === true)
  if (holder === undefined || inBody.length === 0 || plan.extra.has(holder)) return false
  if (inBody.some(([, place]) => place?.startsWith(`body:/${holder}/`) === true)) return false
  for (const [field, place] of inBody) {
    plan.places[field] = `body:/${holder}/${place?.slice('body:/'.length) ?? ''}`
    // What the documents do not name may have another name there: it is written once it was seen.
    if (!openFields(plan.name).includes(field))
      plan.told.set(field, { sure: 'assumed', from: `request ${n} was refused without ${holder}: ${words}` })
  }
  plan.holder = holder
  learning.holders.set(plan.name, holder)
  return true
}

/** A place of a body, inside of the object that all of such a request goes into. */
export function insideOf({ holders: known }: Learning, name: OperationName, place: string): string {
  const holder = known.get(name)
  const isInside = holder === undefined || !place.startsWith('body:/') || place.startsWith(`body:/${holder}/`)
  return isInside ? place : `body:/${holder}/${place.slice('body:/'.length)}`
}

/** What a member is called inside of such an object: `idempotency_key` for `booking.idempotency_key`. */
function ownName(member: string): string {
  const [holder = '', ...own] = member.split('.')
  return own.length > 0 && holders.test(holder) ? own.join('.') : member
}

/** Names of objects that a request may be wrapped in. */
const holders = /^(booking|reservation|order|hold|data|attributes|payload|transfer|availability|search)$/i

/** What was guessed and is refused since it is not known is not sent again; false: nothing was. */
function dropGuessed({ extra }: Plan, { words, demands }: Heard, { unwanted }: Learning): boolean {
  const members = [...extra].flatMap(([member, { from }]) => (from === guessed ? [member] : []))
  const isNamed = members.some((member) => words.includes(member) || demands.includes(member))
  if (!isNamed || !unknownMember.test(words)) return false
  for (const member of members) {
    extra.delete(member)
    unwanted.add(member)
  }
  return true
}

const unknownMember =
  /unknown|unexpected|unrecogni[sz]ed|(no|not) (a )?(such|known|allowed|permitted)|additional|extra|superfluous/i

/** The field, of these, that a refusal names as octospec does, or as its place is called. */
function fieldOf({ places }: Plan, member: string, fields: readonly string[]): string | undefined {
  const named = (place: string | null | undefined): boolean =>
    place?.replace(/^[a-z]+:\/?/, '').replaceAll('/', '.') === member
  return fields.find((field) => field === member || named(places[field]))
}

/** Sends a field to the member that a refusal demands and that is called like it; false: it is there, or is no such field. */
function tellPlace({ places, told }: Plan, member: string, { n, words }: Heard, fields: readonly string[]): boolean {
  const field = fieldNamed(member, fields) ?? fieldNamed(ownName(member), fields)
  const place = `body:/${member.replaceAll('.', '/')}`
  if (
    field === undefined ||
    !(places[field] ?? 'body:').startsWith('body:') ||
    places[field] === place ||
    told.has(field)
  )
    return false
  places[field] = place
  told.set(field, { sure: 'seen', from: `request ${n} was refused without it: ${words}` })
  return true
}

/** Whether a refusal demands what is called like an idempotency key, or can be nothing else: the next reservation has it there. */
function isKey(member: string, { name }: Plan, { words }: Heard, { keyPlaces, uuidPlaces }: Learning): boolean {
  const own = ownName(member)
  const place = member.startsWith('header:') ? member : `body:/${member.replaceAll('.', '/')}`
  // A header of that name tells requests apart; a member of a reservation tells reservations apart.
  const isRequestId = /^request[_-]?id$/i.test(own)
  // The documents put no other UUID into a reservation than its key.
  const isUuid =
    name === 'reserve' &&
    fieldNamed(own, fieldNames.reserve?.filter((field) => field !== 'idempotencyKey') ?? []) === undefined &&
    (isSaidUuid(own, words) || isTokenName(own))
  const is = isRequestId || isUuid || fieldNamed(own.replace(/^header:/, ''), ['idempotencyKey']) !== undefined
  if (is) keyPlaces.add(place)
  if (is && isSaidUuid(own, words)) uuidPlaces.add(place)
  return is
}

/** A header that a request is known by is another one each time; false: it is none, or is there. */
function addId({ ids }: Plan, member: string, { n, words }: Heard): boolean {
  const [, name] = /^header:(.*(?:request|correlation|trace|transaction|message)-?id)$/i.exec(member) ?? []
  if (name === undefined || ids.has(name)) return false
  ids.set(name, `request ${n} was refused without it: ${words}`)
  return true
}

/** Puts a member in that a refusal demands; false: it is there already, or nothing is known of such. */
function supply(plan: Plan, member: string, { n, words }: Heard, { sold, interview }: Learning): boolean {
  if (member.startsWith('header:')) return false
  const told = member.split('.')
  const [name = '', ...way] = told[0] === plan.holder ? told.slice(1) : told
  const from = `request ${n} was refused without it: ${words}`
  const isField = Object.values(plan.places).some(
    (place) => place?.split('/')[plan.holder === undefined ? 1 : 2] === name,
  )
  const [days] = daysToAsk(interview)
  // A list is of what was booked for any day until then.
  const asked = plan.name === 'list' && days !== undefined ? { ...days, first: '{today}' } : days
  const value = demanded(way.at(-1) ?? name, sold.unitId, asked)
  const before = plan.extra.get(name)?.value
  if (isField || value === undefined || (before !== undefined && way.length === 0)) return false
  // It has said what it calls the days: those that were guessed are no others.
  if (hasDay(value)) for (const [member, extra] of plan.extra) if (extra.from === guessed) plan.extra.delete(member)
  plan.extra.set(name, { value: way.length === 0 ? value : nested(way, value, before), from })
  return true
}

/** What is sold by the unit is reserved by the unit, whatever a refusal says; false: that is no reason, or was tried. */
function addUnits(
  { name, extra, described }: Plan,
  { n, words, demands }: Heard,
  { sold: { unitId } }: Learning,
): boolean {
  if (name !== 'reserve' || demands.length > 0 || described !== null || unitId === undefined || extra.has('unitItems'))
    return false
  const from = `request ${n} was refused without it: ${words}; the products list units`
  extra.set('unitItems', { value: [{ unitId }], from })
  return true
}

/** An object with a value in it, at the end of a way of names. */
export function nested([name = '', ...way]: readonly string[], value: Json, into: Json | undefined): Json {
  const members = typeof into === 'object' && into !== null && !Array.isArray(into) ? Object.entries(into) : []
  const inner = way.length === 0 ? value : nested(way, value, members.find(([key]) => key === name)?.[1])
  return Object.fromEntries([...members.filter(([key]) => key !== name), [name, inner]])
}
