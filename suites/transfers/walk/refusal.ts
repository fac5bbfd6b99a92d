import {
  answeredAlike,
  escapeText,
  operationOf,
  serverWords,
  demandsOf,
  placesIn,
  saysWanting,
  checksOf,
  isMap,
} from '../vocabulary/index.js'
import type { Answer, Target, OperationName, Json, Profile } from '../vocabulary/index.js'
import type { Walker } from './routed.js'
import { fieldNamed } from './lexicon.js'
import { faultOf, lineOf } from './symptoms.js'

/** What of a refusal is about a state, an account or the pace, and not about what the request says. */
const otherwise: ReadonlySet<number> = new Set([401, 403, 405, 409, 410])

/**
 * Throws only where the server itself says so twice: it does not know a name of the profile alone; it wants an addition
 * of the profile alone, or other days or people. Another refusal may be a broken server's, and is the run's to judge.
 * @param again the same once more, with as little as may be of what else could be refused in it
 * @throws WalkFault
 */
export async function refusedContent(
  answer: Answer,
  { target }: Pick<Walker, 'target'>,
  again: () => Promise<Answer>,
): Promise<void> {
  const { status, exchange } = answer
  const name = operationOf(exchange)
  if (name === null || status === null || answer.limited || status < 400 || status > 499 || otherwise.has(status))
    return
  const premise = premiseIn(answer, name)
  if (premise === null) return
  if (premise.isOfName && name === 'availability' && (await knowsNothing(answer, target))) return
  const repeated = await again()
  if (!repeated.refused || premiseIn(repeated, name)?.there !== premise.there) return
  const { isOfName: _, ...told } = premise
  const what = `${name} was refused: ${escapeText(serverWords(exchange.response) || answer.describe(), 300)}`
  throw faultOf('refused', answer, { what, ...told })
}

/**
 * Whether the server says the same of the other product in the profile. It is likelier that it knows nothing at all
 * than that both are wrong; at least it is not certain.
 */
async function knowsNothing(answer: Answer, target: Target): Promise<boolean> {
  const [other] = answer.profile.bookable.late
  return other !== undefined && answeredAlike(answer, await target.availability({}, { bookable: other }))
}

/** What of a request the profile alone says, and the server refuses: what a page tells of it. */
export interface Premise {
  readonly isOfName?: true
  readonly looked: string
  readonly there: string
  readonly write: string
  /** Where the documents show that request. */
  readonly server?: string
}

interface Refusal {
  readonly answer: Answer
  readonly name: OperationName
  /** In the server's own words; `words` splits those that it writes as one: `PRODUCT_NOT_FOUND`, `productNotFound`. */
  readonly said: string
  readonly words: string
}

/**
 * What a refusal says, in the server's own words, of something in that request that the profile alone sets or adds to
 * the documents. null: nothing of the kind, so that it may be a broken server's.
 */
export function premiseIn(answer: Answer, name: OperationName): Premise | null {
  const said = serverWords(answer.exchange.response)
  const words = said.replaceAll('_', ' ').replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
  const refusal = { answer, name, said, words }
  return unknownThing(refusal) ?? wanted(refusal) ?? wrongDays(refusal) ?? wrongParty(refusal)
}

const things = 'product|option|experience|activity|tour|rate plan|sku|variant|package'
const unknown = [
  new RegExp(
    String.raw`\b(?:invalid|unknown|no such|nonexistent|no)[ -]{1,3}(${things})\b(?! (?:is|are|was|has)\b)`,
    'i',
  ),
  new RegExp(
    String.raw`\b(${things})\b.{0,60}\b(?:not (?:be )?found|matches|unknown|does not exist|doesn't exist|invalid|not recogni[sz]ed|not sold)\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:can ?not|could not|can't|couldn't) find (?:the |a |any |such )?(${things})\b`, 'i'),
] as const

/** A reservation's words about a slot, currency or price are not about a name: its own availability check knew that. */
const ofSlot = /\b(?:availab\w*|slots?|currenc\w*|rates?(?! plan))\b/i

function unknownThing({ words, answer: { profile }, name }: Refusal): Premise | null {
  if (name === 'reserve' && ofSlot.test(words)) return null
  const thing = unknown.map((pattern) => pattern.exec(words)?.[1]).find((found) => found !== undefined)
  if (thing === undefined) return null
  const { productId, optionId } = profile.bookable.standard
  return {
    isOfName: true,
    looked: `product ${escapeText(productId, 80)}, option ${escapeText(optionId, 80)} (bookable.standard)`,
    there: `the server does not know the ${thing.toLowerCase()}`,
    write: 'bookable: [{ as: standard, productId: ..., optionId: ... }]',
    server: 'only if it has that product and option: which there are, only the profile says',
  }
}

const errorName = /(error|exception|fault|failure)$/i

/** A named member or header that only the profile can fill; fields of the documents are the server's own matter. */
function wanted({ answer, name, said }: Refusal): Premise | null {
  const operation = answer.profile.operations[name]
  if (operation === null) return null
  const { json = null, text = '' } = answer.exchange.response ?? {}
  const places = Object.values(operation.fields)
  const documented = new Set([
    ...Object.keys(operation.fields),
    ...places.map((place) => (place.in === 'body' ? (place.pointer.split('/')[1] ?? '') : place.name)),
  ])
  const path = answer.exchange.request.url.split(/[/?]/)
  const isWanted =
    saysWanting(text) || placesIn(json).some(({ value }) => typeof value === 'string' && saysWanting(value))
  const isOwn = (member: string): boolean => {
    const [first = '', ...rest] = namesOf(member)
    const last = rest.at(-1) ?? first
    return !documented.has(first) && !documented.has(last) && !path.includes(last) && !errorName.test(last)
  }
  const demands = isWanted ? demandsOf(json, text) : []
  const members = [...demands, ...Object.keys(operation.body).filter((each) => said.includes(each))].filter(isOwn)
  const member = members.find((each) => each.startsWith('header:')) ?? members[0]
  if (member === undefined) return null
  const place = member.startsWith('header:') ? 'header' : 'body'
  const names = namesOf(member).map((each) => escapeText(each, 80))
  const field = fieldNamed(names.join('.'), Object.keys(operation.fields))
  // What stands at the top of a body is wanted together.
  const isAtTop = (each: string): boolean =>
    /^\w+$/.test(each) && fieldNamed(each, Object.keys(operation.fields)) === undefined
  const all = field === undefined && isAtTop(member) ? [...new Set(demands.filter(isOwn).filter(isAtTop))] : []
  const inside =
    all.length > 1
      ? `{ ${all.map((each) => `${escapeText(each, 80)}: ...`).join(', ')} }`
      : names.reduceRight((inner, each) => `{ ${each}: ${inner} }`, '...')
  const added = `operations: { ${name}: { ${place === 'header' ? 'headers' : 'body'}: ${inside} } }`
  return {
    looked: askedWith(name),
    there: `the server says that ${all.length > 1 ? `${escapeText(all.join(' and '), 200)} are not as it wants them` : `${names.join('.')} is not as it wants it`}`,
    write:
      field === undefined
        ? `${added}${name === 'transfers' ? '' : `, or bookable.standard.${name} for this product alone`}`
        : `operations: { ${name}: { ${field}: '${place}:${place === 'body' ? '/' : ''}${names.join('/')}' } }, if that is its ${field}; else ${added}`,
    ...(name !== 'availability' && {
      server: `the documents list what ${name === 'reserve' ? 'a reservation' : `a request to ${name}`} carries, and not that: ask its makers; a profile may add what a target wants`,
    }),
  }
}

function askedWith(name: OperationName): string {
  return `what operations.${name} and bookable.standard make of the request`
}

/** The names in `window.from`, `list[0].from` or `header:X-Id`. */
function namesOf(member: string): readonly string[] {
  if (member.startsWith('header:')) return [member.slice('header:'.length)]
  return member
    .replaceAll(/\[\d*\]/g, '')
    .split('.')
    .filter((each) => each !== '')
}

/** Days from now on which something may be booked, as servers say it; a hold is of minutes. */
const leadTimes = [
  /\b(?:at least|minimum(?: of)?|not? (?:less|sooner|earlier|later|more) than|less than|more than|within|up to|maximum(?: of)?) (\d{1,3}) ?(hours?|days?|weeks?|months?)\b/i,
  /\b(\d{1,3}) ?(hours?|days?|weeks?|months?) (?:ahead|in advance|before|beforehand|from now|from today|notice)\b/i,
  /\b(?:lead time|advance (?:booking|purchase|notice)|booking window|in advance)\b/i,
] as const
/** Words about days without such a number. Said of something on offer, they would be the server's own contradiction. */
const days =
  /\b(?:dates?|days?|local ?date|period|date range)\b.{0,60}\b(?:must|should|has to|have to|can ?not|too|outside|beyond|before|after|exceeds?|invalid|in the past|not (?:allowed|valid|supported))\b/i
const daysOf: Readonly<Record<string, number>> = { h: 1 / 24, d: 1, w: 7, m: 31 }

function wrongDays({ words, answer: { profile }, name }: Refusal): Premise | null {
  const found = leadTimes.map((pattern) => pattern.exec(words)).find((each) => each !== null)
  if (name === 'update' || /\b(?:hold|expir\w*)\b/i.test(words)) return null
  if (found === undefined && (name === 'reserve' || !days.test(words))) return null
  const [, amount = '', unit = ''] = found ?? []
  const isMost = /\b(?:within|up to|maximum|not? (?:more|later) than|more than|less than)\b/i.test(found?.[0] ?? '')
  const told = Math.ceil(Number(amount || 60) * (daysOf[unit.charAt(0).toLowerCase()] ?? 1))
  return {
    looked: 'days on which bookable.standard may be booked, as the profile names them',
    there: 'the server wants other days',
    write: laterDays(profile, isMost ? 1 : told + 1),
    server:
      name === 'reserve'
        ? 'only if what its availability check calls free must be free to book whatever else: which days are asked for, the profile says'
        : 'hardly: the documents do not show this request, so the profile says which days are asked for',
  }
}

const people =
  'unit items|participants?|travell?ers?|guests?|passengers?|pax|people|persons?|adults?|tickets?|party size|size of (?:the )?party|group size'
const least = String.raw`min(?:imum|imal)?|max(?:imum)?|at least|at most|fewer|too (?:few|many)|restrictions?`
const partyOf = (names: string): RegExp =>
  new RegExp(String.raw`\b(?:${least})\b.{0,60}\b(?:${names})\b|\b(?:${names})\b.{0,60}\b(?:${least})\b`, 'i')
const restricted = /\brestrictions? (?:is |are |was |were )?not (?:met|satisfied|fulfilled)\b/i
/** A reservation has third parties and units of time as well. */
const [ofReserve, ofOthers] = [partyOf(people), partyOf(`${people}|units?|party`)]

function wrongParty({ words, name }: Refusal): Premise | null {
  if (!restricted.test(words) && !(name === 'reserve' ? ofReserve : ofOthers).test(words)) return null
  return {
    looked: askedWith(name),
    there: 'the server wants another number of people or units than the request has',
    write: `operations: { ${name}: { body: { unitItems: [{ unitId: ... }] } } }, as many as it takes and as it calls them; or bookable.standard.${name} for this product alone`,
    server: 'hardly: the documents know no number of people, so the profile adds what a target wants of it',
  }
}

/** `{today+30}`, as profiles name days. */
const day = /^\{today(?:([+-]\d{1,4})d?)?\}$/

/**
 * The line that asks for other days: those of the profile, so many days later that the first is `from` days from today.
 */
function laterDays(profile: Profile, from: number): string {
  const [own] = checksOf(profile.bookable.standard)
  const isOwn = own !== undefined && daysIn(own).length > 0
  const asked: Json = isOwn ? own : (profile.operations.availability?.body ?? {})
  const known = daysIn(asked)
  const shown =
    known.length === 0
      ? { localDateStart: `{today+${from}}`, localDateEnd: `{today+${from + 6}}` }
      : (laterBy(asked, from - Math.min(...known)) ?? {})
  const line = isOwn
    ? `${lineOf(['availability'], shown)} in the entry of bookable as: standard`
    : lineOf(['operations', 'availability', 'body'], shown)
  return `${line}, or whichever it takes`
}

function daysIn(value: Json): readonly number[] {
  if (isMap(value)) return Object.values(value).flatMap(daysIn)
  const [all, ahead = '0'] = (typeof value === 'string' ? day.exec(value) : null) ?? []
  return all === undefined ? [] : [Number(ahead)]
}

/** What of it names a day, that much later; undefined: nothing does. */
function laterBy(value: Json, by: number): Json | undefined {
  const [ahead] = daysIn(value)
  if (ahead === undefined || !isMap(value)) return ahead === undefined ? undefined : `{today+${ahead + by}}`
  const members = Object.entries(value).flatMap(([name, inner]): [string, Json][] => {
    const later = laterBy(inner, by)
    return later === undefined ? [] : [[name, later]]
  })
  return Object.fromEntries(members)
}
